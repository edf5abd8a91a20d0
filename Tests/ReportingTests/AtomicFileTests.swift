import Foundation
import Reporting
import Testing

struct `Atomic files` {
    @Test
    func `A file is written whole, over an older one, and leaves nothing else behind`() throws {
        try Scratch.withFolder { folder in
            let path = folder + "/results.csv"
            try AtomicFile.write("old, and longer than what follows", to: path)
            try AtomicFile.write("new\n", to: path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "new\n")
            #expect(try Scratch.names(in: folder) == ["results.csv"])
        }
    }

    @Test
    func `A disk that is full is an error with the path and a remedy`() throws {
        // The kernel's own full disk: it takes no byte.
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let error = #expect(throws: ReportingError.self) {
            try AtomicFile.fill(descriptor, with: [1, 2, 3], path: "/out/results.csv")
        }
        #expect(error?.code == .notWritten)
        #expect(error?.message == "cannot write /out/results.csv: No space left on device")
        #expect(error?.remedy == "free some space there, or choose another disk with --output")
    }

    @Test
    func `A folder that takes no files is an error, and nothing is written`() throws {
        let error = #expect(throws: ReportingError.self) {
            try AtomicFile.write("x", to: "/proc/self/results.csv")
        }
        #expect(error?.message.hasPrefix("cannot write /proc/self/results.csv: ") == true)
    }

    @Test
    func `A file that cannot take its name leaves no partial file`() throws {
        try Scratch.withFolder { folder in
            // A folder that is not empty cannot be replaced by a file.
            let path = folder + "/results.csv"
            try FileManager.default.createDirectory(
                atPath: path + "/inside", withIntermediateDirectories: true)
            #expect(throws: ReportingError.self) { try AtomicFile.write("x", to: path) }
            #expect(try Scratch.names(in: folder) == ["results.csv"])
        }
    }
}

import Foundation
import Reporting
import Results
import Testing

/// The files of a report appear together or not at all.
struct `A report's files` {
    private let operations = Array("index,role\n0,ui\n".utf8)

    /// The content of each file of a folder, without its folders.
    private func contents(of folder: String) throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try Scratch.names(in: folder) {
            contents[name] = try? Scratch.text(folder + "/" + name)
        }
        return contents
    }

    @Test func `Where one cannot take its name, all are as they were`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch)
            var result = SmallResult.make()
            _ = try folder.write(result, operations: [operations], drawsCharts: false)
            let before = try contents(of: scratch)
            // A folder that is not empty cannot be replaced by a file; its name comes late in the
            // order.
            unlink(scratch + "/crashes.csv")
            try FileManager.default.createDirectory(
                atPath: scratch + "/crashes.csv/inside", withIntermediateDirectories: true)
            result.run = "another"
            let error = #expect(throws: ReportingError.self) {
                try folder.write(result, operations: [[]], drawsCharts: false)
            }
            #expect(error?.message.contains("crashes.csv") == true)
            var after = try contents(of: scratch)
            after["crashes.csv"] = before["crashes.csv"]
            #expect(after == before)
        }
    }

    @Test func `What only an earlier command has written goes`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch)
            _ = try folder.write(
                SampleSweep.make(), operations: [operations, operations], drawsCharts: false)
            #expect(try Scratch.names(in: scratch).contains("sweep.csv"))
            #expect(try Scratch.names(in: scratch).contains("operations-2.csv"))
            try AtomicFile.write("mine", to: scratch + "/notes.txt")
            try AtomicFile.write("of other runs", to: scratch + "/comparison.md")
            _ = try folder.write(SmallResult.make(), operations: [operations], drawsCharts: false)
            #expect(
                try Scratch.names(in: scratch) == [
                    "charts", "crashes.csv", "loss.csv", "notes.txt", "operations.csv",
                    "pairs.csv", "report.html", "report.md", "results.csv", "run.json",
                    "stretches.csv",
                ])
            #expect(try !Scratch.names(in: scratch + "/charts").contains("sweep.dat"))
        }
    }

    @Test func `What a process that is gone has left half written is removed before a run`() throws
    {
        try Scratch.withFolder { scratch in
            // No process has the greatest number that Linux gives, and this one has its own.
            let gone = [".run.json.4194304.partial", ".results.csv.4194304.former"]
            let living = ".loss.csv.\(getpid()).partial"
            for name in gone + [living, ".hidden"] {
                try Data().write(to: URL(fileURLWithPath: scratch + "/" + name))
            }
            try ReportFolder(path: scratch).prepare()
            #expect(try Scratch.names(in: scratch) == [".hidden", living].sorted())
        }
    }

    @Test func `A pipe is written into and stays a pipe`() throws {
        try Scratch.withFolder { scratch in
            let pipe = scratch + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let nobody = #expect(throws: ReportingError.self) {
                try AtomicFile.write("unread", to: pipe)
            }
            #expect(nobody?.code == .notWritten)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            try AtomicFile.write("read", to: pipe)
            var bytes = [UInt8](repeating: 0, count: 16)
            #expect(read(reader, &bytes, bytes.count) == 4)
            #expect(String(decoding: bytes.prefix(4), as: UTF8.self) == "read")
            #expect(try Scratch.names(in: scratch) == ["pipe"])
            var status = stat()
            #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        }
    }

    @Test func `A symbolic link stays, and what it names is written`() throws {
        try Scratch.withFolder { scratch in
            #expect(symlink("target.md", scratch + "/link.md") == 0)
            for text in ["first", "second"] {
                try AtomicFile.write(text, to: scratch + "/link.md")
                #expect(try Scratch.text(scratch + "/target.md") == text)
            }
            #expect(try Scratch.names(in: scratch) == ["link.md", "target.md"])
        }
    }
}

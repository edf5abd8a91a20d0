import Documents
import Foundation

/// The lines of a file of JSON objects, one object a line.
///
/// The bytes stay undecoded: the importer decodes them when it imports them, as an app does with a
/// server's answer.
package struct JSONLines: Sendable {
    /// How messages call the file.
    package let file: String
    package let bytes: Data
    /// The range of each line in `bytes`, without its line end.
    ///
    /// Empty lines at the end are left out.
    package let lines: [Range<Int>]

    /// Reads a file.
    ///
    /// - Parameter key: the key that names the file, for the error's position.
    /// - Throws: `WorkloadError` if the file cannot be read.
    init(_ file: WorkloadFile, key: String) throws {
        guard let bytes = try? Data(contentsOf: file.url) else {
            throw WorkloadError.missingFile(file, key: key)
        }
        self.file = file.path
        self.bytes = bytes
        lines = Self.lines(of: bytes)
    }

    /// Lines that were made, not read.
    init(file: String, lines made: [String]) {
        self.file = file
        var bytes = Data()
        for line in made {
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        self.bytes = bytes
        lines = Self.lines(of: bytes)
    }

    /// The bytes of a line.
    package func line(_ index: Int) -> Data {
        bytes[lines[index]]
    }

    private static func lines(of bytes: Data) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        bytes.withUnsafeBytes { buffer in
            var start = 0
            for index in buffer.indices where buffer[index] == UInt8(ascii: "\n") {
                lines.append(start..<index)
                start = index + 1
            }
            if start < buffer.count { lines.append(start..<buffer.count) }
        }
        while let last = lines.last, last.isEmpty { lines.removeLast() }
        return lines
    }
}

import Foundation
import Testing

/// The files that a command wrote of recorded results, against those that it wrote when the
/// recording was taken: the same bytes.
///
///     LAB_TEST_GOLDEN=write swift test --filter Golden
///
/// takes the present files for right; a commit that does so names the changed lines, and the
/// reason. Texts are kept whole, so that a difference can be read; of tables and data a digest is
/// kept.
struct GoldenFiles {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let wholeNames = [".md", ".txt"]

    /// Which recording: the name of the files that are kept.
    let name: String

    /// The bytes of a recording's run.json.
    static func recorded(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: "Recorded/\(name)/run.json"))
    }

    /// All files in a folder and in those inside, with their bytes.
    static func files(in path: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let url = URL(filePath: path).appending(path: name)
            guard !url.hasDirectoryPath, let bytes = try? Data(contentsOf: url) else { continue }
            files[name] = bytes
        }
        return files
    }

    /// Compares files with the kept ones.
    func check(_ files: [String: Data]) throws {
        let kept = Self.folder.appending(path: "Expected/\(name)")
        let table = files.sorted { $0.key < $1.key }
            .map { "\(Self.digest(of: $0.value))  \($0.value.count)  \($0.key)\n" }.joined()
        let whole = files.filter { file in Self.wholeNames.contains { file.key.hasSuffix($0) } }
        if ProcessInfo.processInfo.environment["LAB_TEST_GOLDEN"] == "write" {
            try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
            try Data(table.utf8).write(to: kept.appending(path: "digests"))
            for (name, bytes) in whole { try bytes.write(to: Self.place(of: name, in: kept)) }
        }
        for (name, bytes) in whole {
            let expected = try String(contentsOf: Self.place(of: name, in: kept), encoding: .utf8)
            let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
            let found = String(decoding: bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for (number, pair) in zip(1..., zip(lines, found)) where pair.0 != pair.1 {
                Issue.record("\(self.name)/\(name):\(number): “\(pair.0)” became “\(pair.1)”")
                break
            }
            #expect(lines.count == found.count, "lines of \(self.name)/\(name)")
        }
        let expected = try String(contentsOf: kept.appending(path: "digests"), encoding: .utf8)
        let changed = Set(expected.split(separator: "\n"))
            .symmetricDifference(table.split(separator: "\n"))
        #expect(changed.sorted() == [], "digest, bytes and name, before or after")
    }

    /// Where a file is kept whole: all of a recording's lie in one folder.
    private static func place(of name: String, in kept: URL) -> URL {
        kept.appending(path: name.replacing("/", with: "-"))
    }

    /// FNV-1a: it finds accidental changes, and need not withstand forged ones.
    private static func digest(of bytes: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

import Foundation

/// The commits between two runs, as git tells them. Without git, outside of a repository, or where
/// it does not have them, nobody knows.
enum CommitRange {
    /// More are not read by anybody.
    private static let most = 10

    /// The commits after one up to another, the newest first, a line each.
    static func subjects(from: String, to: String) -> [String] {
        guard isHash(from), isHash(to), from != to else { return [] }
        let lines = git(["log", "--no-color", "--format=%h %s", "\(from)..\(to)"])
        guard lines.count > most else { return lines }
        return lines.prefix(most) + ["… and \(lines.count - most) more: git log \(from)..\(to)"]
    }

    private static func isHash(_ text: String) -> Bool {
        text.count >= 7 && text.allSatisfy(\.isHexDigit)
    }

    private static func git(_ arguments: [String]) -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [] }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

import Foundation

/// Folders that a test may write to.
enum Scratch {
    /// Runs `body` with the path of a new folder, and takes the folder away afterwards.
    static func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/lab-reporting-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        guard let made else { throw CocoaError(.fileWriteUnknown) }
        let path = String(cString: made)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    /// The names in a folder, with hidden files, in order.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}

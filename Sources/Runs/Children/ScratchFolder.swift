import Foundation
import Glibc

/// A folder for stores and for what passes between processes. Whoever makes one removes it.
package struct ScratchFolder: Sendable {
    package let path: String

    /// Makes a new folder.
    ///
    /// - Parameter parent: the folder that it lies in; where `TMPDIR` points, or `/tmp`, unless
    /// given.
    /// - Throws: `RunsError.notWritten`.
    package init(in parent: ScratchFolder? = nil) throws {
        try self.init(base: parent?.path ?? FileManager.default.temporaryDirectory.path)
    }

    /// Makes a new folder in memory, where the system has a place for that; else as any other. For
    /// stores that must be synced and whose syncs are nobody's time.
    ///
    /// - Throws: `RunsError.notWritten`.
    package static func inMemory() throws -> ScratchFolder {
        let base = "/dev/shm"
        guard FileManager.default.isWritableFile(atPath: base) else { return try ScratchFolder() }
        return try ScratchFolder(base: base)
    }

    private init(base: String) throws {
        var template = Array(URL(filePath: base).appending(path: "lab-XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            throw RunsError.notWritten(path: base, cause: reason)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String {
        URL(filePath: path).appending(path: name).path
    }

    /// Removes the folder and all that is in it; nothing happens when it is gone already.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}

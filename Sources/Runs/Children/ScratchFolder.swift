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
        let base = parent?.path ?? FileManager.default.temporaryDirectory.path
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

import Foundation
import StoreIO

/// The bytes of a store's files, as a process that dies at this moment leaves them.
///
/// The wal-index is left out: whoever comes first after a crash makes it anew.
struct StoreFiles: Hashable, Sendable {
    /// By the end of the name: ``, `-wal`, `-journal`.
    private(set) var files: [String: Data] = [:]

    private static let suffixes = ["", "-wal", "-journal"]

    /// Reads what lies at a path and beside it, past SQLite.
    init(at path: String) {
        for suffix in Self.suffixes {
            files[suffix] = FileManager.default.contents(atPath: path + suffix)
        }
    }

    /// The file with this end of its name; `nil` for one that is not there.
    subscript(suffix: String) -> Data? {
        get { files[suffix] }
        set { files[suffix] = newValue }
    }

    /// Writes the files, after removing whatever lies there of a store.
    ///
    /// - Throws: what the file system does.
    func write(to path: String) throws {
        Self.remove(at: path)
        for (suffix, data) in files { try data.write(to: URL(filePath: path + suffix)) }
    }

    /// Removes a store's files, where there are any.
    static func remove(at path: String) {
        for suffix in suffixes + ["-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}

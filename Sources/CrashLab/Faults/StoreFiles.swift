import Foundation
import StoreIO

/// The bytes of a store's files, as a process that dies at this moment leaves them.
///
/// The wal-index is left out: the first connection after a crash rebuilds it.
struct StoreFiles: Hashable, Sendable {
    /// By the end of the name: ``, `-wal`, `-journal`.
    private(set) var files: [String: Data] = [:]
    /// The files of large values, by name.
    private(set) var externals: [String: Data] = [:]

    private static let suffixes = ["", "-wal", "-journal"]

    /// Reads the database at a path and the files beside it, past SQLite.
    init(at path: String) {
        for suffix in Self.suffixes {
            files[suffix] = FileManager.default.contents(atPath: path + suffix)
        }
        let folder = StoreFile.externalFolder(besides: path)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            externals[name] = FileManager.default.contents(atPath: folder + "/" + name)
        }
    }

    /// The file with this end of its name; `nil` for one that is not there.
    subscript(suffix: String) -> Data? {
        get { files[suffix] }
        set { files[suffix] = newValue }
    }

    /// Writes the files, after removing any store at the path.
    ///
    /// - Throws: errors of the file system.
    func write(to path: String) throws {
        Self.remove(at: path)
        for (suffix, data) in files { try data.write(to: URL(filePath: path + suffix)) }
        guard !externals.isEmpty else { return }
        let folder = StoreFile.externalFolder(besides: path)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for (name, data) in externals {
            try data.write(to: URL(filePath: folder).appending(path: name))
        }
    }

    /// Removes a store's files, if they exist.
    static func remove(at path: String) {
        let folder = URL(filePath: StoreFile.externalFolder(besides: path))
        for file in (suffixes + ["-shm"]).map({ path + $0 })
            + [folder.deletingLastPathComponent().path]
        {
            try? FileManager.default.removeItem(atPath: file)
        }
    }
}

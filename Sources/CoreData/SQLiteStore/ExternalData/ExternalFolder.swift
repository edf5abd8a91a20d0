import Foundation
import Glibc

/// The folder in which a SQLite store keeps values that are too large for its rows.
///
///     Shop.sqlite
///     .Shop_SUPPORT/_EXTERNAL_DATA/5F0C…     a file for each value
struct ExternalFolder: Sendable {
    private let database: String

    /// - Parameter database: the path of the store's file, as SQLite has resolved it.
    init(besides database: String) {
        self.database = database
    }

    private var support: String {
        let path = database as NSString
        let name = (path.lastPathComponent as NSString).deletingPathExtension
        return (path.deletingLastPathComponent as NSString)
            .appendingPathComponent(".\(name)_SUPPORT")
    }

    var path: String { support + "/_EXTERNAL_DATA" }

    func path(of name: String) -> String { path + "/" + name }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Makes the folder and syncs the entries of what it makes, so that no crash takes the folder
    /// from under a file.
    ///
    /// - Throws: Cocoa's error if it cannot be made.
    func make() throws {
        guard !exists else { return }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        for folder in [support, (support as NSString).deletingLastPathComponent] {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
            guard descriptor >= 0 else { continue }
            fsync(descriptor)
            close(descriptor)
        }
    }

    /// The names of the values' files, in their order, without files that no store has written.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter(ExternalReference.isName).sorted()
    }

    /// What stays the same when the folder is moved; its path if it does not exist.
    var identity: String {
        guard let identity = RegularFile(path).identity else { return path }
        return identity.map(String.init).joined(separator: ":")
    }

    /// Whether another database, whose name differs in the extension only, has the same folder.
    ///
    /// What no row of one store names may then be a value of the other.
    var isShared: Bool {
        let own = (database as NSString).lastPathComponent
        let stem = (own as NSString).deletingPathExtension
        let folder = (database as NSString).deletingLastPathComponent
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.contains { name in
            guard name != own, !name.hasPrefix(own + "-"),
                (name as NSString).deletingPathExtension == stem
            else { return false }
            return Self.isDatabase((folder as NSString).appendingPathComponent(name))
        }
    }

    private static func isDatabase(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// Removes the folder of a store that was destroyed, unless another store has it, too.
    func remove() throws {
        guard exists, !isShared else { return }
        try FileManager.default.removeItem(atPath: support)
    }

    /// Copies the files of another store's folder that this one lacks, and syncs them.
    func copyFiles(of other: ExternalFolder) throws {
        let there = Set(names)
        let missing = other.names.filter { !there.contains($0) }
        guard !missing.isEmpty else { return }
        try make()
        for name in missing {
            try FileManager.default.copyItem(
                atPath: other.path(of: name), toPath: path(of: name))
            guard let file = FileHandle(forUpdatingAtPath: path(of: name)) else { continue }
            try file.synchronize()
            try file.close()
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

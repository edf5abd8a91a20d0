import Foundation
import Glibc

/// The path of a store's file, whether the file exists or not.
///
/// A store is created, replaced and removed as a regular file only. Anything else at its path (a
/// device, a FIFO, a socket, a folder) does not belong to the store, and stays. Links are followed:
/// the file at their end is the store, and the links stay, so that the store can be created again
/// through them.
struct RegularFile {
    /// The path at the end of all links, whether it exists or not.
    let path: String

    /// How many links the kernel follows for one path; see *path_resolution(7)*.
    private static let linkLimit = 40

    init(_ path: String) {
        var path = path
        for _ in 0..<Self.linkLimit {
            guard
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else { break }
            let folder = (path as NSString).deletingLastPathComponent as NSString
            path = target.hasPrefix("/") ? target : folder.appendingPathComponent(target)
        }
        self.path = path
    }

    /// The files of a SQLite database: the database, its log, the log's index, and the journal.
    static func database(_ path: String) -> [RegularFile] {
        let path = RegularFile(path).path
        return ["", "-wal", "-shm", "-journal"].map { RegularFile(path + $0) }
    }

    /// Whether the file exists.
    ///
    /// - Throws: 134080 if something other than a regular file is there.
    func exists() throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        if let kind = Self.kind(status.st_mode) { throw CoreDataError.notRegularFile(path, kind) }
        return true
    }

    /// Removes the file; does nothing if there is none.
    ///
    /// - Throws: 134080 for anything but a regular file, and errors of the system; both leave it.
    func remove() throws {
        guard try exists() else { return }
        guard unlink(path) == 0 else { throw CoreDataError.unwritableFile(path, errno: errno) }
    }

    /// Device and inode of the file, which all its names share; `nil` if there is none.
    var identity: [UInt64]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// The name of the kind of file for messages; `nil` for a regular file.
    private static func kind(_ mode: mode_t) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFCHR, S_IFBLK: "a device"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFLNK: "a link that leads to itself"
        default: "not a file"
        }
    }
}

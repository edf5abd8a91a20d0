import Foundation
import Glibc

/// A path where a store's file lies, or may come to lie.
///
/// A store is made, replaced and removed as a regular file only: what else lies at its path, a
/// device, a FIFO, a socket, a folder, does not belong to the store, and stays. Links are followed:
/// the store is what they lead to, and they stay, so that the store can be made again through them.
struct RegularFile {
    /// The path that links lead to, whether something lies there or not.
    let path: String

    /// As many links as the kernel follows for one path; see *path_resolution(7)*.
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

    /// A SQLite database and what lies beside it: log, index of the log, journal.
    static func database(_ path: String) -> [RegularFile] {
        let path = RegularFile(path).path
        return ["", "-wal", "-shm", "-journal"].map { RegularFile(path + $0) }
    }

    /// Whether there is a file.
    ///
    /// - Throws: 134080 where there is something that is no regular file.
    func exists() throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        if let kind = Self.kind(status.st_mode) { throw CoreDataError.notRegularFile(path, kind) }
        return true
    }

    /// Removes the file. Does nothing where there is none.
    ///
    /// - Throws: 134080 for what is no regular file, and what the system answers; both leave it.
    func remove() throws {
        guard try exists() else { return }
        guard unlink(path) == 0 else { throw CoreDataError.unwritableFile(path, errno: errno) }
    }

    /// Device and number of the file, which all its names share; `nil` where there is none.
    var identity: [UInt64]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// What lies there in words; `nil` for a regular file.
    private static func kind(_ mode: mode_t) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFCHR, S_IFBLK: "a device"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFLNK: "a link that leads to itself"
        default: "something else than a file"
        }
    }
}

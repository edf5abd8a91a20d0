import Foundation
import Glibc

/// A file that replaces another one in one step, even if the process or the machine crashes.
///
/// A reader finds all of the old file or all of the new. The new one is written under a temporary
/// name beside the old one, synced, and renamed; then the folder is synced, so that the rename
/// survives a power loss.
final class FileReplacement {
    private let path: String
    private let temporaryPath: String
    private var isThere = true

    /// Writes and syncs the new file; `commit()` syncs the folder.
    ///
    /// - Throws: Cocoa's file errors with the system's below, also if something other than a
    ///   regular file is there; no new file is left behind.
    init(of url: URL, with data: Data) throws {
        path = RegularFile(url.path).path
        // One name for a store: its lock admits one save, which overwrites the remains of a crash.
        temporaryPath = path + ".saving"
        for path in [path, temporaryPath] {
            // Refuse to overwrite a folder or a device, with the system's code for it.
            guard (try? RegularFile(path).exists()) != nil else {
                throw CoreDataError.unwritableFile(path, errno: EEXIST)
            }
        }
        do {
            try Self.write(data, to: temporaryPath, mode: Self.mode(of: path))
        } catch let error as POSIXError {
            unlink(temporaryPath)
            throw CoreDataError.unwritableFile(path, errno: error.code.rawValue)
        }
    }

    /// Gives the new file the store's name.
    func commit() throws {
        guard rename(temporaryPath, path) == 0 else {
            throw CoreDataError.unwritableFile(path, errno: errno)
        }
        isThere = false
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { return }
        // The rename is done; a folder that cannot be synced leaves the old or the new file.
        fsync(folder)
        close(folder)
    }

    /// Removes a file that was not committed.
    func discard() {
        if isThere { unlink(temporaryPath) }
        isThere = false
    }

    /// The permissions of the present file, or those of a new one.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    }

    private static func write(_ data: Data, to path: String, mode: mode_t) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw POSIXError.last }
        defer { close(file) }
        try data.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw POSIXError.last }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
        guard fsync(file) == 0 else { throw POSIXError.last }
    }
}

extension POSIXError {
    fileprivate static var last: POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}

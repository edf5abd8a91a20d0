import Foundation
import Glibc

/// A file that takes another one's place in one step: whoever opens the name, also after a crash,
/// finds all of the old or all of the new.
///
/// Written under a temporary name beside it, synced, and renamed; the folder is synced too, so that
/// the rename survives a power loss.
final class FileReplacement {
    private let path: String
    private let temporaryPath: String
    private var isThere = true

    /// Writes and syncs the new file. Two syncs in all: here, and of the folder in `commit()`.
    ///
    /// - Throws: Cocoa's file errors with the system's below, also where something lies there that
    ///   is no regular file; nothing is left behind.
    init(of url: URL, with data: Data) throws {
        path = RegularFile(url.path).path
        // One name for a store: its lock admits one save, and what a crash left is written over.
        temporaryPath = path + ".saving"
        for path in [path, temporaryPath] {
            // Not written over: the system's word for it.
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

    /// Puts the file in its place.
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

    /// Removes what was not put in its place.
    func discard() {
        if isThere { unlink(temporaryPath) }
        isThere = false
    }

    /// The permissions of the present file; those of a new one where there is none.
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

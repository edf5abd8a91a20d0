import CSQLite
import Foundation
import Glibc

/// Whole files, written and read through the VFS of a store's connections.
///
/// What counts, traces, delays or fails a store's own files does the same to these. A file is
/// opened as a super-journal is: no lock belongs to it, and its first sync also syncs the folder's
/// entry of it.
// @unchecked: SQLite never frees a VFS.
struct ExternalVFS: @unchecked Sendable {
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>

    /// The VFS of a connection's main database.
    init?(of handle: OpaquePointer) {
        var found: UnsafeMutablePointer<sqlite3_vfs>?
        let code = withUnsafeMutablePointer(to: &found) {
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, $0)
        }
        guard code == SQLITE_OK, let found else { return nil }
        vfs = found
    }

    /// Makes a file, writes it, and syncs it unless `syncFlags` is 0.
    ///
    /// - Returns: SQLite's result code; `SQLITE_CANTOPEN` also for a file that is there. A file
    ///   that could not be written whole may be left.
    func write(_ bytes: UnsafeRawBufferPointer, to path: String, syncFlags: Int32) -> Int32 {
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE
            | SQLITE_OPEN_SUPER_JOURNAL
        return withFile(path, flags) { file in
            let methods = file.pointee.pMethods.pointee
            for part in Self.parts(of: bytes.count) {
                let code = methods.xWrite(
                    file, bytes.baseAddress! + part.lowerBound, Int32(part.count),
                    Int64(part.lowerBound))
                guard code == SQLITE_OK else { return code }
            }
            return syncFlags == 0 ? SQLITE_OK : methods.xSync(file, syncFlags)
        }
    }

    /// Reads a file into memory that the caller frees.
    ///
    /// - Returns: `nil` for a file that is missing, shorter than it says, or cannot be read.
    func read(_ path: String) -> UnsafeRawBufferPointer? {
        var bytes: UnsafeMutableRawBufferPointer?
        let code = withFile(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_SUPER_JOURNAL) { file in
            let methods = file.pointee.pMethods.pointee
            var size: Int64 = 0
            let code = methods.xFileSize(file, &size)
            guard code == SQLITE_OK, let count = Int32(exactly: size) else { return code }
            let room = UnsafeMutableRawBufferPointer.allocate(
                byteCount: Int(count), alignment: 16)
            bytes = room
            for part in Self.parts(of: room.count) {
                let code = methods.xRead(
                    file, room.baseAddress! + part.lowerBound, Int32(part.count),
                    Int64(part.lowerBound))
                guard code == SQLITE_OK else { return code }
            }
            return SQLITE_OK
        }
        guard code == SQLITE_OK, let bytes else {
            bytes?.deallocate()
            return nil
        }
        return UnsafeRawBufferPointer(bytes)
    }

    /// Removes a file; one that is missing counts as removed.
    ///
    /// The folder is not synced.
    ///
    /// - Returns: whether the file is gone.
    func delete(_ path: String) -> Bool {
        let code = vfs.pointee.xDelete(vfs, path, 0)
        // SQLITE_IOERR_DELETE_NOENT is a macro that Swift does not import.
        return code == SQLITE_OK || code == SQLITE_IOERR | 23 << 8
    }

    /// The most that one call moves: the VFS for Unix takes a size of 128 KiB for 0.
    private static let partSize = 64 << 10

    private static func parts(of count: Int) -> [Range<Int>] {
        stride(from: 0, to: count, by: partSize).map { $0..<min($0 + partSize, count) }
    }

    private func withFile(
        _ path: String, _ flags: Int32, _ body: (UnsafeMutablePointer<sqlite3_file>) -> Int32
    ) -> Int32 {
        let room = UnsafeMutableRawPointer.allocate(
            byteCount: Int(vfs.pointee.szOsFile), alignment: 16)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: Int(vfs.pointee.szOsFile))
        defer { room.deallocate() }
        let file = room.assumingMemoryBound(to: sqlite3_file.self)
        // The VFS keeps the pointer to the name as long as the file is open.
        return path.withCString { name in
            let opened = vfs.pointee.xOpen(vfs, name, file, flags, nil)
            guard opened == SQLITE_OK else { return opened }
            let code = body(file)
            let closed = file.pointee.pMethods.pointee.xClose(file)
            return code == SQLITE_OK ? closed : code
        }
    }
}

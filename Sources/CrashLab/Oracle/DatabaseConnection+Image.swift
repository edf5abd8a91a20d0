import CSQLite
import StoreIO

extension DatabaseConnection {
    /// Opens the database on a disk image and has SQLite read it: a hot journal is rolled back, a
    /// log recovered.
    ///
    /// - Throws: `StoreIOError` if SQLite refuses the files.
    convenience init(recovering disk: DiskImage) throws {
        let opened = disk.open()
        try self.init(opened.handle, opened: opened.code, of: disk)
        // An image has no shared memory: in this mode SQLite keeps the wal-index to itself. It must
        // come before the first read. The log is folded in only on request, not at a size.
        try run("PRAGMA locking_mode=EXCLUSIVE")
        try run("PRAGMA wal_autocheckpoint=0")
        try run("PRAGMA user_version")
    }
}

import StoreIO

/// A store that was opened after a crash: recovered, and its log folded in.
struct RecoveredStore {
    let disk: DiskImage
    /// Open as long as this is.
    let connection: DatabaseConnection
    /// The digest of the database's pages: equal for two stores with the same content that came
    /// about in the same way.
    let pages: ImageDigest

    /// Recovers a copy of a disk; the disk stays unchanged.
    ///
    /// - Parameter budget: operations after which the device dies, in the middle of recovering.
    /// - Throws: `StoreIOError` if SQLite refuses the files.
    init(_ crashed: DiskImage, budget: Int? = nil) throws {
        try self.init(recovering: crashed.copy(), budget: budget)
    }

    /// Recovers the disk itself.
    init(recovering disk: DiskImage, budget: Int? = nil) throws {
        self.disk = disk
        disk.setBudget(budget)
        connection = try DatabaseConnection(recovering: disk)
        try connection.foldLog()
        guard let pages = disk.mainDigest else {
            preconditionFailure("SQLite opened a database and left no file of it")
        }
        self.pages = pages
    }
}

/// The COMMIT of a save, and the truth about one that failed.
///
/// In some modes SQLite commits a transaction and then does one thing more that can fail:
///
///     journal_mode TRUNCATE     journal cut to nothing ── synced
///     journal_mode PERSIST      journal's header cleared ── synced
///     synchronous EXTRA         journal deleted ── its directory synced
///                                         ▲            ▲
///                              the commit is here      an error is here
///
/// COMMIT throws then, and the transaction stands all the same: every connection reads it. Were the
/// changes kept pending, the next save would write them a second time. So the rows are asked. What
/// stands is saved; what a loss of power can still take is what it can take in mode DELETE.
struct CommitAttempt {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError` where the transaction does not stand, or nobody can tell.
    /// - Complexity: that of COMMIT; O(changes) where it fails.
    func run(_ changes: ChangeSet) throws {
        do {
            try connection.commit()
        } catch {
            connection.rollback()
            guard (try? stands(changes)) == true else { throw error }
        }
    }

    /// Whether every row of the transaction is as it was written.
    private func stands(_ changes: ChangeSet) throws -> Bool {
        guard !changes.isEmpty else { return false }
        for object in [changes.inserted, changes.updated].joined() {
            guard let row = object.row, try version(of: object, row.key) == row.version
            else { return false }
        }
        for object in changes.deleted where object.committedRow != nil {
            guard try version(of: object, object.key) == nil else { return false }
        }
        return true
    }

    private func version(of object: NSManagedObject, _ key: ObjectKey) throws -> Int64? {
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement("SELECT Z_OPT FROM \(table) WHERE Z_PK = ?")
        defer { statement.reset() }
        statement.bind(key.number, at: 1)
        return try statement.step() ? statement.integer(0) : nil
    }
}

/// The COMMIT of a save, and the check whether a failed one has committed after all.
///
/// In some modes SQLite commits a transaction and then takes one more step, which can fail:
///
///     journal_mode TRUNCATE     journal cut to nothing ── synced
///     journal_mode PERSIST      journal's header cleared ── synced
///     synchronous EXTRA         journal deleted ── its directory synced
///                                         ▲            ▲
///                              the commit is here      an error is here
///
/// COMMIT throws then, although the transaction is committed and every connection reads it. If the
/// changes stayed pending, the next save would write them a second time. So a failed attempt reads
/// the rows back, and counts as saved if all are there. A loss of power can still take as much as
/// in mode DELETE.
struct CommitAttempt {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError` if the transaction is not committed, or if that cannot be found out.
    /// - Complexity: that of COMMIT; O(changes) if it fails.
    func run(_ changes: ChangeSet) throws {
        do {
            try connection.commit()
        } catch {
            // End an open transaction first, because it would see its own rows.
            connection.rollback()
            guard (try? stands(changes)) == true else { throw error }
        }
    }

    /// Whether the store has every row of the transaction as it was written.
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

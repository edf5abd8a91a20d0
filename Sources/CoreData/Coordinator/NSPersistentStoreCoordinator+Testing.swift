extension NSPersistentStoreCoordinator {
    /// Calls `observer` with the text of every statement that a SQLite store is about to run, but
    /// those that it keeps no statement for: pragmas, BEGIN and COMMIT.
    ///
    /// - Precondition: no other queue uses the stores at this moment.
    package final func observeStatements(_ observer: (@Sendable (String) -> Void)?) {
        for case let store as SQLiteStore in persistentStores {
            store.pool.statementLog.observer = observer
        }
    }
}

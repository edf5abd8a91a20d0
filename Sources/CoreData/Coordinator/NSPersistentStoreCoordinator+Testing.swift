extension NSPersistentStoreCoordinator {
    /// Calls `observer` with the text of each statement that a SQLite store is about to run.
    ///
    /// Pragmas, BEGIN and COMMIT are left out, because the store keeps no statements for them.
    ///
    /// - Precondition: no other queue uses the stores at this moment.
    package final func observeStatements(_ observer: (@Sendable (String) -> Void)?) {
        for case let store as SQLiteStore in persistentStores {
            store.pool.statementLog.observer = observer
        }
    }
}

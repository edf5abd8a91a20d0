extension SQLiteStore {
    /// Whether earlier states of the store can be read: they are in the write-ahead log.
    var keepsGenerations: Bool {
        !settings.isTemporary && settings.journalMode.uppercased() == "WAL"
    }

    /// Holds the present state of the store.
    ///
    /// - Throws: SQLite's errors as Cocoa's.
    func pin() throws -> StoreSnapshot {
        do {
            let snapshot = try pool.pin()
            hasSnapshots.store(true, ordering: .relaxed)
            return snapshot
        } catch let error as SQLiteError {
            throw error.cocoaError("Pinning the store at \(settings.path)")
        }
    }

    /// The snapshot that the running request reads; `nil` for the newest rows.
    ///
    /// Without any snapshot yet it costs one load.
    @inline(__always)
    var boundSnapshot: StoreSnapshot? {
        guard hasSnapshots.load(ordering: .relaxed) else { return nil }
        return QueryGeneration.bound?.snapshot(ofStore: number)
    }
}

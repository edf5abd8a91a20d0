/// The stores of a request about history: those that track it.
struct HistoryStores {
    let tracking: [(store: SQLiteStore, history: StoreHistory)]

    /// - Throws: 134091 if one that the request names does not track history, or none does.
    init(_ coordinator: NSPersistentStoreCoordinator, _ affected: [NSPersistentStore]?) throws {
        var tracking: [(SQLiteStore, StoreHistory)] = []
        for store in coordinator.rowStores
        where affected?.contains(where: { $0 === store }) ?? true {
            if let store = store as? SQLiteStore, let history = store.history {
                tracking.append((store, history))
            } else if affected != nil {
                throw CoreDataError.tracksNoHistory(store)
            }
        }
        guard !tracking.isEmpty else { throw CoreDataError.tracksNoHistory(nil) }
        self.tracking = tracking
    }
}

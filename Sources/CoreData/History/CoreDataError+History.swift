import Foundation

extension CoreDataError {
    static func notHistorysEntity(_ name: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            A request about history selects from “\(name)”. Take the entity from \
            NSPersistentHistoryTransaction or NSPersistentHistoryChange.
            """)
    }

    static func tracksNoHistory(_ store: NSPersistentStore?) -> NSError {
        let place = store?.url.map { "The store at \($0.path)" } ?? "The coordinator's stores"
        return make(
            NSPersistentStoreUnsupportedRequestTypeError,
            """
            \(place) cannot answer a request about history: it is kept by SQLite stores that are \
            opened with NSPersistentHistoryTrackingKey. Set this option.
            """, store.map { [NSAffectedStoresErrorKey: [$0]] } ?? [:])
    }

    static func expiredToken(_ store: NSPersistentStore) -> NSError {
        make(
            NSPersistentHistoryTokenExpiredError,
            """
            The history after the token was deleted from the store at \(store.url?.path ?? ""). \
            Fetch what you need anew, and go on from currentPersistentHistoryToken(fromStores:).
            """, [NSAffectedStoresErrorKey: [store]])
    }
}

/// What object IDs know of their store: one for each store, so that an ID costs no weak reference
/// and no string of its own.
final class StoreReference: @unchecked Sendable {
    /// `nil` once the store was removed and let go.
    private(set) weak var store: NSPersistentStore?
    /// What the store's URIs begin with; an ID can outlive its store.
    let identifier: String

    init(_ store: NSPersistentStore) {
        self.store = store
        identifier = store.identifier ?? ""
    }
}

/// The part of a store that its object IDs share.
///
/// One for each store, so that an ID needs no weak reference and no string of its own.
final class StoreReference: @unchecked Sendable {
    /// `nil` once the store was removed and released.
    @Weakly private(set) var store: NSPersistentStore?
    /// The UUID in the store's URIs; an ID can outlive its store.
    let identifier: String

    init(_ store: NSPersistentStore) {
        self.store = store
        identifier = store.identifier ?? ""
    }
}

/// The part of a store that its object IDs share.
///
/// One for each store, so that an ID needs no weak reference and no string of its own.
final class StoreReference: @unchecked Sendable {
    /// `nil` once the store was removed and released.
    @Weakly private(set) var store: NSPersistentStore?
    /// The UUID in the store's URIs; an ID can outlive its store.
    let identifier: String
    /// What identifies the coordinator that numbers the store.
    let origin: Anchor

    init(_ store: NSPersistentStore, of coordinator: NSPersistentStoreCoordinator) {
        self.store = store
        origin = coordinator.anchor
        identifier = store.identifier ?? ""
    }
}

import Foundation

extension NSNotification.Name {
    /// A coordinator is about to take, or let go, a store.
    public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// A coordinator has another list of stores; which came and went is in
    /// `NSAddedPersistentStoresKey` and `NSRemovedPersistentStoresKey`.
    public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// A coordinator is about to close a store, which is the notification's object and can still be
    /// used.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

/// Stores that came, in a coordinator's notifications: an array.
public let NSAddedPersistentStoresKey = "NSAddedPersistentStoresKey"
/// Stores that went, in a coordinator's notifications: an array.
public let NSRemovedPersistentStoresKey = "NSRemovedPersistentStoresKey"
/// A store before and after it was migrated, in a coordinator's notifications: an array of the
/// former, the new one, and an array with the former and the new ID of each object in turn.
public let NSUUIDChangedPersistentStoresKey = "NSUUIDChangedPersistentStoresKey"

extension NSPersistentStoreCoordinator {
    /// Posts a change of the list of stores, on the thread that makes it.
    final func post(
        _ name: Notification.Name, added: [NSPersistentStore] = [],
        removed: [NSPersistentStore] = [], changed: [Any] = []
    ) {
        var info: [AnyHashable: Any] = [:]
        if !added.isEmpty { info[NSAddedPersistentStoresKey] = added }
        if !removed.isEmpty { info[NSRemovedPersistentStoresKey] = removed }
        if !changed.isEmpty { info[NSUUIDChangedPersistentStoresKey] = changed }
        execution.span(.notify) {
            NotificationCenter.default.post(name: name, object: self, userInfo: info)
        }
    }

    /// Posts that a store is about to be closed: the store does, not its coordinator.
    final func postWillRemove(_ store: NSPersistentStore) {
        execution.span(.notify) {
            NotificationCenter.default.post(
                name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        }
    }
}

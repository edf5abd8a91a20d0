import Foundation

extension NSNotification.Name {
    /// Posted before a coordinator adds or removes a store.
    public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// Posted after a coordinator has added or removed stores.
    ///
    /// They are in `NSAddedPersistentStoresKey` and `NSRemovedPersistentStoresKey`.
    public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Posted before a coordinator closes a store.
    ///
    /// The notification's object is the store, which can still be used.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

/// In a coordinator's notifications: the added stores, an array.
public let NSAddedPersistentStoresKey = "NSAddedPersistentStoresKey"
/// In a coordinator's notifications: the removed stores, an array.
public let NSRemovedPersistentStoresKey = "NSRemovedPersistentStoresKey"
/// In a coordinator's notifications: a store before and after its migration.
///
/// An array of the former store, the new one, and an array with each object's former and new ID by
/// turns.
public let NSUUIDChangedPersistentStoresKey = "NSUUIDChangedPersistentStoresKey"

extension NSPersistentStoreCoordinator {
    /// Posts a change of the list of stores, on the thread that changes it.
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

    /// Posts that a store is about to be closed; the store is the notification's object.
    final func postWillRemove(_ store: NSPersistentStore) {
        execution.span(.notify) {
            NotificationCenter.default.post(
                name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        }
    }
}

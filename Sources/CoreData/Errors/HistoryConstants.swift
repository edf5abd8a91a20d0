// The names and values are Apple's.

/// Option: whether a SQLite store records who changed what, for `NSPersistentHistoryChangeRequest`.
///
/// Set it whenever the store is opened. A store that has history and is opened without it is
/// read-only: a save that history misses would make every token a lie.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Option: whether writes to a SQLite store are announced to its coordinator.
///
/// By `.NSPersistentStoreRemoteChange`, of all coordinators of the process that set it for this
/// file, the writing one included.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// In a remote-change notification: the URL of the store.
public let NSPersistentStoreURLKey = "storeURL"
/// In a remote-change notification: the token of the newest transaction, if history is tracked.
public let NSPersistentHistoryTokenKey = "historyToken"
/// The key of the token in a did-save notification, if the save's store tracks history.
///
/// Apple's framework uses it and has no public name for it.
package let historyTokenInfoKey = "newChangeToken"

/// History that a token needs was deleted.
///
/// Read everything anew, and go on from the current token.
public let NSPersistentHistoryTokenExpiredError = 134301

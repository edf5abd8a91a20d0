/// The form of a history request's result.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether the request succeeded: `NSNumber`.
    case statusOnly = 0
    /// The IDs of the changed objects, each once: `[NSManagedObjectID]`.
    case objectIDs = 1
    /// The number of transactions, of changes for a request about these: `NSNumber`.
    case count = 2
    /// `[NSPersistentHistoryTransaction]`, whose `changes` are `nil`.
    case transactionsOnly = 3
    /// `[NSPersistentHistoryChange]`, whose `transaction` is `nil`.
    case changesOnly = 4
    /// `[NSPersistentHistoryTransaction]` with their changes.
    case transactionsAndChanges = 5
}

/// What a transaction and its changes have in common.
///
/// A transaction keeps its changes, and a change this: so each may outlive the other.
// @unchecked: the values of tombstones are of any type, and never change.
final class HistoryRecord: @unchecked Sendable {
    let row: HistoryReader.Transaction
    /// The UUID of the store.
    let store: String
    let place: NSPersistentHistoryToken
    /// `nil` if the request left the changes out.
    let changes: [(HistoryReader.Change, NSManagedObjectID)]?

    init(
        _ row: HistoryReader.Transaction, _ store: String, _ place: NSPersistentHistoryToken,
        _ changes: [NSPersistentHistoryChange]?
    ) {
        self.row = row
        self.store = store
        self.place = place
        self.changes = changes?.map(\.parts)
    }
}

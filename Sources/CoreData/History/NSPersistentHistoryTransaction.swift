import Execution
import Foundation

/// One save or batch request, as the history of its store has it.
// @unchecked: nothing in it changes after its request has made it.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
    private let record: HistoryRecord
    private let list: [NSPersistentHistoryChange]?

    /// - Parameter changes: changes of no transaction yet, which become part of this one.
    init(_ record: HistoryRecord, _ changes: [NSPersistentHistoryChange]?) {
        self.record = record
        list = changes
        super.init()
        for change in changes ?? [] { change.enter(self, record) }
    }

    /// Makes a transaction again for a change that outlived the first; its changes are made when
    /// they are asked for.
    convenience init(again record: HistoryRecord) {
        self.init(record, nil)
    }

    /// When the transaction was written.
    open var timestamp: Date { Date(timeIntervalSinceReferenceDate: record.row.timestamp) }

    /// The changes, in the order in which they were written; `nil` if the request left them out.
    open var changes: [NSPersistentHistoryChange]? {
        list
            ?? record.changes?.map { change in
                let again = NSPersistentHistoryChange(change.0, change.1)
                again.enter(self, record)
                return again
            }
    }

    /// The number of the transaction in its store, one more than that of the one before.
    open var transactionNumber: Int64 { record.row.number }

    /// The UUID of the store.
    open var storeID: String { record.store }

    /// The bundle of the writing process; its name, if it has none.
    open var bundleID: String { record.row.bundle }

    /// The name of the writing process.
    open var processID: String { record.row.process }

    /// The name of the saving context.
    open var contextName: String? { record.row.context }

    /// The `transactionAuthor` of the saving context.
    open var author: String? { record.row.author }

    /// The place of this transaction: history after it has what follows.
    ///
    /// Of a fetch from several stores it also has the places of the others up to here, so that one
    /// who goes on from it is told every change once.
    open var token: NSPersistentHistoryToken { record.place }

    /// The transaction itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        "<NSPersistentHistoryTransaction \(transactionNumber) of \(storeID)>"
    }

    /// A notification that `mergeChanges(fromContextDidSave:)` takes, with the IDs of the changed
    /// objects.
    ///
    /// A context merges it as the save of a sibling: it reads the row cache. What another
    /// coordinator has written is read by
    /// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)` with its `userInfo`.
    open func objectIDNotification() -> Notification {
        let changes = changes ?? []
        func ids(_ type: NSPersistentHistoryChangeType) -> Set<NSManagedObjectID> {
            Set(changes.lazy.filter { $0.changeType == type }.map(\.changedObjectID))
        }
        Executions.current.charge(.idsMerged, changes.count)
        var info: [AnyHashable: Any] = [:]
        for (key, type) in [
            (NSInsertedObjectIDsKey, NSPersistentHistoryChangeType.insert),
            (NSUpdatedObjectIDsKey, .update), (NSDeletedObjectIDsKey, .delete),
        ] {
            let ids = ids(type)
            if !ids.isEmpty { info[key] = ids }
        }
        return Notification(
            name: ContextNotification.didSaveIDs.name, object: nil, userInfo: info)
    }

    /// The entity of transactions in requests about history.
    ///
    /// Apple's needs a context, whose model it asks; here it is the same for all.
    open class func entityDescription(
        with context: NSManagedObjectContext
    ) -> NSEntityDescription? { entityDescription }

    /// The entity of transactions in requests about history.
    open class var entityDescription: NSEntityDescription? {
        HistoryEntity.transaction.description
    }

    /// A request for transactions.
    ///
    /// `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)` takes it.
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntity.transaction.request
    }
}

extension NSPersistentHistoryTransaction: KeyValueReadable {
    package func value(forKey key: String) -> Any? {
        switch key {
        case "author": author
        case "bundleID": bundleID
        case "contextName": contextName
        case "processID": processID
        case "storeID": storeID
        case "timestamp": timestamp
        // A token in a predicate is replaced by the number of its transaction in the store.
        case "transactionNumber", "token": NSNumber(value: transactionNumber)
        case "changes": changes
        default: HistoryEntity.transaction.reject(key)
        }
    }
}

import Foundation

/// What one transaction did to one object.
// @unchecked: nothing in it changes after its request has made it.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
    private let change: HistoryReader.Change
    private let id: NSManagedObjectID
    /// What the transaction is made of again, for a change that outlives the one of its request.
    private var record: HistoryRecord?
    private weak var found: NSPersistentHistoryTransaction?

    init(_ change: HistoryReader.Change, _ id: NSManagedObjectID) {
        self.change = change
        self.id = id
    }

    /// Makes a copy that belongs to no transaction.
    convenience init(without other: NSPersistentHistoryChange) {
        self.init(other.change, other.id)
    }

    /// What it was made of.
    var parts: (HistoryReader.Change, NSManagedObjectID) { (change, id) }

    /// Makes the change part of a transaction that keeps it.
    func enter(_ transaction: NSPersistentHistoryTransaction, _ record: HistoryRecord) {
        found = transaction
        self.record = record
    }

    /// The number of the change in its store.
    open var changeID: Int64 { change.number }

    /// The ID of the object, which may be deleted by now.
    open var changedObjectID: NSManagedObjectID { id }

    open var changeType: NSPersistentHistoryChangeType {
        NSPersistentHistoryChangeType(rawValue: Int(change.kind)) ?? .update
    }

    /// Of a deleted object: the values of the attributes with `preservesValueInHistoryOnDeletion`.
    ///
    /// `nil` for other changes, and for entities that preserve none. A value that was nil is
    /// missing.
    open var tombstone: [AnyHashable: Any]? { change.tombstone }

    /// The transaction; `nil` if the request asked for changes only.
    open var transaction: NSPersistentHistoryTransaction? {
        found ?? record.map { NSPersistentHistoryTransaction(again: $0) }
    }

    /// Of an updated object: its changed attributes and relationships; else `nil`.
    open var updatedProperties: Set<NSPropertyDescription>? {
        changeType == .update ? change.updated : nil
    }

    /// The change itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        "<NSPersistentHistoryChange \(changeID): \(changeType) of \(id)>"
    }

    /// The entity of changes in requests about history.
    ///
    /// Apple's needs a context, whose model it asks; here it is the same for all.
    open class func entityDescription(
        with context: NSManagedObjectContext
    ) -> NSEntityDescription? { entityDescription }

    /// The entity of changes in requests about history.
    open class var entityDescription: NSEntityDescription? { HistoryEntity.change.description }

    /// A request for changes, which `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`
    /// takes.
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntity.change.request
    }
}

extension NSPersistentHistoryChange: KeyValueReadable {
    package func value(forKey key: String) -> Any? {
        switch key {
        case "changeID": NSNumber(value: changeID)
        case "changeType": NSNumber(value: changeType.rawValue)
        case "changedObjectID": id
        case "changedEntity": id.entity
        case "transaction": transaction
        default: HistoryEntity.change.reject(key)
        }
    }
}

import Foundation

/// Where a context's objects come from and where its saves go: a coordinator, or a parent context.
protocol ObjectSource: AnyObject {
    var model: ModelLayout { get }
    var rootCoordinator: NSPersistentStoreCoordinator? { get }
    /// The same source for code that is not on the queue of the context which owns it.
    var forOtherQueues: any ObjectSource { get }

    /// The rows that a request selects, in its order, the source's unsaved changes among them.
    func fetch(_ plan: FetchPlan) throws -> FetchedRows
    func count(_ plan: FetchPlan) throws -> Int
    /// The keys of what a request selects, in its order.
    func keys(_ plan: FetchPlan) throws -> [ObjectKey]
    /// The dictionaries that a request describes, of what is in the stores.
    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary]
    /// The newest row of an object, its slab retained for the caller; `nil` when it is deleted.
    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    /// The newest rows of objects of one hierarchy; those that are deleted are missing.
    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows
    /// The members of a to-many of several objects.
    func members(ofAll keys: [ObjectKey], relationship: RelationshipLayout) throws
        -> FetchedRows.Members
    /// Gives new objects, of the context that asks or of one below it, permanent keys.
    func assignKeys(to objects: [NSManagedObject]) throws
    /// Takes a context's changes one level up. The context's objects have their new keys and
    /// versions afterwards; when it throws, they are as before.
    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws
}

extension ObjectSource {
    func layout(of key: ObjectKey) -> RowLayout { model[key.entity] }
}

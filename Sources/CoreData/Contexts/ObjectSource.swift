import Foundation

/// The source of a context's objects and the destination of its saves: a coordinator or a parent.
protocol ObjectSource: AnyObject {
    var model: ModelLayout { get }
    var rootCoordinator: NSPersistentStoreCoordinator? { get }
    /// The same source for code that runs on another queue than the owning context's.
    var forOtherQueues: any ObjectSource { get }

    /// The rows that a request selects, in its order, with the source's unsaved changes.
    func fetch(_ plan: FetchPlan) throws -> FetchedRows
    func count(_ plan: FetchPlan) throws -> Int
    /// The keys of the rows that a request selects, in its order.
    func keys(_ plan: FetchPlan) throws -> [ObjectKey]
    /// The dictionaries of a request, from saved rows only.
    func dictionaries(_ plan: FetchPlan, _ dictionaries: DictionaryPlan) throws -> [NSDictionary]
    /// The newest row of an object, its slab retained for the caller; `nil` if it is deleted.
    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    /// The newest rows of objects of one hierarchy, without the deleted ones.
    func rows(_ keys: [ObjectKey], root: RowLayout) throws -> FetchedRows
    /// The members of a to-many of several objects.
    func members(ofAll keys: [ObjectKey], relationship: RelationshipLayout) throws
        -> FetchedRows.Members
    /// Gives permanent keys to new objects of the calling context, or of one below it.
    func assignKeys(to objects: [NSManagedObject]) throws
    /// Takes a context's changes one level up.
    ///
    /// The context's objects then have their new keys and versions; if it throws, they are
    /// unchanged.
    func save(_ changes: ChangeSet, of context: NSManagedObjectContext) throws
    /// Runs `body`, which may read and save, while no other context saves to the source's stores.
    ///
    /// - Precondition: `body` waits for no other context that saves.
    func holdingWriters(_ body: () throws -> Void) throws
}

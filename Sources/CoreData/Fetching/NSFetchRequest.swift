import Foundation

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// A request for an entity's objects, with a condition, an order, a page and a form of results.
///
/// `ResultType` has no constraint, because Swift's generics on Linux would then not accept
/// `NSFetchRequest<NSFetchRequestResult>`.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    fileprivate var name: String?

    public override init() {
        super.init()
    }

    /// Makes a request for the entity with this name, which is looked up when the request executes.
    public convenience init(entityName: String) {
        self.init()
        name = entityName
    }

    /// The entity; needed if the request has no name.
    open var entity: NSEntityDescription?
    /// The name of the entity.
    open var entityName: String? { name ?? entity?.name }
    /// The condition on the objects; `nil` selects all.
    ///
    /// A compound that Foundation made is replaced by an equal one that has a format.
    open var predicate: NSPredicate? {
        get { condition }
        set { condition = newValue?.readable }
    }

    private final var condition: NSPredicate?
    /// The order of the results; without descriptors the store's.
    open var sortDescriptors: [NSSortDescriptor]?
    /// The highest number of results; 0 for all.
    open var fetchLimit = 0
    /// How many results to skip, in the order of the sort descriptors.
    open var fetchOffset = 0
    /// The form of the results.
    open var resultType: NSFetchRequestResultType = .managedObjectResultType
    /// Whether objects of subentities are selected, too.
    open var includesSubentities = true
    /// Whether values are fetched together with keys.
    ///
    /// Without them each object reads its values when it fires. If the entity has unsaved changes,
    /// values are fetched in any case.
    open var includesPropertyValues = true
    /// Whether results stay faults until a property is read.
    open var returnsObjectsAsFaults = true
    /// Relationships whose objects are read together with the results, one query for each step.
    ///
    /// - Precondition: the key paths follow relationships of the entity.
    open var relationshipKeyPathsForPrefetching: [String]?
    /// Whether results include the context's unsaved changes; dictionaries never do.
    open var includesPendingChanges = true
    /// Whether registered objects take over the fetched values.
    open var shouldRefreshRefetchedObjects = false
    /// How many objects' values are read at once, when one of them is first used.
    ///
    /// 0 reads all of them with the fetch. A child context ignores the size.
    open var fetchBatchSize = 0

    // MARK: Dictionaries

    /// The entries of dictionaries: property names, to-one key paths, and descriptions.
    ///
    /// Descriptions may be of properties or of expressions; `nil` stands for all attributes. A nil
    /// value has no entry, and a to-one is an object ID.
    open var propertiesToFetch: [Any]?
    /// Whether equal dictionaries are returned once.
    open var returnsDistinctResults = false
    /// The properties by which rows are grouped, one dictionary for each group.
    open var propertiesToGroupBy: [Any]?
    /// The condition on groups.
    ///
    /// Functions such as `count:` work over the rows of the group, and `$name` stands for the
    /// expression with this name in `propertiesToFetch`.
    open var havingPredicate: NSPredicate?

    override func answer(in context: NSManagedObjectContext) throws -> Any {
        let saved = converted(to: (any NSFetchRequestResult).self)
        // A coordinator knows its stores, and no context's changes.
        saved.includesPendingChanges = false
        let found: [Any] = try context.fetch(saved)
        return found
    }

    /// A copy, which the app may change without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        converted(to: ResultType.self)
    }

    /// A copy with another type of results: Swift cannot cast one request type to another.
    public final func converted<Other>(to type: Other.Type) -> NSFetchRequest<Other> {
        let copy = NSFetchRequest<Other>()
        copy.name = name
        copy.entity = entity
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.fetchBatchSize = fetchBatchSize
        copy.resultType = resultType
        copy.includesSubentities = includesSubentities
        copy.includesPropertyValues = includesPropertyValues
        copy.returnsObjectsAsFaults = returnsObjectsAsFaults
        copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
        copy.includesPendingChanges = includesPendingChanges
        copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        copy.propertiesToFetch = propertiesToFetch
        copy.returnsDistinctResults = returnsDistinctResults
        copy.propertiesToGroupBy = propertiesToGroupBy
        copy.havingPredicate = havingPredicate
        copy.affectedStores = affectedStores
        return copy
    }
}

extension NSManagedObject {
    /// Makes a request for the entity of this class.
    ///
    /// Called on `NSManagedObject` itself, the request has no entity yet; set one.
    @_disfavoredOverload
    public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        entity().name.map(NSFetchRequest.init(entityName:)) ?? NSFetchRequest()
    }
}

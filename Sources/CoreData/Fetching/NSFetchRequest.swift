import Foundation

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// Asks for the objects of an entity: which, in what order, how many, in what form.
///
/// `ResultType` is not constrained, because Swift's generics on Linux cannot take
/// `NSFetchRequest<NSFetchRequestResult>` then.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    fileprivate var name: String?

    public override init() {
        super.init()
    }

    /// A request for the objects of an entity, by name; resolved when it is executed.
    public convenience init(entityName: String) {
        self.init()
        name = entityName
    }

    /// The entity; set it when there is no name.
    open var entity: NSEntityDescription?
    /// The name of the entity.
    open var entityName: String? { name ?? entity?.name }
    /// Which objects; `nil` for all. A compound that Foundation made is replaced by an equal one
    /// that has a format.
    open var predicate: NSPredicate? {
        get { condition }
        set { condition = newValue?.readable }
    }

    private final var condition: NSPredicate?
    /// The order of the results; without any it is the store's.
    open var sortDescriptors: [NSSortDescriptor]?
    /// How many results at the most; 0 for all.
    open var fetchLimit = 0
    /// How many results to skip, in the order of the sort descriptors.
    open var fetchOffset = 0
    /// The form of the results.
    open var resultType: NSFetchRequestResultType = .managedObjectResultType
    /// Whether objects of the entity's subentities are selected too.
    open var includesSubentities = true
    /// Whether values are fetched along with keys. Without them each object's are read when it
    /// fires; with unsaved changes of the entity they are fetched all the same.
    open var includesPropertyValues = true
    /// Whether values stay untouched until a property is asked for.
    open var returnsObjectsAsFaults = true
    /// Relationships whose objects are read along, one query for each step of each key path.
    ///
    /// - Precondition: the key paths lead along relationships of the entity.
    open var relationshipKeyPathsForPrefetching: [String]?
    /// Whether the context's unsaved changes are taken into account. Dictionaries never do.
    open var includesPendingChanges = true
    /// Whether objects that the context has already take the fetched values.
    open var shouldRefreshRefetchedObjects = false
    /// How many objects' values are read at once, when the first of them is used; 0 reads all of
    /// them with the fetch. A child context pays no heed to it.
    open var fetchBatchSize = 0

    // MARK: Dictionaries

    /// What dictionaries hold: names and to-one key paths of properties, descriptions of properties
    /// and of expressions; `nil` for all attributes. A value that is nil has no entry; a to-one is
    /// an object ID.
    open var propertiesToFetch: [Any]?
    /// Whether equal dictionaries are returned once.
    open var returnsDistinctResults = false
    /// What rows are grouped by, as `propertiesToFetch` names it: one dictionary for each group.
    open var propertiesToGroupBy: [Any]?
    /// Which groups count. Functions such as `count:` are those of the group, and `$name` is the
    /// expression of that name in `propertiesToFetch`.
    open var havingPredicate: NSPredicate?

    /// A copy, which may be changed without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        converted(to: ResultType.self)
    }

    /// A copy whose results are typed otherwise: Swift cannot cast a request to another one.
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
    /// A request for the objects of this class's entity; of `NSManagedObject` itself one without
    /// an entity, which is still to be set.
    @_disfavoredOverload
    public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        entity().name.map(NSFetchRequest.init(entityName:)) ?? NSFetchRequest()
    }
}

import Foundation

extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// Asks for the objects of an entity: which, in what order, how many, in what form.
///
/// `ResultType` is not constrained, because Swift's generics on Linux cannot take
/// `NSFetchRequest<NSFetchRequestResult>` then.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    private var name: String?

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
    open var entityName: String? { name ?? entity?.name }
    open var predicate: NSPredicate?
    open var sortDescriptors: [NSSortDescriptor]?
    /// How many results at the most; 0 for all.
    open var fetchLimit = 0
    /// How many results to skip, in the order of the sort descriptors.
    open var fetchOffset = 0
    open var resultType: NSFetchRequestResultType = .managedObjectResultType
    open var includesSubentities = true
    open var returnsObjectsAsFaults = true
    /// Whether the context's unsaved changes are taken into account.
    open var includesPendingChanges = true
    /// Whether objects that the context has already take the fetched values.
    open var shouldRefreshRefetchedObjects = false

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.name = name
        copy.entity = entity
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.resultType = resultType
        copy.includesSubentities = includesSubentities
        copy.returnsObjectsAsFaults = returnsObjectsAsFaults
        copy.includesPendingChanges = includesPendingChanges
        copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        copy.affectedStores = affectedStores
        return copy
    }
}

extension NSManagedObject {
    /// A request for the objects of this class's entity.
    @_disfavoredOverload
    public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest(entityName: entity().name ?? "")
    }
}

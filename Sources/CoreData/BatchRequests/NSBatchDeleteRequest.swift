import Foundation

/// Deletes many rows directly in the store, without context and validation.
///
/// Delete rules apply: cascades are followed, and references become nil if that is allowed; a rule
/// that denies, or a mandatory reference, makes the whole request fail. Execute it with a context's
/// `execute(_:)`; the context's objects do not change.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    private let request: NSFetchRequest<any NSFetchRequestResult>
    /// Whether the list of objects was empty, so that even the entity is unknown.
    private var isEmpty = false

    /// The request that selects the objects to delete.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
        request.converted(to: (any NSFetchRequestResult).self)
    }

    /// The form of the result.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    /// Makes a request that deletes the objects that another one would fetch, within its limit and
    /// offset.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        request = fetch.converted(to: (any NSFetchRequestResult).self)
        super.init()
        affectedStores = fetch.affectedStores
    }

    /// Makes a request that deletes the given objects of one entity.
    ///
    /// - Precondition: the IDs are permanent, and of one entity.
    public convenience init(objectIDs objects: [NSManagedObjectID]) {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let entity = objects.first?.entity {
            guard objects.allSatisfy({ $0.entity === entity }) else {
                fatalError(
                    "mismatched objectIDs in batch delete initializer: make one for each entity")
            }
            request.entity = entity
            request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [objects])
        }
        self.init(fetchRequest: request)
        isEmpty = objects.isEmpty
    }

    /// A copy, which the app may change without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchDeleteRequest(fetchRequest: request)
        copy.isEmpty = isEmpty
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        var keys: [ObjectKey] = []
        if !isEmpty {
            let name = request.entityName ?? ""
            let target = try BatchTarget(self, entity: request.entity, name: name, in: context)
            let selection = request.converted(to: NSManagedObjectID.self)
            selection.resultType = .managedObjectIDResultType
            let plan = try FetchPlan(selection, model: context.requiredSource().model)
            for store in target.stores {
                keys += try store.writeBatch("Deleting \(name)", for: context) { writer in
                    try BatchDeletion(writer).run(plan)
                }
            }
        }
        let result: Any =
            switch resultType {
            case .resultTypeStatusOnly: NSNumber(value: true)
            case .resultTypeObjectIDs: keys.map(context.makeID)
            case .resultTypeCount: NSNumber(value: keys.count)
            }
        return NSBatchDeleteResult(result, resultType)
    }
}

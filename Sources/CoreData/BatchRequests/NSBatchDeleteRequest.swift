import Foundation

/// Deletes many rows straight from the store: no context, no validation.
///
/// Delete rules hold, as far as the store can see them: cascades are followed, references are made
/// nil where that is allowed; what denies, or must not be nil, makes the whole request fail.
/// Execute it with `execute(_:)` of a context, which gets nothing of it.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    private let request: NSFetchRequest<any NSFetchRequestResult>
    /// Whether there is nothing to delete, not even an entity.
    private var isEmpty = false

    /// What is deleted.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
        request.converted(to: (any NSFetchRequestResult).self)
    }

    /// What the result holds.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    /// A request that deletes what another one would fetch, its limit and offset included.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        request = fetch.converted(to: (any NSFetchRequestResult).self)
        super.init()
        affectedStores = fetch.affectedStores
    }

    /// A request that deletes some objects of one entity.
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

    /// A copy, which may be changed without changing this request.
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

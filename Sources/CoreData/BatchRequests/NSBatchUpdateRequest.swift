import Foundation

/// Sets attributes of many rows directly in the store, without context and validation.
///
/// Every row gets a new version, so an object with unsaved changes in a context has a conflict when
/// it is saved. Execute the request with a context's `execute(_:)`; the context's objects do not
/// change.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    private let name: String
    private var resolved: NSEntityDescription?

    /// Makes a request for the entity with this name.
    public init(entityName: String) {
        name = entityName
        super.init()
    }

    /// Makes a request for an entity.
    public init(entity: NSEntityDescription) {
        name = entity.name ?? ""
        resolved = entity
        super.init()
    }

    /// The name of the entity.
    open var entityName: String { name }

    /// The entity.
    ///
    /// - Precondition: the request was made with it, or has been executed.
    open var entity: NSEntityDescription {
        guard let resolved else {
            fatalError(
                """
                The batch update of “\(name)” has no entity before it is executed: read \
                entityName, or make the request with init(entity:)
                """)
        }
        return resolved
    }

    /// The condition on the objects; `nil` selects all.
    open var predicate: NSPredicate?
    /// Whether objects of subentities are updated, too.
    open var includesSubentities = true
    /// The form of the result.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// Constants or `NSExpression`s, by attribute or by its name; `NSNull` for nil.
    open var propertiesToUpdate: [AnyHashable: Any]?

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    /// A copy, which the app may change without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchUpdateRequest(entityName: name)
        copy.resolved = resolved
        copy.predicate = predicate
        copy.includesSubentities = includesSubentities
        copy.resultType = resultType
        copy.propertiesToUpdate = propertiesToUpdate
        copy.affectedStores = affectedStores
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let target = try BatchTarget(self, entity: resolved, name: name, in: context)
        resolved = target.layout.entity
        let selection = NSFetchRequest<NSManagedObjectID>(entityName: name)
        selection.predicate = predicate
        selection.includesSubentities = includesSubentities
        let plan = try FetchPlan(selection, model: context.requiredSource().model)
        var keys: [ObjectKey] = []
        var count = 0
        for store in target.stores {
            let update = try BatchUpdate(plan, propertiesToUpdate ?? [:], store)
            try store.writeBatch("Updating \(name)", for: context) { writer in
                if resultType == .updatedObjectIDsResultType { keys += try update.keys(writer) }
                count += try update.run(writer)
            }
        }
        let result: Any =
            switch resultType {
            case .statusOnlyResultType: NSNumber(value: true)
            case .updatedObjectIDsResultType: keys.map(context.makeID)
            case .updatedObjectsCountResultType: NSNumber(value: count)
            }
        return NSBatchUpdateResult(result, resultType)
    }
}

import Foundation

/// Sets attributes of many rows straight in the store: no context, no validation.
///
/// Every row gets a new version, so an object that a context has changed meanwhile conflicts when
/// it is saved. Execute the request with `execute(_:)` of a context, which gets nothing of it.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    private let name: String
    private var resolved: NSEntityDescription?

    /// A request for the objects of an entity, by name.
    public init(entityName: String) {
        name = entityName
        super.init()
    }

    /// A request for the objects of an entity.
    public init(entity: NSEntityDescription) {
        name = entity.name ?? ""
        resolved = entity
        super.init()
    }

    /// The name of the entity.
    open var entityName: String { name }

    /// The entity.
    ///
    /// - Precondition: it was given, or the request was executed.
    open var entity: NSEntityDescription {
        guard let resolved else {
            fatalError(
                """
                The batch update of “\(name)” has no entity before it is executed: ask for \
                entityName, or make the request with init(entity:)
                """)
        }
        return resolved
    }

    /// Which objects; `nil` for all.
    open var predicate: NSPredicate?
    /// Whether objects of the entity's subentities are updated too.
    open var includesSubentities = true
    /// What the result holds.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// Constants or `NSExpression`s, by attribute or by its name; `NSNull` for nil.
    open var propertiesToUpdate: [AnyHashable: Any]?

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    /// A copy, which may be changed without changing this request.
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

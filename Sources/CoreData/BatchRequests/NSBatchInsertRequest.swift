import Foundation

/// Inserts many rows directly into the store, without context, validation and relationships.
///
/// Attributes without a value get their default values. Execute it with a context's `execute(_:)`;
/// the context does not register the objects.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    private let name: String

    /// The name of the entity.
    open var entityName: String { name }

    /// The entity; if only its name was given, set by the execution.
    open internal(set) var entity: NSEntityDescription?

    /// The values of each object by attribute.
    open var objectsToInsert: [[String: Any]]?

    /// Fills the values of one object at a time, until it returns `true`.
    ///
    /// The dictionary of that last call is not inserted. The handler runs while the store is being
    /// written, and must not use a context of the same coordinator. The dictionary cannot be cast
    /// to a Swift dictionary; its `copy()` can.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

    /// The same as `dictionaryHandler` with a managed object, which the handler must not keep.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?

    /// The form of the result.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    /// Makes a request that inserts the objects in dictionaries.
    public init(entityName: String, objects dictionaries: [[String: Any]]) {
        name = entityName
        objectsToInsert = dictionaries
        super.init()
    }

    /// Makes a request that inserts the objects in dictionaries.
    public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        name = entity.name ?? ""
        self.entity = entity
        objectsToInsert = dictionaries
        super.init()
    }

    /// Makes a request that calls a block for one object after the other.
    public convenience init(
        entity: NSEntityDescription,
        dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entity: entity, objects: [])
        objectsToInsert = nil
        dictionaryHandler = handler
    }

    /// Makes a request that calls a block for one object after the other.
    public convenience init(
        entity: NSEntityDescription,
        managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entity: entity, objects: [])
        objectsToInsert = nil
        managedObjectHandler = handler
    }

    /// Makes a request that calls a block for one object after the other.
    public convenience init(
        entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName: entityName, objects: [])
        objectsToInsert = nil
        dictionaryHandler = handler
    }

    /// Makes a request that calls a block for one object after the other.
    public convenience init(
        entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entityName: entityName, objects: [])
        objectsToInsert = nil
        managedObjectHandler = handler
    }

    /// A copy, which the app may change without changing this request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchInsertRequest(entityName: name, objects: [])
        copy.entity = entity
        copy.objectsToInsert = objectsToInsert
        copy.dictionaryHandler = dictionaryHandler
        copy.managedObjectHandler = managedObjectHandler
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let target = try BatchTarget(self, entity: entity, name: name, in: context)
        entity = target.layout.entity
        // All new rows go to the first of the stores.
        let keys = try target.stores[0].writeBatch("Inserting \(name)", for: context) { writer in
            try BatchInsertion(self, target.layout, context, writer).run()
        }
        let result: Any =
            switch resultType {
            case .statusOnly: NSNumber(value: true)
            case .objectIDs: keys.map(context.makeID)
            case .count: NSNumber(value: keys.count)
            }
        return NSBatchInsertResult(result, resultType)
    }
}

import Foundation

/// Inserts many rows straight into the store: no context, no validation, no relationships.
///
/// Attributes that are not given get their default values. Execute it with `execute(_:)` of a
/// context, which gets nothing of it.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    private let name: String

    /// The name of the entity.
    open var entityName: String { name }

    /// The entity; resolved by the execution where only its name was given.
    open internal(set) var entity: NSEntityDescription?

    /// The values of each object by attribute.
    open var objectsToInsert: [[String: Any]]?

    /// Fills the values of one object at a time, until it returns `true`: then there are no more,
    /// and what it was given is not inserted. It runs while the store is written, and must not use
    /// a context of the same coordinator.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

    /// `dictionaryHandler` with a managed object, which is not to be kept.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?

    /// What the result holds.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    /// A request that inserts objects given as dictionaries.
    public init(entityName: String, objects dictionaries: [[String: Any]]) {
        name = entityName
        objectsToInsert = dictionaries
        super.init()
    }

    /// A request that inserts objects given as dictionaries.
    public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        name = entity.name ?? ""
        self.entity = entity
        objectsToInsert = dictionaries
        super.init()
    }

    /// A request that asks a block for the objects, one after the other.
    public convenience init(
        entity: NSEntityDescription,
        dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entity: entity, objects: [])
        objectsToInsert = nil
        dictionaryHandler = handler
    }

    /// A request that asks a block for the objects, one after the other.
    public convenience init(
        entity: NSEntityDescription,
        managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entity: entity, objects: [])
        objectsToInsert = nil
        managedObjectHandler = handler
    }

    /// A request that asks a block for the objects, one after the other.
    public convenience init(
        entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName: entityName, objects: [])
        objectsToInsert = nil
        dictionaryHandler = handler
    }

    /// A request that asks a block for the objects, one after the other.
    public convenience init(
        entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entityName: entityName, objects: [])
        objectsToInsert = nil
        managedObjectHandler = handler
    }

    /// A copy, which may be changed without changing this request.
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
        // New rows have one place: the first of the stores.
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

import CoreData
import Foundation

/// The model of the random programs of history: pairs that are saved together, and tallies that
/// batch requests write.
///
///     Folder(title) ←──→→ Item(name, image in a file or not)         Tally(owner, key, value)
enum AlbumStore {
    static func model() -> NSManagedObjectModel {
        let image = attribute("image", .binaryDataAttributeType)
        image.allowsExternalBinaryDataStorage = true
        let item = entity("Item", [attribute("name", .stringAttributeType), image])
        let folder = entity("Folder", [attribute("title", .stringAttributeType)])
        let tally = entity(
            "Tally", ["owner", "key", "value"].map { attribute($0, .integer64AttributeType) })
        let items = NSRelationshipDescription()
        let parent = NSRelationshipDescription()
        (items.name, items.destinationEntity, items.inverseRelationship) = ("items", item, parent)
        (parent.name, parent.destinationEntity, parent.inverseRelationship) =
            ("folder", folder, items)
        parent.maxCount = 1
        folder.properties.append(items)
        item.properties.append(parent)
        let model = NSManagedObjectModel()
        model.entities = [folder, item, tally]
        return model
    }

    private static func entity(
        _ name: String, _ properties: [NSPropertyDescription]
    ) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }

    static func coordinator(
        _ model: NSManagedObjectModel, at path: String, _ options: [AnyHashable: Any]
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(filePath: path),
            options: options.merging([NSPersistentHistoryTrackingKey: true]) { $1 })
        return coordinator
    }

    static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        return context
    }

    // MARK: Images

    /// The image of a tag: `L7` has more than 100 KiB, `s7` lies in the row, `-` is nil.
    static func image(_ tag: String) -> Data? {
        guard let number = UInt8(tag.dropFirst()) else { return nil }
        return Data(repeating: number, count: tag.hasPrefix("L") ? 103_000 : 100 + Int(number))
    }

    private static func tag(_ image: Data?) -> String {
        guard let image else { return "-" }
        let tag = (image.count > 1_000 ? "L" : "s") + "\(image.first ?? 0)"
        return Self.image(tag) == image ? tag : "other \(image.count) bytes"
    }

    // MARK: Rows

    static func folder(_ pair: Int, _ stamp: Int) -> String { "Folder \(pair) \(stamp)" }

    static func item(_ pair: Int, _ stamp: Int, _ tag: String) -> String {
        "Item \(pair) \(stamp) \(tag)"
    }

    static func tally(_ owner: Int, _ key: Int, _ value: Int) -> String {
        "Tally \(owner) \(key) \(value)"
    }

    /// A line for each row of an entity, unsorted, read as faults that fire one by one.
    static func rows(_ entity: String, _ context: NSManagedObjectContext) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.includesPropertyValues = false
        return try context.performAndWait {
            try context.fetch(request).map { object in
                func text(_ key: String) -> String { "\(object.value(forKey: key) ?? "nil")" }
                return switch entity {
                case "Folder": "Folder \(text("title"))"
                case "Item": "Item \(text("name")) \(tag(object.value(forKey: "image") as? Data))"
                default: "Tally \(text("owner")) \(text("key")) \(text("value"))"
                }
            }
        }
    }

    // MARK: History

    static func history<Value>(
        _ request: NSPersistentHistoryChangeRequest, _ context: NSManagedObjectContext
    ) throws -> Value {
        let result = try context.performAndWait {
            try context.execute(request) as? NSPersistentHistoryResult
        }
        guard let value = result?.result as? Value else {
            throw CocoaError(.persistentStoreOperation)
        }
        return value
    }

    static func transactions(
        after token: NSPersistentHistoryToken?, _ context: NSManagedObjectContext
    ) throws -> [NSPersistentHistoryTransaction] {
        try history(.fetchHistory(after: token), context)
    }

    /// The changes of a transaction, sorted: `insert Folder`, `update Item image name`.
    static func words(_ transaction: NSPersistentHistoryTransaction) -> [String] {
        (transaction.changes ?? []).map { change in
            let names = (change.updatedProperties ?? []).map(\.name).sorted()
            return (["\(change.changeType)", change.changedObjectID.entity.name ?? ""] + names)
                .joined(separator: " ")
        }.sorted()
    }
}

import CoreData
import Foundation
import Testing

/// Short forms for tests about persistent history.
enum Histories {
    static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

    /// Items in a folder, whose names and marks outlive them.
    ///
    ///     Folder ←──→→ Item ←── Photo (a subentity)
    static func model() -> NSManagedObjectModel {
        let name = Make.attribute("name", .stringAttributeType)
        let mark = Make.attribute("mark", .integer64AttributeType)
        for attribute in [name, mark] { attribute.preservesValueInHistoryOnDeletion = true }
        let item = Make.entity(
            "Item", nil,
            [
                name, mark, Make.attribute("text", .stringAttributeType),
                Make.attribute("passing", .stringAttributeType, isTransient: true),
            ])
        let photo = Make.entity("Photo", nil, [Make.attribute("width", .integer64AttributeType)])
        item.subentities = [photo]
        let folder = Make.entity("Folder", nil, [Make.attribute("title", .stringAttributeType)])
        Make.join(
            folder, Make.relationship("items", to: item, many: true),
            item, Make.relationship("folder", to: folder, many: false))
        return Make.model(folder, item, photo)
    }

    static func store(_ more: [AnyHashable: Any] = [:]) throws -> TestStore {
        try TestStore(model: model(), options: options.merging(more) { $1 })
    }

    /// A second coordinator on a store's file.
    static func other(
        on store: TestStore, _ options: [AnyHashable: Any] = options
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: store.coordinator.managedObjectModel)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: options)
        return coordinator
    }
}

extension NSManagedObjectContext {
    /// The result of a request about history, on the context's queue.
    func history<T>(
        _ request: NSPersistentHistoryChangeRequest, _ type: T.Type
    ) throws -> T {
        let result = try performAndWait { try execute(request) as? NSPersistentHistoryResult }
        let value = try #require(result?.result)
        return try #require(value as? T)
    }

    func transactions(
        after token: NSPersistentHistoryToken? = nil
    ) throws -> [NSPersistentHistoryTransaction] {
        try history(.fetchHistory(after: token), [NSPersistentHistoryTransaction].self)
    }

    var currentHistoryToken: NSPersistentHistoryToken? {
        persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    }
}

extension NSPersistentHistoryTransaction {
    /// Its changes in short: `insert Item/p1`.
    var words: [String] { (changes ?? []).map(\.words) }
}

extension NSPersistentHistoryChange {
    var words: String {
        let url = changedObjectID.uriRepresentation()
        let names = (updatedProperties ?? []).map(\.name).sorted()
        let list = names.isEmpty ? "" : " (\(names.joined(separator: " ")))"
        return "\(changeType) \(changedObjectID.entity.name ?? "")/\(url.lastPathComponent)\(list)"
    }
}

extension TestStore {
    /// Changes the store's file past the engine.
    func run(_ text: String) throws {
        _ = try sql(text)
    }
}

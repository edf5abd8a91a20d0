import CoreData
import Foundation
import Testing

/// History of a store that is opened with another version of its model.
@Suite(.inVirtualTime) struct `Migrated history` {
    /// A store of the first version, closed, with history about an item and a folder.
    ///
    ///     1  insert Folder/p1, insert Item/p1
    ///     2  update Item/p1 (mark text)
    ///     3  delete Item/p1
    private func store() throws -> TestStore {
        let store = try Histories.store()
        let context = store.context()
        try context.performAndWait {
            context.make("Folder", ["title": "f"])
            let item = context.make("Item", ["name": "a", "mark": 1])
            try context.save()
            item.setValue("t", forKey: "text")
            item.setValue(2, forKey: "mark")
            try context.save()
            context.delete(item)
            try context.save()
        }
        try store.close()
        return store
    }

    private func migrated(
        _ store: TestStore, _ change: (NSManagedObjectModel) throws -> Void
    ) throws -> NSManagedObjectContext {
        let model = Histories.model()
        try change(model)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let automatic: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: Histories.options.merging(automatic) { $1 })
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func close(_ context: NSManagedObjectContext) throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `History speaks of the new version's entities and properties`() throws {
        let store = try store()
        let context = try migrated(store) { model in
            // An entity before all others, a property before and one between the others.
            model.entities.append(
                Make.entity("Album", nil, [Make.attribute("name", .stringAttributeType)]))
            let item = try #require(model.entitiesByName["Item"])
            item.properties += [
                Make.attribute("age", .integer64AttributeType),
                Make.attribute("note", .stringAttributeType),
            ]
            let text = try #require(item.propertiesByName["text"])
            text.name = "body"
            text.renamingIdentifier = "text"
        }
        let all = try context.transactions()
        #expect(
            all.map(\.words) == [
                ["insert Folder/p1", "insert Item/p1"], ["update Item/p1 (body mark)"],
                ["delete Item/p1"], [],
            ])
        #expect(all[2].changes?[0].tombstone as NSDictionary? == ["name": "a", "mark": 2])
        #expect(all[3].author == "com.apple.coredata.schemamigrator")
        #expect(try context.transactions(after: all[1].token).map(\.transactionNumber) == [3, 4])
        try close(context)
    }

    @Test func `History ends at the last transaction of a dropped entity`() throws {
        let store = try store()
        let context = try migrated(store) { model in
            let folder = try #require(model.entitiesByName["Folder"])
            let item = try #require(model.entitiesByName["Item"])
            item.properties.removeAll { $0.name == "folder" }
            model.entities.removeAll { $0 === folder }
        }
        #expect(
            try context.transactions().map(\.words) == [
                ["update Item/p1 (mark text)"], ["delete Item/p1"], [],
            ])
        try close(context)
    }

    @Test func `History ends where another version preserved other values`() throws {
        let store = try store()
        let context = try migrated(store) { model in
            let item = try #require(model.entitiesByName["Item"])
            let name = item.propertiesByName["name"] as? NSAttributeDescription
            name?.preservesValueInHistoryOnDeletion = false
        }
        #expect(try context.transactions().map(\.words) == [[]])
        try close(context)
    }
}

import CoreData
import Foundation
import Testing

/// Composite attributes: a place with a street and coordinates, which are composite themselves.
@Suite(.inVirtualTime) struct `Composite attributes` {
    private static func composite(
        _ name: String, _ elements: [NSAttributeDescription]
    ) -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        composite.elements = elements
        return composite
    }

    private static func model() -> NSManagedObjectModel {
        Make.model(
            Make.entity(
                "Shop", nil,
                [
                    Make.attribute("name", .stringAttributeType),
                    composite(
                        "place",
                        [
                            Make.attribute("street", .stringAttributeType),
                            Make.attribute("name", .stringAttributeType),
                            composite(
                                "at",
                                [
                                    Make.attribute("latitude", .doubleAttributeType),
                                    Make.attribute("longitude", .doubleAttributeType),
                                ]),
                        ]),
                ]))
    }

    private func withShop(
        _ body: (NSManagedObject, NSManagedObjectContext, TestStore) throws -> Void
    ) throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let shop = context.make("Shop", ["name": "A"])
            shop.setValue(
                ["street": "Long Street", "at": ["latitude": 52.5, "longitude": 13.4]]
                    as [String: Any],
                forKey: "place")
            try context.save()
            try body(shop, context, store)
        }
    }

    @Test func `History names the composite attribute that an update changed`() throws {
        let store = try TestStore(model: Self.model(), options: Histories.options)
        let context = store.context()
        try context.performAndWait {
            let shop = context.make("Shop", ["name": "A", "place": ["street": "Long Street"]])
            try context.save()
            shop.setValue(["street": "High Street"], forKey: "place")
            try context.save()
            let update = NSBatchUpdateRequest(entityName: "Shop")
            update.propertiesToUpdate = ["place.at.latitude": 52.5]
            try context.execute(update)
        }
        let updates = try context.transactions().dropFirst().compactMap(\.changes?.first)
        #expect(
            updates.map { $0.updatedProperties?.map(\.name) } == [["place"], ["place"]])
    }

    @Test func `A dictionary is saved in a column an element, and read again`() throws {
        try withShop { shop, context, store in
            context.refresh(shop, mergeChanges: false)
            let place = try #require(shop.value(forKey: "place") as? [String: Any])
            #expect(place["street"] as? String == "Long Street" && place.count == 2)
            #expect((place["at"] as? [String: Any])?["longitude"] as? Double == 13.4)
            #expect(shop.text("name") == "A")
            #expect(
                try store.sql("SELECT ZNAME, ZNAME1, ZSTREET, ZLATITUDE FROM ZSHOP").first?.map {
                    $0 ?? ""
                }.sorted() == ["", "52.5", "A", "Long Street"])
        }
    }

    @Test func `The whole is set: elements that a dictionary lacks become nil`() throws {
        try withShop { shop, context, _ in
            shop.setValue(["name": "Corner"], forKey: "place")
            try context.save()
            context.refresh(shop, mergeChanges: false)
            let place = try #require(shop.value(forKey: "place") as? [String: Any])
            #expect(place.count == 1 && place["name"] as? String == "Corner")
            shop.setValue(nil, forKey: "place")
            #expect(shop.value(forKey: "place") == nil)
            #expect(shop.changedValues()["place"] is NSNull)
            let committed = shop.committedValues(forKeys: ["place"])["place"] as? [String: Any]
            #expect(committed?["name"] as? String == "Corner")
        }
    }

    @Test func `Predicates and orders name elements by their path`() throws {
        try withShop { shop, context, _ in
            let other = context.make("Shop", ["name": "B"])
            other.setValue(["street": "Short Street"], forKey: "place")
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                let long = try context.all(
                    "Shop", NSPredicate(format: "place.street BEGINSWITH 'L'"))
                #expect(long == [shop])
                let north = NSPredicate(format: "place.at.latitude > 50")
                #expect(try context.all("Shop", north) == [shop])
                #expect(
                    try context.all("Shop", sortedBy: "place.street").map { $0.text("name") }
                        == ["A", "B"])
            }
            #expect(shop.value(forKeyPath: "place.at.latitude") as? Double == 52.5)
        }
    }

    @Test func `A child's save and a rollback take composites along`() throws {
        try withShop { shop, context, store in
            let child = TestStore.child(of: context)
            let id = shop.objectID
            try child.performAndWait {
                child.object(with: id).setValue(["street": "New"], forKey: "place")
                try child.save()
            }
            #expect(shop.value(forKeyPath: "place.street") as? String == "New")
            context.rollback()
            #expect(shop.value(forKeyPath: "place.street") as? String == "Long Street")
        }
    }

    @Test func `A migration keeps them`() throws {
        try withShop { _, context, store in
            try store.close()
            let next = Self.model()
            next.entitiesByName["Shop"]!.properties.append(
                Make.attribute("rank", .integer16AttributeType))
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: next)
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: true,
                    NSInferMappingModelAutomaticallyOption: true,
                ])
            let reader = NSManagedObjectContext(.privateQueue)
            reader.persistentStoreCoordinator = coordinator
            try reader.performAndWait {
                let shop = try #require(try reader.all("Shop").first)
                #expect(shop.value(forKeyPath: "place.at.longitude") as? Double == 13.4)
            }
            for open in coordinator.persistentStores { try coordinator.remove(open) }
        }
    }

    @Test(arguments: [NSBinaryStoreType, NSXMLStoreType])
    func `Stores of other types keep them, too`(_ type: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("composite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for isFirst in [true, false] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
            try coordinator.addPersistentStore(
                ofType: type, configurationName: nil, at: folder.appendingPathComponent("a"))
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                if isFirst {
                    context.make("Shop").setValue(["street": "Long"], forKey: "place")
                    return try context.save()
                }
                let found = try context.all("Shop", NSPredicate(format: "place.street == 'Long'"))
                #expect(found.count == 1)
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
    }

    @Test func `A key that is no element traps`() async {
        await #expect(processExitsWith: .failure) {
            let store = try TestStore(model: `Composite attributes`.model())
            let context = store.context()
            context.performAndWait {
                context.make("Shop").setValue(["town": "X"], forKey: "place")
            }
        }
    }
}

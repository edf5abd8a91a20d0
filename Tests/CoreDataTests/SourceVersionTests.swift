import CoreData
import Foundation
import RandomPrograms
import Testing

/// Stores of Apple's framework among several versions of their model: the columns and rows of their
/// tables show the right version.
@Suite(.inVirtualTime) struct `Stores of Apple's among versions` {
    private static var automatic: [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
    }

    private static func attribute(_ name: String, _ type: String = "String") -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
    }

    /// Versions of an entity `Item`, each with its own properties.
    private func withVersions(
        _ versions: [String], _ body: (_ package: URL, _ store: URL) throws -> Void
    ) throws {
        try ModelSamples.withDirectory { directory in
            let package = directory.appendingPathComponent("Items.xcdatamodeld")
            for (index, properties) in versions.enumerated() {
                try ForeignStore.write(
                    "<model><entity name=\"Item\">\(properties)</entity></model>",
                    version: index + 1, to: package)
            }
            try body(package, directory.appendingPathComponent("store.sqlite"))
        }
    }

    private func withContext<T>(
        _ version: Int, _ package: URL, _ url: URL, _ options: [AnyHashable: Any] = [:],
        _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: try ForeignStore.model(version, in: package))
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        defer { try? coordinator.remove(store) }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try body(context) }
    }

    /// A closed store of a version with one item, that looks like Apple's.
    private func make(
        _ version: Int, _ package: URL, _ url: URL, _ values: [String: Any?]
    ) throws {
        try withContext(version, package, url) { context in
            context.make("Item", values)
            try context.save()
        }
        try ForeignStore.disguise(url, entities: ["Item"])
    }

    private static let growing = [
        attribute("a"), attribute("a") + attribute("b"),
        attribute("a") + attribute("b") + attribute("c"),
        attribute("a") + attribute("b") + attribute("c") + attribute("d"),
    ]

    @Test func `A store migrates from its own version, not from an older one beside it`() throws {
        try withVersions(Self.growing) { package, url in
            try make(3, package, url, ["a": "1", "b": "2", "c": "3"])
            try withContext(4, package, url, Self.automatic) { context in
                let item = try #require(try context.all("Item").first)
                #expect(["a", "b", "c", "d"].map { item.text($0) } == ["1", "2", "3", nil])
            }
        }
    }

    @Test func `The model of an older version does not open a newer store`() throws {
        try withVersions(Self.growing) { package, url in
            try make(3, package, url, ["a": "1", "c": "3"])
            let before = try Data(contentsOf: url)
            for version in [1, 2, 4] {
                let error = #expect(throws: NSError.self) {
                    try withContext(version, package, url) { _ in }
                }
                #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
                #expect(try Data(contentsOf: url) == before)
            }
            let found = try withContext(3, package, url) { try $0.all("Item").first?.text("c") }
            #expect(found == "3")
        }
    }

    @Test func `An older app does not drop what a newer one stored`() throws {
        try withVersions(Self.growing) { package, url in
            try withContext(3, package, url, Self.automatic) { context in
                context.make("Item", ["a": "1", "c": "3"])
                try context.save()
            }
            let before = try Data(contentsOf: url)
            // Its package ends with the second version.
            for version in ["V3", "V4"] {
                try FileManager.default.removeItem(
                    at: package.appendingPathComponent("\(version).xcdatamodel"))
            }
            for version in 1...2 {
                let error = #expect(throws: NSError.self) {
                    try withContext(version, package, url, Self.automatic) { _ in }
                }
                #expect(error?.code == NSMigrationMissingSourceModelError)
                #expect(try Data(contentsOf: url) == before)
            }
        }
    }

    @Test func `A column of another type, or a table that is left over, is another version`() throws
    {
        let versions = [Self.attribute("a", "Integer 64"), Self.attribute("a", "Date")]
        try withVersions(versions) { package, url in
            try make(1, package, url, ["a": 1])
            let error = #expect(throws: NSError.self) {
                try withContext(2, package, url) { _ in }
            }
            #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
            _ = try TestStore.sql("CREATE TABLE Z_1PARTS ( Z_1WHOLES INTEGER )", url)
            let left = #expect(throws: NSError.self) {
                try withContext(1, package, url) { _ in }
            }
            #expect(left?.code == NSPersistentStoreIncompatibleVersionHashError)
            // The tables of Apple's framework for itself have other names.
            _ = try TestStore.sql("ALTER TABLE Z_1PARTS RENAME TO ANSCKMETADATAENTRY", url)
            let count = try withContext(1, package, url) { try $0.all("Item").count }
            #expect(count == 1)
        }
    }

    @Test func `Of versions with the same tables the values tell which one it was`() throws {
        // 70,000 exceeds 16 bits: the store is of version 1, which does not lead to version 3.
        let versions = [
            Self.attribute("a", "Integer 32"), Self.attribute("a", "Integer 16"),
            Self.attribute("a", "Integer 16") + Self.attribute("b"),
        ]
        try withVersions(versions) { package, url in
            try make(1, package, url, ["a": 70_000])
            let error = #expect(throws: NSError.self) {
                try withContext(3, package, url, Self.automatic) { _ in }
            }
            #expect(error?.code == NSInferredMappingModelError)
            // A value of either: the version that leads to the destination.
            _ = try TestStore.sql("UPDATE ZITEM SET ZA = 7", url)
            let found = try withContext(3, package, url, Self.automatic) {
                try $0.all("Item").first?.int("a")
            }
            #expect(found == 7)
        }
    }
}

/// Migrations compare the written store with the old one before it takes the store's place.
@Suite(.inVirtualTime) struct `Losses in migrations` {
    private static var automatic: [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
    }

    private func model(_ change: (ArchiveModel.Editor) throws -> Void = { _ in }) rethrows
        -> NSManagedObjectModel
    {
        try ArchiveModel.make(change)
    }

    /// A store whose hashes name a version without `mail`, and which has one all the same.
    private func storeWithMail(_ type: NSPersistentStore.StoreType) throws -> TypedStore {
        let store = try TypedStore(type, model: model())
        try ArchiveModel.fill(store.context())
        try store.close()
        if type == .sqlite {
            _ = try TestStore.sql("ALTER TABLE ZPERSON ADD COLUMN ZMAIL VARCHAR", store.url)
            _ = try TestStore.sql("UPDATE ZPERSON SET ZMAIL = 'x' WHERE Z_PK = 1", store.url)
        } else {
            let text = try String(contentsOf: store.url, encoding: .utf8)
            let changed = text.replacingOccurrences(
                of: "<attribute name=\"age\" type=\"integer\">",
                with: "<attribute name=\"mail\" type=\"text\">")
            #expect(changed != text)
            try Data(changed.utf8).write(to: store.url)
        }
        return store
    }

    @Test func `A value that the new version would have and that would be lost is error 134110`()
        throws
    {
        let next: (ArchiveModel.Editor) throws -> Void = {
            try $0.add(ArchiveModel.optional("mail", .stringAttributeType), to: "Person")
        }
        let types: [NSPersistentStore.StoreType] = [.sqlite, .xml]
        for type in types {
            let store = try storeWithMail(type)
            let before = try Data(contentsOf: store.url)
            let error = #expect(throws: NSError.self) {
                try store.reopen(try model(next), options: Self.automatic)
            }
            #expect(error?.code == NSMigrationError, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains("Person/p1, mail") == true)
            #expect(try Data(contentsOf: store.url) == before)
            let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(files.count == 1)
            guard type == .sqlite else { continue }
            // Where no row has a value nothing is lost.
            _ = try TestStore.sql("UPDATE ZPERSON SET ZMAIL = NULL", store.url)
            try store.reopen(try model(next), options: Self.automatic)
        }
    }

    @Test func `A migrated store opens again after it was saved to`() throws {
        let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]
        for type in types {
            let store = try TypedStore(type, model: model())
            try ArchiveModel.fill(store.context())
            let next: (ArchiveModel.Editor) throws -> Void = {
                try $0.remove("age", from: "Person")
            }
            try store.reopen(try model(next), options: Self.automatic)
            let context = store.context()
            try context.performAndWait {
                context.make("Person", ["name": "Cid"])
                try context.save()
            }
            try store.reopen(try model(next))
            let reader = store.context()
            let count = try reader.performAndWait { try reader.all("Person").count }
            #expect(count == 3)
        }
    }

    @Test func `Members keep their order when their inverse becomes to-many`() throws {
        let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]
        for type in types {
            let ordered: (ArchiveModel.Editor) throws -> Void = {
                try $0.relationship("Person", "notes").isOrdered = true
            }
            let store = try TypedStore(type, model: try model(ordered))
            let writer = store.context()
            try writer.performAndWait {
                let notes = ["c", "a", "b"].map { writer.make("Note", ["text": $0]) }
                let shown = NSOrderedSet(array: [notes[2], notes[0], notes[1]])
                writer.make("Person", ["name": "Ann", "notes": shown])
                try writer.save()
            }
            try store.reopen(
                try model {
                    try ordered($0)
                    try $0.relationship("Note", "owner").maxCount = 0
                }, options: Self.automatic)
            let reader = store.context()
            try reader.performAndWait {
                let person = try #require(try reader.all("Person").first)
                let notes = (person.value(forKey: "notes") as? NSOrderedSet)?.array ?? []
                #expect(notes.map { ($0 as? NSManagedObject)?.text("text") } == ["b", "c", "a"])
            }
        }
    }
}

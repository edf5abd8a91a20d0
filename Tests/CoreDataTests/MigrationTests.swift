import CoreData
import Foundation
import Testing

/// Lightweight migration: a store of one version of a model opened with another.
@Suite(.inVirtualTime) struct `Migration` {
    private static let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]
    private static var automatic: [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
    }

    /// A filled store of the first version, closed.
    private func store(_ type: NSPersistentStore.StoreType) throws -> TypedStore {
        let store = try TypedStore(type, model: ArchiveModel.make())
        try ArchiveModel.fill(store.context())
        try store.close()
        return store
    }

    /// Migrates a store of each type, and checks its content: at once, and opened again.
    private func migrate(
        _ change: (ArchiveModel.Editor) throws -> Void,
        _ check: (NSManagedObjectContext) throws -> Void
    ) throws {
        for type in Self.types {
            let store = try store(type)
            try store.reopen(try ArchiveModel.make(change), options: Self.automatic)
            let first = store.context()
            try first.performAndWait { try check(first) }
            try store.reopen(try ArchiveModel.make(change))
            let second = store.context()
            try second.performAndWait { try check(second) }
            if type == .sqlite {
                #expect(try TestStore.sql("PRAGMA integrity_check", store.url) == [["ok"]])
                let left = try TestStore.sql(
                    "SELECT name FROM sqlite_master WHERE name LIKE 'ZOLD%'", store.url)
                #expect(left == [])
            }
        }
    }

    /// Expects that a migration is refused with a code, and leaves the file byte for byte.
    private func expectRefusal(
        _ code: Int, options: [AnyHashable: Any] = Self.automatic, of store: TypedStore? = nil,
        _ change: (ArchiveModel.Editor) throws -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for store in try store.map({ [$0] }) ?? Self.types.map(self.store) {
            let before = try Data(contentsOf: store.url)
            let model = try ArchiveModel.make(change)
            let error = #expect(throws: NSError.self, sourceLocation: location) {
                try store.reopen(model, options: options)
            }
            #expect(error?.domain == NSCocoaErrorDomain, sourceLocation: location)
            #expect(
                error?.code == code, "\(store.type.rawValue): \(String(describing: error))",
                sourceLocation: location)
            #expect(try Data(contentsOf: store.url) == before, sourceLocation: location)
            // A connection that only reads cannot take its index of the log away.
            guard options[NSReadOnlyPersistentStoreOption] == nil else { continue }
            let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(files.count == 1, sourceLocation: location)
        }
    }

    private func names(_ context: NSManagedObjectContext, _ entity: String, _ key: String) throws
        -> [String?]
    {
        try context.all(entity, nil, sortedBy: key).map { $0.text(key) }
    }

    // MARK: What can be inferred

    @Test func `An added attribute has its default value, a removed one is gone`() throws {
        try migrate { edit in
            let rank = ArchiveModel.optional("rank", .integer64AttributeType)
            rank.isOptional = false
            rank.defaultValue = 5
            try edit.add(rank, to: "Person")
            let mail = ArchiveModel.text("mail")
            mail.defaultValue = "it's"
            try edit.add(mail, to: "Person")
            try edit.add(ArchiveModel.optional("seen", .dateAttributeType), to: "Person")
            try edit.remove("age", from: "Person")
        } _: { context in
            let persons = try context.all("Person", nil, sortedBy: "name")
            #expect(persons.map { $0.text("name") } == ["Ann", "Bob"])
            #expect(persons.map { $0.int("rank") } == [5, 5])
            #expect(persons.map { $0.text("mail") } == ["it's", "it's"])
            #expect(persons.allSatisfy { $0.value(forKey: "seen") == nil })
            #expect(persons[0].entity.attributesByName["age"] == nil)
            #expect(Set(persons[0].many("notes").map { $0.text("text") }) == ["one", "three"])
        }
    }

    @Test func `Renamed entities, attributes and relationships keep what they have`() throws {
        try migrate { edit in
            try edit.rename("text", of: "Note", to: "body")
            try edit.rename("owner", of: "Note", to: "author")
            try edit.rename("labels", of: "Note", to: "marks")
            try edit.rename("Note", to: "Article")
            try edit.rename("Person", to: "Writer")
        } _: { context in
            #expect(try names(context, "Article", "body") == ["one", "three", "two"])
            #expect(try names(context, "Report", "body") == ["three"])
            let one = try #require(
                try context.all("Article", NSPredicate(format: "body == 'one'")).first)
            #expect(one.one("author")?.text("name") == "Ann")
            #expect(one.one("author")?.entity.name == "Writer")
            #expect(Set(one.many("marks").map { $0.text("name") }) == ["red", "blue"])
            let red = try #require(
                try context.all("Label", NSPredicate(format: "name == 'red'")).first)
            #expect(red.one("sample")?.entity.name == "Report")
            #expect(red.one("sample")?.int("code") == 7)
        }
    }

    @Test func `An added entity gives the others new numbers`() throws {
        try migrate { edit in
            edit.model.entities.append(
                ModelSamples.entity(
                    "Airport", [ArchiveModel.optional("code", .stringAttributeType)]))
        } _: { context in
            #expect(try context.all("Airport").isEmpty)
            #expect(try names(context, "Label", "name") == ["blue", "red"])
            let report = try #require(try context.all("Report").first)
            #expect(report.one("owner")?.text("name") == "Ann")
            #expect(report.many("sampleOf").count == 1)
            #expect(Set(report.many("labels").map { $0.text("name") }) == ["red"])
        }
    }

    @Test func `A removed entity takes its objects along, and references to them`() throws {
        try migrate { edit in
            try edit.removeEntity("Report")
        } _: { context in
            #expect(try names(context, "Note", "text") == ["one", "two"])
            let labels = try context.all("Label", nil, sortedBy: "name")
            #expect(labels.map { $0.one("sample")?.text("text") } == ["one", nil])
            #expect(labels.map { $0.many("notes").count } == [2, 1])
        }
        try migrate { edit in
            try edit.removeEntity("Label")
        } _: { context in
            let texts = try names(context, "Note", "text")
            #expect(texts == ["one", "three", "two"])
        }
    }

    @Test func `An attribute that has become mandatory takes its default value for nil`() throws {
        try migrate { edit in
            let age = try edit.attribute("Person", "age")
            age.isOptional = false
            age.defaultValue = -1
            let name = try edit.attribute("Person", "name")
            name.isOptional = true
        } _: { context in
            let persons = try context.all("Person", nil, sortedBy: "name")
            #expect(persons.map { $0.int("age") } == [30, -1])
        }
    }

    @Test func `A to-one that has become to-many holds what it led to`() throws {
        try migrate { edit in
            try edit.relationship("Note", "owner").maxCount = 0
        } _: { context in
            let notes = try context.all("Note", nil, sortedBy: "text")
            #expect(
                notes.map { $0.many("owner").map { $0.text("name") } } == [
                    ["Ann"], ["Ann"], ["Bob"],
                ])
            let ann = try #require(
                try context.all("Person", NSPredicate(format: "name == 'Ann'")).first)
            #expect(Set(ann.many("notes").map { $0.text("text") }) == ["one", "three"])
        }
        try migrate { edit in
            try edit.relationship("Label", "sample").maxCount = 0
        } _: { context in
            let labels = try context.all("Label", nil, sortedBy: "name")
            #expect(
                labels.map { $0.many("sample").map { $0.text("text") } } == [["one"], ["three"]])
        }
    }

    @Test func `Added relationships are empty, and a removed one leaves the objects`() throws {
        try migrate { edit in
            let (boss, staff) = ModelSamples.join(
                try edit.entity("Person"), "boss", maxCount: 1, try edit.entity("Person"), "staff",
                maxCount: 0)
            boss.isOptional = true
            staff.isOptional = true
            try edit.remove("labels", from: "Note")
            try edit.remove("notes", from: "Label")
        } _: { context in
            let persons = try context.all("Person", nil, sortedBy: "name")
            #expect(persons.allSatisfy { $0.one("boss") == nil && $0.many("staff").isEmpty })
            #expect(try names(context, "Label", "name") == ["blue", "red"])
        }
    }

    @Test func `A to-many that becomes ordered keeps its members, and takes an order`() throws {
        let store = try TypedStore(.sqlite, model: ArchiveModel.make())
        let writer = store.context()
        try writer.performAndWait {
            let notes = ["a", "b", "c"].map { writer.make("Note", ["text": $0]) }
            writer.make("Person", ["name": "Ann", "notes": Set(notes)])
            writer.make("Label", ["name": "red", "notes": Set(notes)])
            try writer.save()
        }
        try store.reopen(
            try ArchiveModel.make { edit in
                try edit.relationship("Person", "notes").isOrdered = true
                try edit.relationship("Label", "notes").isOrdered = true
            }, options: Self.automatic)
        for entity in ["Person", "Label"] {
            let context = store.context()
            let order = try context.performAndWait {
                let object = try #require(try context.all(entity).first)
                let notes = object.mutableOrderedSetValue(forKey: "notes")
                #expect(notes.count == 3)
                notes.moveObjects(at: [2], to: 0)
                try context.save()
                return notes.array.map { ($0 as? NSManagedObject)?.text("text") }
            }
            #expect(order.count == 3)
            let reader = store.context()
            try reader.performAndWait {
                let object = try #require(try reader.all(entity).first)
                let notes = (object.value(forKey: "notes") as? NSOrderedSet)?.array ?? []
                #expect(notes.map { ($0 as? NSManagedObject)?.text("text") } == order)
            }
        }
    }

    @Test(arguments: types) func `A to-many moved to the parent keeps its members or is refused`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        func model(ofParent isParents: Bool, isOrdered: Bool) -> NSManagedObjectModel {
            let name = Make.attribute("name", .stringAttributeType)
            let toy = Make.entity("Toy", nil, [name])
            let animal = Make.entity("Animal", nil, [])
            let dog = Make.entity("Dog", nil, [])
            animal.subentities = [dog]
            let owner = isParents ? animal : dog
            Make.join(
                owner, Make.relationship("toys", to: toy, many: true, isOrdered: isOrdered),
                toy, Make.relationship("owner", to: owner, many: false))
            return Make.model(animal, dog, toy)
        }
        for isOrdered in [false, true] {
            let store = try TypedStore(type, model: model(ofParent: false, isOrdered: isOrdered))
            let writer = store.context()
            try writer.performAndWait {
                let dog = writer.make("Dog")
                for name in ["ball", "bone"] { writer.make("Toy", ["name": name, "owner": dog]) }
                try writer.save()
            }
            let next = model(ofParent: true, isOrdered: isOrdered)
            guard !isOrdered else {
                let error = #expect(throws: NSError.self) {
                    try store.reopen(next, options: Self.automatic)
                }
                #expect(error?.code == NSInferredMappingModelError)
                #expect(error?.localizedDescription.contains("moved to a parent entity") == true)
                continue
            }
            try store.reopen(next, options: Self.automatic)
            let reader = store.context()
            try reader.performAndWait {
                let dog = try #require(try reader.all("Dog").first)
                #expect(Set(dog.many("toys").map { $0.text("name") }) == ["ball", "bone"])
            }
        }
    }

    @Test func `Ordered relationships keep their order`() throws {
        let ordered: (ArchiveModel.Editor) throws -> Void = { edit in
            try edit.relationship("Person", "notes").isOrdered = true
            try edit.relationship("Label", "notes").isOrdered = true
        }
        let store = try TypedStore(.sqlite, model: try ArchiveModel.make(ordered))
        let writer = store.context()
        try writer.performAndWait {
            let notes = ["c", "a", "b"].map { writer.make("Note", ["text": $0]) }
            writer.make("Person", ["name": "Ann", "notes": NSOrderedSet(array: notes)])
            let reversed = NSOrderedSet(array: notes.reversed())
            writer.make("Label", ["name": "red", "notes": reversed])
            try writer.save()
        }
        try store.reopen(
            try ArchiveModel.make { edit in
                try ordered(edit)
                edit.model.entities.append(ModelSamples.entity("Airport"))
                try edit.rename("notes", of: "Person", to: "papers")
            }, options: Self.automatic)
        let reader = store.context()
        try reader.performAndWait {
            let person = try #require(try reader.all("Person").first)
            let papers = (person.value(forKey: "papers") as? NSOrderedSet)?.array ?? []
            #expect(papers.map { ($0 as? NSManagedObject)?.text("text") } == ["c", "a", "b"])
            let label = try #require(try reader.all("Label").first)
            let notes = (label.value(forKey: "notes") as? NSOrderedSet)?.array ?? []
            #expect(notes.map { ($0 as? NSManagedObject)?.text("text") } == ["b", "a", "c"])
        }
    }

    @Test func `Objects that break a new constraint are error 134111`() throws {
        let store = try store(.sqlite)
        let constrain: (ArchiveModel.Editor) throws -> Void = {
            try $0.entity("Label").uniquenessConstraints = [["name"]]
        }
        _ = try TestStore.sql("UPDATE ZLABEL SET ZNAME = 'same'", store.url)
        try expectRefusal(NSMigrationConstraintViolationError, of: store, constrain)
        _ = try TestStore.sql("UPDATE ZLABEL SET ZNAME = 'other' WHERE Z_PK = 1", store.url)
        try store.reopen(try ArchiveModel.make(constrain), options: Self.automatic)
        let reader = store.context()
        let found = try reader.performAndWait { try names(reader, "Label", "name") }
        #expect(found == ["other", "same"])
    }

    @Test(arguments: [NSPersistentStore.StoreType.binary, .xml])
    func `An atomic store's are, too, before its file is written`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: ArchiveModel.make())
        let context = store.context()
        try context.performAndWait {
            for _ in 0..<2 { context.make("Label", ["name": "same"]) }
            try context.save()
        }
        try store.close()
        try expectRefusal(NSMigrationConstraintViolationError, of: store) {
            try $0.entity("Label").uniquenessConstraints = [["name"]]
        }
        // The former version still opens it.
        try store.reopen(try ArchiveModel.make())
        let reader = store.context()
        let found = try reader.performAndWait { try names(reader, "Label", "name") }
        #expect(found == ["same", "same"])
    }

    @Test func `A migrated store is saved to, and keys go on from where they were`() throws {
        for type in Self.types {
            let store = try store(type)
            try store.reopen(
                try ArchiveModel.make {
                    try $0.add(ArchiveModel.optional("rank", .integer64AttributeType), to: "Note")
                }, options: Self.automatic)
            let context = store.context()
            try context.performAndWait {
                let note = context.make("Note", ["rank": 1])
                try context.save()
                // Three notes exist, and a fourth existed.
                #expect(note.objectID.uriRepresentation().lastPathComponent == "p5")
                let one = try #require(
                    try context.all("Note", NSPredicate(format: "text == 'one'")).first)
                one.setValue(2, forKey: "rank")
                try context.save()
                #expect(try context.all("Note", NSPredicate(format: "rank > 0")).count == 2)
            }
        }
    }

    @Test func `Migrations follow each other, and none is done where none is needed`() throws {
        for type in Self.types {
            let store = try store(type)
            let identifier =
                try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    type: type, at: store.url)[NSStoreUUIDKey] as? String
            let first: (ArchiveModel.Editor) throws -> Void = {
                try $0.rename("text", of: "Note", to: "body")
            }
            try store.reopen(try ArchiveModel.make(first), options: Self.automatic)
            try store.reopen(
                try ArchiveModel.make { edit in
                    try edit.rename("text", of: "Note", to: "content")
                    // The version before called it so.
                    try #require(try edit.entity("Note").propertiesByName["content"])
                        .renamingIdentifier = "body"
                }, options: Self.automatic)
            let context = store.context()
            let contents = try context.performAndWait { try names(context, "Note", "content") }
            #expect(contents == ["one", "three", "two"])
            #expect(store.coordinator.persistentStores[0].identifier == identifier)
        }
    }

    // MARK: What cannot

    @Test func `Without the options another version is error 134100`() throws {
        let change: (ArchiveModel.Editor) throws -> Void = { try $0.remove("age", from: "Person") }
        try expectRefusal(NSPersistentStoreIncompatibleVersionHashError, options: [:], change)
        try expectRefusal(
            NSPersistentStoreIncompatibleVersionHashError,
            options: Self.automatic.merging([NSReadOnlyPersistentStoreOption: true]) { $1 }, change)
        try expectRefusal(
            NSMigrationMissingMappingModelError,
            options: [NSMigratePersistentStoresAutomaticallyOption: true], change)
    }

    @Test func `What does not follow without a doubt is error 134190, with the reasons`() throws {
        let changes: [(ArchiveModel.Editor) throws -> Void] = [
            { try $0.attribute("Person", "age").attributeType = .stringAttributeType },
            { try $0.attribute("Person", "age").isOptional = false },
            { try $0.add(ArchiveModel.text("mail"), to: "Person") },
            { try $0.relationship("Person", "notes").maxCount = 1 },
            { try $0.relationship("Note", "labels").maxCount = 1 },
            { try $0.relationship("Note", "owner").isOptional = false },
            { try $0.entity("Note").isAbstract = true },
            // A relationship to notes may lead to reports.
            { try $0.entity("Note").subentities = [] },
            { edit in
                try edit.remove("age", from: "Person")
                try edit.remove("name", from: "Label")
                try edit.rename("notes", of: "Label", to: "noted")
                let label = try edit.entity("Label")
                try edit.entity("Person").subentities = [label]
            },
        ]
        for change in changes { try expectRefusal(NSInferredMappingModelError, change) }
        let store = try store(.sqlite)
        let error = #expect(throws: NSError.self) {
            try store.reopen(
                try ArchiveModel.make { edit in
                    try edit.attribute("Person", "age").isOptional = false
                    try edit.attribute("Note", "size").attributeType = .stringAttributeType
                }, options: Self.automatic)
        }
        let reasons = error?.userInfo["reason"] as? [String]
        #expect(reasons?.contains { $0.contains("Person.age") } == true)
        #expect(reasons?.contains { $0.contains("Note.size") } == true)
    }

    @Test func `A version that nobody has is error 134130`() throws {
        let store = try store(.sqlite)
        _ = try TestStore.sql("DELETE FROM Z_MODELCACHE", store.url)
        try expectRefusal(NSMigrationMissingSourceModelError, of: store) {
            try $0.remove("age", from: "Person")
        }
    }

    @Test func `A migration that fails half-way leaves the store as it was`() throws {
        let store = try store(.sqlite)
        try store.reopen(ArchiveModel.make())
        let context = store.context()
        try context.performAndWait {
            for number in 0..<200 {
                context.make(
                    "Note", ["text": String(repeating: "x", count: 500), "size": Double(number)])
            }
            try context.save()
        }
        try store.close()
        let pages = try #require(
            try TestStore.sql("PRAGMA page_count", store.url)[0][0].flatMap(Int.init))
        let change: (ArchiveModel.Editor) throws -> Void = {
            try $0.rename("text", of: "Note", to: "body")
        }
        try expectRefusal(
            CocoaError.fileWriteOutOfSpace.rawValue,
            options: Self.automatic.merging(
                [NSSQLitePragmasOption: ["max_page_count": pages + 8]]) { $1 },
            of: store, change)
        try store.reopen(try ArchiveModel.make(change), options: Self.automatic)
        let reader = store.context()
        let count = try reader.performAndWait { try reader.all("Note").count }
        #expect(count == 203)
    }

    // MARK: Stores without a model of their own

    /// Versions of a model as Xcode keeps them, the last one current.
    private func write(_ versions: [String], to package: URL) throws {
        for (index, text) in versions.enumerated() {
            let version = package.appendingPathComponent("V\(index + 1).xcdatamodel")
            try FileManager.default.createDirectory(
                at: version, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
        }
        let current = try PropertyListSerialization.data(
            fromPropertyList: ["_XCCurrentVersionName": "V\(versions.count).xcdatamodel"],
            format: .xml, options: 0)
        try current.write(to: package.appendingPathComponent(".xccurrentversion"))
    }

    @Test func `The source version is found beside the current one, by its hashes`() throws {
        try ModelSamples.withDirectory { directory in
            let package = directory.appendingPathComponent("Notes.xcdatamodeld")
            let head = "<model><entity name=\"Note\">"
            let tail = "</entity></model>"
            let text = "<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"
            let body =
                "<attribute name=\"body\" optional=\"YES\" attributeType=\"String\" "
                + "elementID=\"text\"/>"
            try write([head + text + tail, head + body + tail], to: package)
            let old = try #require(
                NSManagedObjectModel(contentsOf: package.appendingPathComponent("V1.xcdatamodel")))
            let store = try TypedStore(.sqlite, model: old)
            let context = store.context()
            try context.performAndWait {
                context.make("Note", ["text": "A"])
                try context.save()
            }
            try store.close()
            _ = try TestStore.sql("DELETE FROM Z_MODELCACHE", store.url)
            let new = try #require(NSManagedObjectModel(contentsOf: package))
            try store.reopen(new, options: Self.automatic)
            let reader = store.context()
            let bodies = try reader.performAndWait { try names(reader, "Note", "body") }
            #expect(bodies == ["A"])
        }
    }

    @Test func `A store of Apple's migrates from the version whose tables it has`() throws {
        try ModelSamples.withDirectory { directory in
            let fixture = ModelSamples.moody.deletingLastPathComponent()
                .appendingPathComponent("Moody.sqlite")
            let url = directory.appendingPathComponent("Moody.sqlite")
            try FileManager.default.copyItem(at: fixture, to: url)
            let first = try String(
                contentsOf: ModelSamples.moody.appendingPathComponent("Moody.xcdatamodel/contents"),
                encoding: .utf8)
            let second = first.replacingOccurrences(
                of: "<attribute name=\"creatorID\" optional=\"YES\" ",
                with: "<attribute name=\"maker\" optional=\"YES\" elementID=\"creatorID\" "
            )
            .replacingOccurrences(
                of: "<entity name=\"Mood\"",
                with: "<entity name=\"Airline\" syncable=\"YES\"/><entity name=\"Mood\"")
            #expect(second != first)
            let package = directory.appendingPathComponent("Moody.xcdatamodeld")
            try write([first, second], to: package)
            let model = try #require(NSManagedObjectModel(contentsOf: package))
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                type: .sqlite, at: url, options: Self.automatic)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                #expect(try names(context, "Mood", "maker").count == 4)
                #expect(try context.all("Country").allSatisfy { $0.one("continent") != nil })
                let country = try #require(try context.all("Country").first)
                #expect(country.one("continent")?.many("countries").contains(country) == true)
                context.make("Mood", ["date": Date()])
                try context.save()
            }
            #expect(try TestStore.sql("PRAGMA integrity_check", url) == [["ok"]])
            #expect(
                try TestStore.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Mood'", url)
                    == [["117"]])
        }
    }

    @Test func `A container migrates its store by itself`() throws {
        let store = try store(.sqlite)
        let container = NSPersistentContainer(
            name: "Archive",
            managedObjectModel: try ArchiveModel.make { try $0.remove("age", from: "Person") })
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store.url)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        let context = container.newBackgroundContext()
        let count = try context.performAndWait { try context.all("Person").count }
        #expect(count == 2)
        try container.persistentStoreCoordinator.remove(
            container.persistentStoreCoordinator.persistentStores[0])
    }

    @Test func `A model comes back from its archive with the same hashes`() throws {
        let store = try store(.sqlite)
        let change: (ArchiveModel.Editor) throws -> Void = { _ in }
        let hashes = try ArchiveModel.make(change).entityVersionHashesByName
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: store.url)
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
        #expect(try TestStore.sql("SELECT count(*) FROM Z_MODELCACHE", store.url) == [["1"]])
    }
}

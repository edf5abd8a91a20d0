import CoreData
import Foundation
import Testing

/// Derived attributes in a store of this core: of Book `key`, `authorName`, `changed`, of Author
/// `bookCount`, `pages`, of Tag `bookCount`.
@Suite(.inVirtualTime) struct `Derived attributes` {
    private static func derived(
        _ name: String, _ type: NSAttributeType, _ expression: String
    ) -> NSDerivedAttributeDescription {
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        attribute.derivationExpression = NSExpression(format: expression)
        return attribute
    }

    private static func model() -> NSManagedObjectModel {
        let model = LibraryModel.make()
        model.entitiesByName["Book"]!.properties += [
            derived("key", .stringAttributeType, "canonical:(title)"),
            derived("loud", .stringAttributeType, "uppercase:(title)"),
            derived("authorName", .stringAttributeType, "author.name"),
            derived("changed", .dateAttributeType, "now()"),
        ]
        model.entitiesByName["Author"]!.properties += [
            derived("bookCount", .integer64AttributeType, "books.@count"),
            derived("years", .integer64AttributeType, "books.year.@sum"),
        ]
        model.entitiesByName["Tag"]!.properties += [
            derived("bookCount", .integer64AttributeType, "books.@count"),
            derived("years", .integer64AttributeType, "books.year.@sum"),
        ]
        return model
    }

    private func withStore(
        _ body: (TestStore, NSManagedObjectContext) throws -> Void
    ) throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait { try body(store, context) }
    }

    @Test func `A save computes them, and its own objects show them`() throws {
        try withStore { _, context in
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "Éden", "year": 1958, "author": author])
            #expect(book.text("key") == nil && author.int("bookCount") == nil)
            try context.save()
            #expect(book.text("key") == "eden" && book.text("loud") == "ÉDEN")
            #expect(book.text("authorName") == "Lem")
            #expect(author.int("bookCount") == 1 && author.int("years") == 1958)
            #expect(book.value(forKey: "changed") is Date)
            #expect(!context.hasChanges)
        }
    }

    @Test func `They follow each kind of change`() throws {
        try withStore { _, context in
            let lem = context.make("Author", ["name": "Lem"])
            let dick = context.make("Author", ["name": "Dick"])
            let book = context.make("Book", ["title": "A", "year": 1, "author": lem])
            let other = context.make("Book", ["title": "B", "year": 10, "author": lem])
            let tag = context.make("Tag", ["books": Set([book, other])])
            try context.save()
            #expect(tag.int("bookCount") == 2 && tag.int("years") == 11)
            book.setValue(dick, forKey: "author")
            lem.setValue("S. Lem", forKey: "name")
            other.setValue(20, forKey: "year")
            try context.save()
            #expect(lem.int("bookCount") == 1 && lem.int("years") == 20)
            #expect(dick.int("bookCount") == 1 && dick.int("years") == 1)
            #expect(book.text("authorName") == "Dick" && other.text("authorName") == "S. Lem")
            #expect(tag.int("years") == 21)
            tag.mutableSetValue(forKey: "books").remove(book)
            context.delete(other)
            try context.save()
            #expect(lem.int("bookCount") == 0 && lem.int("years") == 0)
            #expect(tag.int("bookCount") == 0 && tag.int("years") == 0)
        }
    }

    @Test func `The date of now() moves with each save of the object`() throws {
        try withStore { store, context in
            let book = context.make("Book", ["title": "A"])
            try context.save()
            _ = try store.sql("SELECT 1")
            context.refresh(book, mergeChanges: false)
            let first = try #require(book.value(forKey: "changed") as? Date)
            book.setValue("B", forKey: "title")
            try context.save()
            let second = try #require(book.value(forKey: "changed") as? Date)
            #expect(second >= first)
            #expect(try store.sql("SELECT ZCHANGED FROM ZBOOK").first?.first??.isEmpty == false)
        }
    }

    @Test func `Predicates and orders find what was saved`() throws {
        try withStore { _, context in
            for name in ["Lem", "Dick"] {
                let author = context.make("Author", ["name": name])
                for _ in 0..<name.count { context.make("Book", ["title": "Ä", "author": author]) }
            }
            try context.save()
            let prolific = try context.all("Author", NSPredicate(format: "bookCount > 3"))
            #expect(prolific.map { $0.text("name") } == ["Dick"])
            #expect(try context.all("Author", sortedBy: "bookCount").first?.text("name") == "Lem")
            #expect(try context.all("Book", NSPredicate(format: "key == 'a'")).count == 7)
        }
    }

    @Test func `Another context sees them once it has merged`() throws {
        try withStore { store, context in
            let author = context.make("Author", ["name": "Lem"])
            try context.save()
            let reader = store.context("reader")
            let seen = try reader.performAndWait { try #require(try reader.all("Author").first) }
            reader.performAndWait { #expect(seen.int("bookCount") == 0) }
            let merged = NoteRecorder(.NSManagedObjectContextDidSave, context)
            context.make("Book", ["author": author])
            try context.save()
            let note = try #require(merged.notes.last)
            reader.performAndWait {
                reader.mergeChanges(fromContextDidSave: note)
                #expect(seen.int("bookCount") == 1)
            }
        }
    }

    /// What is derived from other objects changes without the object's own version.
    @Test func `A fetch reads what it found them by`() throws {
        try withStore { store, context in
            let author = context.make("Author", ["name": "Lem"])
            let book = context.make("Book", ["title": "a", "year": 10, "author": author])
            try context.save()
            let pinned = store.context("pinned")
            try pinned.performAndWait {
                try pinned.setQueryGenerationFrom(.current)
                _ = try pinned.all("Tag")
            }
            let other = NSPersistentStoreCoordinator(
                managedObjectModel: store.coordinator.managedObjectModel)
            try other.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store.url, options: nil)
            defer { for store in other.persistentStores { try? other.remove(store) } }
            let editor = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            editor.persistentStoreCoordinator = other
            book.setValue(20, forKey: "year")
            try context.save()
            func years(_ context: NSManagedObjectContext, _ format: String) throws -> [Int?] {
                try context.performAndWait {
                    try context.all("Author", NSPredicate(format: format)).map { $0.int("years") }
                }
            }
            let before = try years(pinned, "years == 10")
            let after = try years(pinned, "years == 20")
            #expect(before == [10] && after == [])
            try editor.performAndWait {
                try #require(try editor.all("Book").first).setValue(30, forKey: "year")
                try editor.save()
            }
            let newest = try years(store.context("new"), "years > 25")
            #expect(newest == [30])
        }
    }

    @Test func `Batch requests keep them, too`() throws {
        try withStore { store, context in
            let author = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "A", "year": 1, "author": author])
            try context.save()
            let update = NSBatchUpdateRequest(entityName: "Book")
            update.propertiesToUpdate = ["year": 5, "title": "Ö"]
            try context.execute(update)
            #expect(try store.sql("SELECT ZYEARS FROM ZAUTHOR") == [["5"]])
            #expect(try store.sql("SELECT ZKEY FROM ZBOOK") == [["o"]])
            try context.execute(NSBatchInsertRequest(entityName: "Book", objects: [["title": "Ü"]]))
            #expect(try store.sql("SELECT ZKEY FROM ZBOOK ORDER BY Z_PK") == [["o"], ["u"]])
            try context.execute(
                NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Book")))
            #expect(try store.sql("SELECT ZBOOKCOUNT FROM ZAUTHOR") == [["0"]])
            context.refresh(author, mergeChanges: false)
            #expect(author.int("bookCount") == 0)
        }
    }

    @Test func `A migration computes them for the rows that are there`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "Ä", "author": author])
            try context.save()
        }
        try store.close()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        let reader = NSManagedObjectContext(.privateQueue)
        reader.persistentStoreCoordinator = coordinator
        try reader.performAndWait {
            let author = try #require(try reader.all("Author").first)
            #expect(author.int("bookCount") == 1)
            #expect(try reader.all("Book").first?.text("key") == "a")
            reader.make("Book", ["author": author])
            try reader.save()
            #expect(author.int("bookCount") == 2)
        }
        for open in coordinator.persistentStores { try coordinator.remove(open) }
    }

    /// The model with another tag, for a migration that leaves books alone.
    private static func nextModel() -> NSManagedObjectModel {
        let model = model()
        let rating = NSAttributeDescription()
        rating.name = "rating"
        rating.attributeType = .integer64AttributeType
        rating.isOptional = true
        model.entitiesByName["Tag"]!.properties.append(rating)
        return model
    }

    @Test func `A migration and a copy of the store leave the date of the last save`() throws {
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            for title in ["A", "B"] { context.make("Book", ["title": title, "author": author]) }
            try context.save()
        }
        func saved() throws -> [[String?]] {
            try store.sql("SELECT ZCHANGED, ZAUTHORNAME FROM ZBOOK ORDER BY ZTITLE")
        }
        // A date before the clock of virtual time begins, past the triggers.
        try store.close()
        _ = try store.sql("UPDATE ZBOOK SET ZCHANGED = Z_PK - 1000")
        let before = try saved()
        let next = NSPersistentStoreCoordinator(managedObjectModel: Self.nextModel())
        let migrated = try next.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        #expect(try saved() == before)

        let other = store.folder.appendingPathComponent("copy.sqlite")
        _ = try next.migratePersistentStore(migrated, to: other, withType: NSSQLiteStoreType)
        let reader = NSManagedObjectContext(.privateQueue)
        reader.persistentStoreCoordinator = next
        try reader.performAndWait {
            let books = try reader.all("Book", sortedBy: "title")
            let dates = books.map { $0.value(forKey: "changed") as? Date }
            #expect(
                dates.map { $0?.timeIntervalSinceReferenceDate }
                    == before.map { $0[0].flatMap(Double.init) })
            #expect(books.map { $0.text("authorName") } == ["Lem", "Lem"])
            // And the next save moves it, as a new object has one.
            books[0].setValue("C", forKey: "title")
            reader.make("Book", ["title": "D"])
            try reader.save()
            for book in books { reader.refresh(book, mergeChanges: false) }
            #expect(books[0].value(forKey: "changed") as? Date ?? .distantPast > dates[0]!)
            #expect(books[1].value(forKey: "changed") as? Date == dates[1])
            let new = try #require(try reader.all("Book", sortedBy: "title").last)
            #expect(new.value(forKey: "changed") != nil)
        }
        for open in next.persistentStores { try next.remove(open) }
    }

    @Test func `A mandatory one without a value fails the insertion`() throws {
        let model = LibraryModel.make()
        let attribute = Self.derived("key", .stringAttributeType, "canonical:(name)")
        attribute.isOptional = false
        model.entitiesByName["Tag"]!.properties.append(attribute)
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let tag = context.make("Tag", ["name": "Ä"])
            #expect(throws: CocoaError.self) { try context.save() }
            tag.setValue("", forKey: "key")
            try context.save()
            #expect(tag.text("key") == "a")
        }
    }

    @Test func `What is set by hand gives way to what the store derives`() throws {
        try withStore { store, context in
            let author = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "A", "author": author])
            try context.save()
            author.setValue(7, forKey: "bookCount")
            try context.save()
            #expect(author.int("bookCount") == 1 && !author.hasChanges)
            #expect(try store.sql("SELECT ZBOOKCOUNT FROM ZAUTHOR") == [["1"]])
            let reader = store.context("reader")
            let count = try reader.performAndWait {
                try reader.all("Author").first?.int("bookCount")
            }
            #expect(count == 1)
        }
    }

    @Test(arguments: [NSMergePolicy.overwrite, .mergeByPropertyObjectTrump])
    func `An object that trumps keeps what others made the store derive`(
        policy: NSMergePolicy
    ) throws {
        try withStore { store, context in
            let author = context.make("Author", ["name": "Lem"])
            try context.save()
            let other = store.context("other")
            let id = author.objectID
            try other.performAndWait {
                let same = try other.existingObject(with: id)
                other.make("Book", ["title": "A", "author": same])
                same.setValue("S. Lem", forKey: "name")
                try other.save()
            }
            author.setValue(1921, forKey: "born")
            context.mergePolicy = policy
            try context.save()
            #expect(try store.sql("SELECT ZBOOKCOUNT, ZBORN FROM ZAUTHOR") == [["1", "1921"]])
        }
    }

    @Test(arguments: [NSMergePolicy.overwrite, .mergeByPropertyObjectTrump], [true, false])
    func `A new object's constraint policy replaces nothing that is derived`(
        policy: NSMergePolicy, isBatch: Bool
    ) throws {
        let model = Self.model()
        model.entitiesByName["Author"]!.uniquenessConstraints = [["name"]]
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem"])
            context.make("Book", ["title": "A", "author": author])
            try context.save()
            context.mergePolicy = policy
            if isBatch {
                let row: [String: Any] = ["name": "Lem", "born": 1921, "bookCount": 9]
                try context.execute(NSBatchInsertRequest(entityName: "Author", objects: [row]))
            } else {
                context.make("Author", ["name": "Lem", "born": 1921, "bookCount": 9])
                try context.save()
            }
            let rows = try store.sql("SELECT ZBOOKCOUNT, ZBORN FROM ZAUTHOR")
            #expect(rows == [["1", "1921"]])
        }
    }

    @Test func `A constraint on one keeps the value that the store derives`() throws {
        let model = Self.model()
        model.entitiesByName["Book"]!.uniquenessConstraints = [["key"]]
        let store = try TestStore(model: model)
        let context = store.context()
        try context.performAndWait {
            let book = context.make("Book", ["title": "Éden"])
            try context.save()
            book.setValue("other", forKey: "key")
            try context.save()
            #expect(try store.sql("SELECT ZKEY FROM ZBOOK") == [["eden"]])
            #expect(book.text("key") == "eden")
        }
    }

    @Test func `A batch update of one is refused`() throws {
        try withStore { _, context in
            let request = NSBatchUpdateRequest(entityName: "Author")
            request.propertiesToUpdate = ["bookCount": 3]
            #expect(throws: CocoaError.self) { try context.execute(request) }
        }
    }

    @Test func `Only SQLite stores keep them`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        #expect(throws: CocoaError.self) {
            try coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
    }

    @Test(arguments: [
        "nothing", "author.books.@count", "books.@count", "abs:(year)", "title + 'x'",
    ])
    func `A derivation of what no trigger can follow is a problem of the model`(_ text: String) {
        let model = LibraryModel.make()
        model.entitiesByName["Book"]!.properties.append(
            Self.derived("bad", .stringAttributeType, text))
        #expect(model.problems().map(\.rule) == [.attributeType])
        #expect(model.problems().first?.description.contains("Book.bad") == true)
    }

    @Test func `A copy and a version hash have the derivation`() {
        let one = Self.derived("a", .stringAttributeType, "canonical:(name)")
        let copy = one.copy() as? NSDerivedAttributeDescription
        #expect(copy == one && copy?.derivationExpression == one.derivationExpression)
        let other = Self.derived("a", .stringAttributeType, "lowercase:(name)")
        #expect(one != other && one.versionHash != other.versionHash)
    }
}

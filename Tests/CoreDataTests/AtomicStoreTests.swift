import CoreData
import Execution
import Foundation
import Testing

/// In-memory, binary and XML stores, against the behaviour of a SQLite store.
@Suite(.inVirtualTime) struct `Atomic stores` {
    private static let types: [NSPersistentStore.StoreType] = [.inMemory, .binary, .xml]
    private static let inFiles: [NSPersistentStore.StoreType] = [.binary, .xml]

    /// Values of every type, some of them awkward to write down.
    private func fill(_ store: TypedStore) throws {
        let context = store.context()
        try context.performAndWait {
            let author = context.make("Author", ["name": "Lem & <Co> \"x\"", "born": -1921])
            let tags = (0..<3).map { context.make("Tag", ["name": "t\($0)"]) }
            context.make(
                "Book",
                [
                    "title": "a\r\n\u{1}\t]]>é", "year": Int.max, "price": 0.1 + 0.2,
                    "added": Date(timeIntervalSinceReferenceDate: -1e9 / 3), "isLent": true,
                    "cover": Data([0, 255, 60]), "author": author, "tags": Set(tags[0...1]),
                ])
            context.make("Book", ["title": "", "author": author, "tags": Set([tags[1]])])
            context.make("Book", ["year": 0, "note": "transient"])
            try context.save()
        }
    }

    private func expectFilled(_ store: TypedStore) throws {
        let context = store.context()
        try context.performAndWait {
            let author = try #require(try context.all("Author").first)
            #expect(author.text("name") == "Lem & <Co> \"x\"" && author.int("born") == -1921)
            let books = try context.all("Book", sortedBy: "title")
            #expect(books.map { $0.text("title") } == [nil, "", "a\r\n\u{1}\t]]>é"])
            #expect(books[0].int("year") == 0 && books[0].value(forKey: "note") == nil)
            #expect(books[1].int("year") == nil)
            let book = books[2]
            #expect(book.int("year") == Int.max)
            #expect(book.value(forKey: "price") as? Double == 0.1 + 0.2)
            #expect(
                book.value(forKey: "added") as? Date
                    == Date(timeIntervalSinceReferenceDate: -1e9 / 3))
            #expect(book.value(forKey: "isLent") as? Bool == true)
            #expect(book.value(forKey: "cover") as? Data == Data([0, 255, 60]))
            #expect(book.one("author") === author && author.many("books") == Set(books[1...]))
            #expect(Set(book.many("tags").map { $0.text("name") }) == ["t0", "t1"])
            let tag = try #require(
                try context.all("Tag", NSPredicate(format: "name == 't1'")).first)
            #expect(tag.many("books") == Set(books[1...]))
        }
    }

    @Test(arguments: types) func `What is saved is read by others, and from the file`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try fill(store)
        try expectFilled(store)
        guard type != .inMemory else {
            #expect(!FileManager.default.fileExists(atPath: store.url.path))
            return
        }
        let identifier = store.coordinator.persistentStores[0].identifier
        try store.reopen()
        #expect(store.coordinator.persistentStores[0].identifier == identifier)
        #expect(store.coordinator.persistentStores[0].type == type.rawValue)
        try expectFilled(store)
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).count == 1)
    }

    /// libxml2 refuses to look through more than ten megabytes that it gets at once.
    @Test(arguments: inFiles) func `A store of more than ten megabytes is read again`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        // Eleven megabytes as base 64.
        let cover = Data(repeating: 0x5A, count: 8_300_000)
        let context = store.context()
        try context.performAndWait {
            context.make("Book", ["title": "Solaris", "cover": cover])
            try context.save()
        }
        try store.reopen()
        let other = store.context()
        try other.performAndWait {
            let book = try #require(try other.all("Book").first)
            #expect(book.text("title") == "Solaris")
            #expect(book.value(forKey: "cover") as? Data == cover)
        }
    }

    @Test func `A file is the same, byte for byte, for the same contents`() throws {
        for type in Self.inFiles {
            let store = try TypedStore(type)
            try fill(store)
            let first = try Data(contentsOf: store.url)
            try store.reopen()
            let context = store.context()
            try context.performAndWait {
                let book = context.make("Book")
                try context.save()
                #expect(try Data(contentsOf: store.url) != first)
                #expect(book.objectID.uriRepresentation().lastPathComponent == "p4")
                context.delete(book)
                try context.save()
                // The key is spent.
                #expect(try Data(contentsOf: store.url) != first)
            }
        }
    }

    @Test(arguments: types) func `Fetches find what a SQLite store finds`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let stores = [try TypedStore(.sqlite), try TypedStore(type)]
        for store in stores {
            let context = store.context()
            try context.performAndWait {
                let authors = (0..<4).map { (born: Int) in
                    context.make("Author", ["name": "a\(born)", "born": born])
                }
                let tags = (0..<3).map { context.make("Tag", ["name": "t\($0)"]) }
                for year in 0..<24 {
                    let book = context.make(
                        "Book", ["year": year, "title": year % 5 == 0 ? nil : "b\(year % 7)"])
                    if year % 3 > 0 { book.setValue(authors[year % 4], forKey: "author") }
                    book.setValue(Set(tags.prefix(year % 4)), forKey: "tags")
                }
                try context.save()
            }
        }
        let formats = [
            nil, "year > 5 AND year < 20", "title == nil", "title BEGINSWITH 'b1'",
            "author.name == 'a2'", "author == nil OR author.born > 2", "ANY tags.name == 't1'",
            "tags.@count == 2", "SUBQUERY(tags, $t, $t.name == 't2').@count == 1",
            "title IN {'b1', 'b2'}", "NOT (year BETWEEN {3, 9})",
        ]
        let orders = [["year"], ["-title", "year"], ["author.name", "-year"]]
        for format in formats {
            for order in orders {
                for (offset, limit) in [(0, 0), (0, 3), (2, 5), (50, 1)] {
                    let found = try stores.map {
                        try years($0, format, order, offset: offset, limit: limit)
                    }
                    #expect(
                        found[0] == found[1], "\(format ?? "all") \(order) \(offset) \(limit)")
                }
            }
        }
    }

    /// The years of the books that a request finds, and its count at the end.
    private func years(
        _ store: TypedStore, _ format: String?, _ order: [String], offset: Int, limit: Int
    ) throws -> [Int?] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = format.map { NSPredicate(format: $0, argumentArray: []) }
        request.sortDescriptors = order.map { key in
            let isDescending = key.hasPrefix("-")
            return NSSortDescriptor(
                key: isDescending ? String(key.dropFirst()) : key, ascending: !isDescending)
        }
        request.fetchOffset = offset
        request.fetchLimit = limit
        let context = store.context()
        return try context.performAndWait {
            try context.fetch(request).map { $0.int("year") } + [context.count(for: request)]
        }
    }

    @Test func `A block is a predicate here, and what the entity lacks is an error`() throws {
        let store = try TypedStore(.inMemory)
        try fill(store)
        let context = store.context()
        try context.performAndWait {
            let block = NSPredicate { object, _ in
                guard let object else { return false }
                return NSPredicate(format: "year > 5").evaluate(with: object)
            }
            #expect(try context.all("Book", block).count == 1)
            let error = #expect(throws: NSError.self) {
                try context.all("Book", NSPredicate(format: "pages > 5"))
            }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(throws: NSError.self) { try context.all("Book", nil, sortedBy: "pages") }
            let book = try #require(try context.all("Book", block).first)
            #expect(try context.all("Book", NSPredicate(format: "SELF == %@", book)) == [book])
        }
    }

    @Test(arguments: types) func `Two contexts that change one object conflict`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try fill(store)
        let first = store.context(), second = store.context()
        let id = try first.performAndWait {
            let author = try #require(try first.all("Author").first)
            author.setValue(1, forKey: "born")
            return author.objectID
        }
        try second.performAndWait {
            second.object(with: id).setValue("second", forKey: "name")
            try second.save()
        }
        try first.performAndWait {
            let error = #expect(throws: NSError.self) { try first.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            #expect(first.updatedObjects.map { $0.objectID } == [id])
            first.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try first.save()
        }
        // Its context releases saved objects; a reader keeps the version that it has read.
        let held = first.performAndWait { first.object(with: id) }
        first.performAndWait { #expect(held.int("born") == 1) }
        try second.performAndWait {
            second.reset()
            let author = second.object(with: id)
            #expect(author.int("born") == 1 && author.text("name") == "second")
            second.delete(author)
            try second.save()
        }
        first.performAndWait {
            held.setValue(2, forKey: "born")
            first.mergePolicy = NSMergePolicy.error
            #expect(throws: NSError.self) { try first.save() }
        }
    }

    @Test(arguments: types, [11, 12, 13] as [UInt64])
    func `Random edits leave what plain values have`(
        _ type: NSPersistentStore.StoreType, _ seed: UInt64
    ) throws {
        let store = try TypedStore(type)
        var editor = RandomEditor(RandomStream(seed: seed).keyed("atomic"))
        let comment: Comment = "seed \(seed), \(type.rawValue)"
        for round in 0..<40 {
            let context = store.context()
            try context.performAndWait {
                for _ in 0..<3 {
                    try editor.edit(context)
                    try context.save()
                }
                context.reset()
                #expect(try LibraryContents(context, comment) == editor.contents, comment)
            }
            if type != .inMemory, round % 8 == 7 { try store.reopen() }
        }
    }

    @Test(arguments: inFiles)
    func `A file that cannot be written leaves file and changes as they are`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try fill(store)
        let before = try Data(contentsOf: store.url)
        // A folder stands where the new file would be written.
        let obstacle = URL(fileURLWithPath: store.url.path + ".saving")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
        let context = store.context()
        try context.performAndWait {
            let author = try #require(try context.all("Author").first)
            author.setValue("changed", forKey: "name")
            let tag = context.make("Tag", ["name": "new"])
            let book = try #require(author.many("books").first)
            context.delete(book)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.fileWriteUnknown.rawValue)
            let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.domain == NSPOSIXErrorDomain)
            #expect(context.insertedObjects == [tag] && tag.objectID.isTemporaryID)
            #expect(context.deletedObjects == [book])
            #expect(context.updatedObjects.contains(author))
            #expect(try Data(contentsOf: store.url) == before)
            try expectFilled(store)
            try FileManager.default.removeItem(at: obstacle)
            try context.save()
        }
        try store.reopen()
        let reader = store.context()
        try reader.performAndWait {
            let authors = try reader.all("Author")
            #expect(authors.map { $0.text("name") } == ["changed"])
            #expect(try reader.all("Tag").count == 4)
            #expect(try reader.all("Book").count == 2)
        }
    }

    @Test(arguments: inFiles) func `A damaged file is refused, and left as it is`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type)
        try fill(store)
        try store.close()
        let whole = try Data(contentsOf: store.url)
        var flipped = whole
        flipped[whole.count / 2] = type == .xml ? UInt8(ascii: "<") : flipped[whole.count / 2] ^ 1
        let damaged: [(Data, [Int])] = [
            (whole.dropLast(20), [CocoaError.fileReadCorruptFile.rawValue]),
            (flipped, [CocoaError.fileReadCorruptFile.rawValue]),
            (Data(), [CocoaError.fileReadCorruptFile.rawValue, NSPersistentStoreOpenError]),
            (
                Data("something else".utf8),
                [
                    CocoaError.fileReadCorruptFile.rawValue, NSPersistentStoreOpenError,
                ]
            ),
        ]
        for (data, codes) in damaged {
            try data.write(to: store.url)
            let error = #expect(throws: NSError.self) { try store.reopen() }
            #expect(codes.contains(error?.code ?? 0), "\(String(describing: error))")
            #expect(try Data(contentsOf: store.url) == data)
        }
    }

    @Test func `A file of another type is refused, and left as it is`() throws {
        let stores = [try TypedStore(.sqlite), try TypedStore(.binary), try TypedStore(.xml)]
        for store in stores { try store.close() }
        for store in stores {
            for type in stores.map(\.type) where type != store.type {
                let before = try Data(contentsOf: store.url)
                let coordinator = NSPersistentStoreCoordinator(
                    managedObjectModel: LibraryModel.make())
                #expect(throws: NSError.self) {
                    try coordinator.addPersistentStore(type: type, at: store.url)
                }
                #expect(try Data(contentsOf: store.url) == before)
            }
        }
    }

    @Test(arguments: inFiles) func `The file of a closed store has metadata, and can be destroyed`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type), other = try TypedStore(type)
        try fill(store)
        try store.close()
        try other.close()
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: type, at: store.url)
        #expect(metadata[NSStoreTypeKey] as? String == type.rawValue)
        try NSPersistentStoreCoordinator.setMetadata(["mine": "yes"], type: type, at: store.url)
        try other.coordinator.replacePersistentStore(
            at: other.url, withPersistentStoreFrom: store.url, type: type)
        try other.reopen()
        try expectFilled(other)
        let persistent = other.coordinator.persistentStores[0]
        #expect(other.coordinator.metadata(for: persistent)["mine"] as? String == "yes")
        try other.close()
        try other.coordinator.destroyPersistentStore(at: other.url, type: type)
        #expect(!FileManager.default.fileExists(atPath: other.url.path))
    }

    @Test func `A store moves from type to type with everything, and its objects live on`() throws {
        let store = try TypedStore(.sqlite)
        try fill(store)
        let context = store.context()
        let author = try context.performAndWait { try #require(try context.all("Author").first) }
        let uri = context.performAndWait { author.objectID.uriRepresentation() }
        let types: [NSPersistentStore.StoreType] = [.xml, .binary, .inMemory, .sqlite]
        for (index, type) in types.enumerated() {
            let url = store.folder.appendingPathComponent("moved\(index)")
            let former = store.coordinator.persistentStores[0]
            let next = try store.coordinator.migratePersistentStore(former, to: url, type: type)
            #expect(store.coordinator.persistentStores == [next])
            #expect(next.type == type.rawValue && next.identifier == former.identifier)
            try expectFilled(store)
            try context.performAndWait {
                #expect(author.objectID.uriRepresentation() == uri)
                author.setValue("changed", forKey: "name")
                try context.save()
                author.setValue("Lem & <Co> \"x\"", forKey: "name")
                try context.save()
                #expect(author.many("books").count == 2)
                let new = context.make("Tag")
                try context.save()
                // Keys go on from where they were.
                #expect(new.objectID.uriRepresentation().lastPathComponent == "p\(4 + index)")
                context.delete(new)
                try context.save()
            }
            #expect(type == .inMemory || FileManager.default.fileExists(atPath: url.path))
        }
        #expect(FileManager.default.fileExists(atPath: store.url.path))
    }

    @Test func `A store does not move onto a file`() throws {
        let store = try TypedStore(.binary), other = try TypedStore(.binary)
        let before = try Data(contentsOf: other.url)
        let error = #expect(throws: NSError.self) {
            try store.coordinator.migratePersistentStore(
                store.coordinator.persistentStores[0], to: other.url, type: .binary)
        }
        #expect(error?.code == CocoaError.fileWriteFileExists.rawValue)
        #expect(try Data(contentsOf: other.url) == before)
        #expect(store.coordinator.persistentStores[0].url == store.url)
    }

    @Test func `A SQLite store at the null device lives in memory`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = coordinator
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        try writer.performAndWait {
            writer.make("Book", ["title": "A"])
            try writer.save()
        }
        let titles = try reader.performAndWait { try reader.all("Book").map { $0.text("title") } }
        #expect(titles == ["A"])
    }
}

import CoreData
import Foundation
import Testing

/// Values that are too large for their rows lie in files beside the store.
@Suite(.inVirtualTime) struct `External data` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try Photos.store([SQLiteStoreOption.checkpointThreshold: 1])
        context = store.context("the app")
    }

    /// Saves one photo for each image, titled by its place.
    private func save(_ images: Data?...) throws {
        try context.performAndWait {
            for (place, image) in images.enumerated() {
                context.make("Photo", ["title": "\(place)", "image": image])
            }
            try context.save()
        }
    }

    private func photo(_ title: String, in context: NSManagedObjectContext) throws
        -> NSManagedObject
    {
        try #require(
            try context.all("Photo", NSPredicate(format: "title == %@", title)).first)
    }

    /// Saves another image of a photo.
    private func change(_ title: String, to image: Data?) throws {
        try context.performAndWait {
            try photo(title, in: context).setValue(image, forKey: "image")
            try context.save()
        }
    }

    @Test func `A large value lies in a file that its row names, a small one in the row`() throws {
        let small = Photos.image(1, 100), large = Photos.image(2)
        try save(small, large, Data(), nil)
        let rows = try store.sql(
            "SELECT hex(substr(ZIMAGE, 1, 1)), length(ZIMAGE) FROM ZPHOTO ORDER BY ZTITLE")
        #expect(rows == [["01", "101"], ["02", "37"], ["01", "1"], ["", nil]])
        let names = try Photos.namedFiles(store)
        #expect(names.count == 1)
        #expect(Photos.files(store) == names)
        let file = Photos.folder(besides: store.url)
            .appendingPathComponent(try #require(names.first))
        #expect(try Data(contentsOf: file) == large)
        try store.close()
        let images = try Photos.images(Photos.coordinator(Photos.model(), store.url))
        #expect(images == ["0": small, "1": large, "2": Data()])
    }

    @Test func `A file is read when its value is asked for`() throws {
        try save(Photos.image(1), Photos.image(2))
        let other = try Photos.coordinator(Photos.model(), store.url)
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = other
        try reader.performAndWait {
            let photos = try reader.all("Photo", sortedBy: "title")
            #expect(photos[0].value(forKey: "image") as? Data == Photos.image(1))
            try FileManager.default.removeItem(at: Photos.folder(besides: store.url))
            // A value that was read stays; one that was not is nil once its file is removed.
            #expect(photos[0].value(forKey: "image") as? Data == Photos.image(1))
            #expect(photos[1].value(forKey: "image") == nil)
            // A change of another attribute copies the row, and not what lies in the file.
            photos[1].setValue("later", forKey: "title")
            try reader.save()
        }
        #expect(try Photos.namedFiles(store).count == 2)
    }

    @Test func `A changed value gets a file of its own, and the former one goes`() throws {
        try save(Photos.image(1))
        let former = Photos.files(store)
        try change("0", to: Photos.image(2))
        #expect(Photos.files(store).count == 1)
        #expect(Photos.files(store).isDisjoint(with: former))
        #expect(try Photos.images(store.coordinator) == ["0": Photos.image(2)])
        try change("0", to: Photos.image(3, 50))
        #expect(Photos.files(store).isEmpty)
        try change("0", to: Photos.image(4))
        try change("0", to: nil)
        #expect(Photos.files(store).isEmpty)
    }

    @Test func `The file of a deleted object goes`() throws {
        try save(Photos.image(1), Photos.image(2))
        try context.performAndWait {
            context.delete(try photo("0", in: context))
            try context.save()
        }
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
        #expect(Photos.files(store).count == 1)
    }

    @Test func `A row that was read before reads the file before it goes`() throws {
        try save(Photos.image(1))
        let reader = store.context("the reader")
        let held = try reader.performAndWait { try reader.all("Photo") }
        let other = try Photos.coordinator(Photos.model(), store.url)
        let elsewhere = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        elsewhere.persistentStoreCoordinator = other
        let heldElsewhere = try elsewhere.performAndWait { try elsewhere.all("Photo") }
        context.performAndWait { context.reset() }
        try change("0", to: Photos.image(2))
        #expect(Photos.files(store).count == 1)
        reader.performAndWait {
            #expect(held[0].value(forKey: "image") as? Data == Photos.image(1))
        }
        elsewhere.performAndWait {
            #expect(heldElsewhere[0].value(forKey: "image") as? Data == Photos.image(1))
        }
    }

    @Test func `A file stays as long as a pinned reader may read its row`() throws {
        try save(Photos.image(1))
        let reader = store.context("the reader")
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(.current)
            let all = NSFetchRequest<NSManagedObject>(entityName: "Photo")
            #expect(try reader.count(for: all) == 1)
        }
        try change("0", to: Photos.image(2))
        #expect(Photos.files(store).count == 2)
        try reader.performAndWait {
            #expect(try photo("0", in: reader).value(forKey: "image") as? Data == Photos.image(1))
            try reader.setQueryGenerationFrom(nil)
            reader.reset()
        }
        // The next commit's checkpoint copies the whole log.
        try change("0", to: Photos.image(3))
        try change("0", to: Photos.image(4))
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
    }

    @Test func `A save that fails leaves no file`() throws {
        try save(Photos.image(1))
        let other = store.context("the other")
        try other.performAndWait {
            try photo("0", in: other).setValue(Photos.image(2), forKey: "image")
            other.make("Photo", ["title": "new", "image": Photos.image(3)])
        }
        try change("0", to: Photos.image(4))
        #expect(throws: (any Error).self) { try other.performAndWait { try other.save() } }
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
        try other.performAndWait {
            other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try other.save()
        }
        let images = try Photos.images(store.coordinator)
        #expect(images == ["0": Photos.image(2), "new": Photos.image(3)])
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
    }

    @Test func `Opening removes what no row names, and nothing else`() throws {
        try save(Photos.image(1))
        let named = Photos.files(store)
        try store.close()
        let folder = Photos.folder(besides: store.url)
        for name in [UUID().uuidString, UUID().uuidString, "notes.txt"] {
            try Photos.image(7).write(to: folder.appendingPathComponent(name))
        }
        try store.open()
        #expect(Photos.files(store) == named.union(["notes.txt"]))
    }

    @Test func `A store whose name differs in the extension only keeps its files`() throws {
        try save(Photos.image(1))
        let twin = store.folder.appendingPathComponent("store.db")
        let other = try Photos.coordinator(Photos.model(), twin)
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = other
        try writer.performAndWait {
            writer.make("Photo", ["title": "twin", "image": Photos.image(2)])
            try writer.save()
        }
        try store.close()
        try store.open()
        #expect(Photos.files(store).count == 2)
        try store.coordinator.destroyPersistentStore(at: store.url, ofType: NSSQLiteStoreType)
        #expect(try Photos.images(other) == ["twin": Photos.image(2)])
    }

    @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST"])
    func `Without a log a file goes after one more transaction`(_ mode: String) throws {
        let store = try Photos.store([NSSQLitePragmasOption: ["journal_mode": mode]])
        let context = store.context("the app")
        try context.performAndWait {
            let photo = context.make("Photo", ["title": "0", "image": Photos.image(1)])
            try context.save()
            photo.setValue(Photos.image(2), forKey: "image")
            try context.save()
            #expect(Photos.files(store).count == 2)
            photo.setValue("1", forKey: "title")
            try context.save()
        }
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
        #expect(Photos.files(store).count == 1)
        try store.close()
        try Photos.image(7).write(
            to: Photos.folder(besides: store.url).appendingPathComponent(UUID().uuidString))
        _ = try Photos.coordinator(
            Photos.model(), store.url, [NSSQLitePragmasOption: ["journal_mode": mode]])
        #expect(Photos.files(store).count == 1)
    }

    @Test func `A store in memory keeps every value in its rows`() throws {
        let coordinator = try Photos.coordinator(Photos.model(), URL(filePath: "/dev/null"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.make("Photo", ["title": "0", "image": Photos.image(1)])
            try context.save()
            context.reset()
        }
        #expect(try Photos.images(coordinator) == ["0": Photos.image(1)])
    }

    @Test func `Closing removes what was given up`() throws {
        let store = try Photos.store()
        let context = store.context("the app")
        try context.performAndWait {
            let photo = context.make("Photo", ["title": "0", "image": Photos.image(1)])
            try context.save()
            photo.setValue(nil, forKey: "image")
            try context.save()
            #expect(Photos.files(store).count == 1)
        }
        try store.close()
        #expect(Photos.files(store).isEmpty)
    }

    @Test func `Given-up files of many pages make a checkpoint due`() throws {
        let store = try Photos.store()
        let context = store.context("the app")
        try context.performAndWait {
            let photo = context.make("Photo", ["title": "0"])
            for turn in 0..<30 {
                photo.setValue(Photos.image(UInt8(turn), 400_000), forKey: "image")
                try context.save()
                // 1,000 pages of 4 KiB are ten images.
                #expect(Photos.files(store).count <= 12)
            }
        }
    }
}

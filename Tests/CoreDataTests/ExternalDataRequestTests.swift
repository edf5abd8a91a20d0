import CoreData
import Foundation
import Testing

/// What requests, migrations and work on files do with values that lie in files.
@Suite(.inVirtualTime) struct `External data in requests and migrations` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try Photos.store([SQLiteStoreOption.checkpointThreshold: 1])
        context = store.context("the app")
        try context.performAndWait {
            for place in 0..<2 {
                context.make("Photo", ["title": "\(place)", "image": Photos.image(UInt8(place))])
            }
            context.make("Photo", ["title": "2"])
            try context.save()
            context.reset()
        }
    }

    private func expectNoOrphans(_ count: Int) throws {
        #expect(Photos.files(store) == (try Photos.namedFiles(store)))
        #expect(Photos.files(store).count == count)
    }

    @Test func `Batch requests write and give up files`() throws {
        try context.performAndWait {
            _ = try context.execute(
                NSBatchInsertRequest(
                    entityName: "Photo", objects: [["title": "3", "image": Photos.image(3)]]))
            try expectNoOrphans(3)
            let update = NSBatchUpdateRequest(entityName: "Photo")
            update.propertiesToUpdate = ["image": Photos.image(9)]
            _ = try context.execute(update)
            // A file for each row, so that one can go without the others.
            try expectNoOrphans(4)
            let deletion = NSFetchRequest<any NSFetchRequestResult>(entityName: "Photo")
            deletion.predicate = NSPredicate(format: "title > '1'")
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: deletion))
        }
        try expectNoOrphans(2)
        #expect(
            try Photos.images(store.coordinator) == ["0": Photos.image(9), "1": Photos.image(9)])
    }

    @Test func `A batch update copies a value into a file of its own`() throws {
        let model = Photos.model()
        let copy = Make.attribute("duplicate", .binaryDataAttributeType)
        copy.allowsExternalBinaryDataStorage = true
        model.entities[0].properties += [copy]
        let store = try TestStore(model: model)
        let context = store.context("the app")
        try context.performAndWait {
            context.make("Photo", ["title": "0", "image": Photos.image(1)])
            try context.save()
            let update = NSBatchUpdateRequest(entityName: "Photo")
            update.propertiesToUpdate = ["duplicate": NSExpression(forKeyPath: "image")]
            _ = try context.execute(update)
            #expect(Photos.files(store).count == 2)
            context.reset()
            let photo = try #require(try context.all("Photo").first)
            #expect(photo.value(forKey: "duplicate") as? Data == Photos.image(1))
        }
    }

    @Test func `Predicates and dictionaries read the values`() throws {
        try context.performAndWait { () throws -> Void in
            func titles(_ format: String, _ arguments: Any...) throws -> [String?] {
                let predicate = NSPredicate(format: format, argumentArray: arguments)
                return try context.all("Photo", predicate, sortedBy: "title").map {
                    $0.text("title")
                }
            }
            #expect(try titles("image == nil") == ["2"])
            #expect(try titles("image != nil") == ["0", "1"])
            #expect(try titles("image == %@", Photos.image(1)) == ["1"])
            let request = NSFetchRequest<NSDictionary>(entityName: "Photo")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["image"]
            request.predicate = NSPredicate(format: "title == '0'")
            #expect(try context.fetch(request).first?["image"] as? Data == Photos.image(0))
        }
    }

    @Test func `Migration takes values into files and back`() throws {
        let images = try Photos.images(store.coordinator)
        let files = Photos.files(store)
        try store.close()
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        func migrate(_ model: NSManagedObjectModel) throws -> [String: Data] {
            let coordinator = try Photos.coordinator(model, store.url, options)
            defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
            return try Photos.images(coordinator)
        }
        #expect(try migrate(Photos.model(isExternal: false)) == images)
        #expect(Photos.files(store).isEmpty)
        #expect(try store.sql("SELECT max(length(ZIMAGE)) FROM ZPHOTO") == [["200000"]])
        #expect(try migrate(Photos.model()) == images)
        try expectNoOrphans(2)
        #expect(Photos.files(store).isDisjoint(with: files))
        // A version that changes something else leaves the files where they are.
        let kept = Photos.files(store)
        let next = Photos.model()
        next.entities[0].properties += [Make.attribute("place", .stringAttributeType)]
        #expect(try migrate(next) == images)
        #expect(Photos.files(store) == kept)
    }

    @Test func `A version without the attribute gives up its files`() throws {
        try store.close()
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        _ = try Photos.coordinator(Photos.model(hasImage: false), store.url, options)
        #expect(Photos.files(store).isEmpty)
    }

    @Test func `A store from the time when all values lay in rows is marked`() throws {
        try store.close()
        // As this framework wrote it then: no marks, and no key that tells of them.
        let plist = try #require(try store.sql("SELECT hex(Z_PLIST) FROM Z_METADATA")[0][0])
        let data = Data(
            stride(from: 0, to: plist.utf8.count, by: 2).map { place in
                UInt8(plist.dropFirst(place).prefix(2), radix: 16)!
            })
        var metadata = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(metadata.removeValue(forKey: "LabExternalData") != nil)
        let former = try PropertyListSerialization.data(
            fromPropertyList: metadata, format: .binary, options: 0)
        let hex = former.map { String(format: "%02x", $0) }.joined()
        _ = try store.sql("UPDATE Z_METADATA SET Z_PLIST = x'\(hex)'")
        _ = try store.sql("UPDATE ZPHOTO SET ZIMAGE = x'0207' WHERE ZTITLE < '2'")
        _ = try store.sql("UPDATE ZPHOTO SET ZIMAGE = zeroblob(150000) WHERE ZTITLE = '2'")
        let images = try Photos.images(Photos.coordinator(Photos.model(), store.url))
        #expect(images["0"] == Data([2, 7]))
        #expect(images["2"] == Data(count: 150_000))
        try expectNoOrphans(1)
    }

    @Test func `Destroying a store removes its files`() throws {
        try store.coordinator.destroyPersistentStore(at: store.url, ofType: NSSQLiteStoreType)
        let support = Photos.folder(besides: store.url).deletingLastPathComponent()
        #expect(!FileManager.default.fileExists(atPath: support.path))
    }

    @Test func `Another store gets copies of the files`() throws {
        let images = try Photos.images(store.coordinator)
        let copy = store.folder.appendingPathComponent("copy.sqlite")
        try store.coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: store.url, ofType: NSSQLiteStoreType)
        #expect(try Photos.images(Photos.coordinator(Photos.model(), copy)) == images)
        let moved = store.folder.appendingPathComponent("moved.sqlite")
        let own = try #require(store.coordinator.persistentStores.first)
        _ = try store.coordinator.migratePersistentStore(
            own, to: moved, options: nil, type: .sqlite)
        #expect(try Photos.images(store.coordinator) == images)
        #expect(Photos.files(besides: moved).count == 2)
    }

    @Test func `History keeps no value that may lie in a file`() throws {
        let model = Photos.model()
        for attribute in model.entities[0].attributesByName.values {
            attribute.preservesValueInHistoryOnDeletion = true
        }
        let store = try TestStore(model: model, options: [NSPersistentHistoryTrackingKey: true])
        let context = store.context("the app")
        try context.performAndWait {
            let photo = context.make("Photo", ["title": "0", "image": Photos.image(1)])
            try context.save()
            context.delete(photo)
            try context.save()
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(
                result?.result as? [NSPersistentHistoryTransaction])
            let tombstone = try #require(transactions.last?.changes?.first?.tombstone)
            #expect(tombstone.keys.compactMap { $0.base as? String } == ["title"])
        }
    }
}

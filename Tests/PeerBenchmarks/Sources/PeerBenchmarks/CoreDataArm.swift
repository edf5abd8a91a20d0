import CoreData
import Foundation

/// The lab's core: one private context on a coordinator with a SQLite store.
///
/// Subclasses set and read the values.
class CoreDataArm: Arm {
    private let coordinator: NSPersistentStoreCoordinator
    private var context: NSManagedObjectContext
    private var nextRow = 1
    /// The objects of the last fetch, kept so that the next one is warm.
    private var held: [NSManagedObject] = []
    private var ids: [NSManagedObjectID] = []
    /// Two levels below the coordinator's context.
    private var child: NSManagedObjectContext!
    /// The did-save notification that is to be merged.
    private var saved: Notification?
    private let store: NSPersistentStore
    private let entity: NSEntityDescription

    required init(folder: String) throws {
        coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: ItemModel.make(objectClass: Self.objectClass))
        store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: URL(fileURLWithPath: folder + "/core.sqlite"),
            options: [NSSQLitePragmasOption: ["journal_mode": "WAL", "synchronous": "NORMAL"]])
        entity = coordinator.managedObjectModel.entitiesByName["Item"]!
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    deinit {
        held = []
        try? coordinator.remove(store)
    }

    class var objectClass: NSManagedObject.Type { NSManagedObject.self }

    class func make(
        _ entity: NSEntityDescription, in context: NSManagedObjectContext
    ) -> NSManagedObject {
        NSManagedObject(entity: entity, insertInto: context)
    }

    class func fill(_ object: NSManagedObject, row: Int) { fatalError("a subclass fills") }
    class func sum(_ object: NSManagedObject) -> Int64 { fatalError("a subclass reads") }
    class func change(_ object: NSManagedObject, to value: Int64) { fatalError("a subclass sets") }

    func insert() throws {
        try insert(Sizes.inserted)
    }

    func prepareFetch() throws {
        try insert(Sizes.fetched - Sizes.inserted)
        context.performAndWait { context.reset() }
    }

    func fetch() throws -> Int64 {
        try context.performAndWait {
            let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
            var sum: Int64 = 0
            for object in found { sum &+= Self.sum(object) }
            held = found
            return sum
        }
    }

    func prepareFind() throws {
        context.performAndWait {
            ids = (0..<Sizes.found).map { held[Int(Self.key(ofFind: $0)) - 1].objectID }
            held = []
            context.reset()
        }
    }

    func find() throws -> Int64 {
        try context.performAndWait {
            var sum: Int64 = 0
            for id in ids { sum &+= Self.sum(try context.existingObject(with: id)) }
            return sum
        }
    }

    func prepareUpdate() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.fetchLimit = Sizes.updated
        try context.performAndWait {
            held = try context.fetch(request)
        }
    }

    func update() throws {
        try context.performAndWait {
            for (index, object) in held.enumerated() { Self.change(object, to: Int64(-index)) }
            try context.save()
        }
    }

    func delete() throws {
        try context.performAndWait {
            for object in held { context.delete(object) }
            try context.save()
            held = []
        }
    }

    func saveOneByOne() throws {
        for _ in 0..<Sizes.saved { try insert(1) }
    }

    func fetchSorted() throws -> Int64 {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(
            format: "v0 >= %@ AND v0 < %@ AND v1 > %@", NSNumber(value: SortedRange.low),
            NSNumber(value: SortedRange.high), NSNumber(value: SortedRange.floor))
        request.sortDescriptors = [NSSortDescriptor(key: "v2", ascending: false)]
        return try context.performAndWait {
            held = []
            context.reset()
            return try context.fetch(request).reduce(0) { $0 &+ Self.sum($1) }
        }
    }

    class func batchRequest(
        _ entity: NSEntityDescription, _ next: @escaping () -> Int?
    ) -> NSBatchInsertRequest {
        NSBatchInsertRequest(
            entity: entity,
            managedObjectHandler: { object in
                guard let row = next() else { return true }
                fill(object, row: row)
                return false
            })
    }

    func insertBatch() throws {
        try context.performAndWait {
            let end = nextRow + Sizes.batch
            let request = Self.batchRequest(entity) { [self] in
                guard nextRow < end else { return nil }
                defer { nextRow += 1 }
                return nextRow
            }
            _ = try context.execute(request)
        }
    }

    // MARK: Nested contexts and merges

    func prepareNested() throws {
        held = []
        context.performAndWait { context.reset() }
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.parent = context
        child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
    }

    func fetchNested() throws -> Int64? {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = []
        request.fetchLimit = Sizes.nested
        return try child.performAndWait {
            try child.fetch(request).reduce(0) { $0 &+ Self.sum($1) }
        }
    }

    func saveNested() throws -> Bool {
        let parent = child.parent!
        try parent.performAndWait {
            for _ in 0..<Sizes.nested {
                Self.fill(Self.make(entity, in: parent), row: nextRow)
                nextRow += 1
            }
            try parent.save()
        }
        try context.performAndWait { try context.save() }
        return true
    }

    func prepareMerge() throws {
        context.performAndWait { context.reset() }
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = coordinator
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.fetchLimit = Sizes.merged
        try context.performAndWait {
            held = try context.fetch(request)
            _ = held.reduce(0) { $0 &+ Self.sum($1) }
        }
        let recorder = SaveRecorder(of: other)
        try other.performAndWait {
            for object in try other.fetch(request) { Self.change(object, to: 1) }
            try other.save()
        }
        saved = recorder.saved
    }

    func merge() throws -> Bool {
        context.performAndWait {
            context.mergeChanges(fromContextDidSave: saved!)
            saved = nil
        }
        return true
    }

    private func insert(_ count: Int) throws {
        try context.performAndWait {
            for _ in 0..<count {
                Self.fill(Self.make(entity, in: context), row: nextRow)
                nextRow += 1
            }
            try context.save()
        }
    }
}

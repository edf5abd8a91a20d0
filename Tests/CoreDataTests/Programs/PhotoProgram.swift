import CoreData
import Execution
import Foundation

/// A random program over a store of photos, whose images lie in rows and in files, and what must
/// hold after each of its steps.
///
///     coordinator 1   writer ─ saves, batch requests      reader ─ holds rows, pins states
///     coordinator 2   other  ─ saves, holds rows
///
/// Every photo that a context holds must show the image that it was read with, whatever became of
/// its row and file since.
final class PhotoProgram {
    private var random: RandomStream
    private let store: TestStore
    private let options: [AnyHashable: Any]
    private var other: NSPersistentStoreCoordinator
    private var writers: [NSManagedObjectContext] = []
    private var expected: [String: Data] = [:]
    private var held: [Held] = []
    private var pinned: (NSManagedObjectContext, [String: Data])?
    private var made = 0
    /// Held photos that showed an image which the store has no more.
    private(set) var outlived = 0

    /// A photo in memory, with the title and image that its row had when it was read.
    private struct Held {
        let context: NSManagedObjectContext
        let photo: NSManagedObject
        let title: String
        let image: Data?
    }

    init(seed: UInt64) throws {
        random = RandomStream(seed: seed)
        let modes = ["WAL", "WAL", "WAL", "DELETE", "TRUNCATE"]
        options = [
            SQLiteStoreOption.checkpointThreshold: Int.random(in: 1...30, using: &random),
            NSSQLitePragmasOption: ["journal_mode": modes.randomElement(using: &random)!],
            NSPersistentStoreConnectionPoolMaxSizeKey: Bool.random(using: &random) ? 4 : 1,
        ]
        store = try Photos.store(options)
        other = try Photos.coordinator(Photos.model(), store.url, options)
        makeWriters()
    }

    private func makeWriters() {
        writers = [store.coordinator, other].map { coordinator in
            let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            writer.persistentStoreCoordinator = coordinator
            writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            return writer
        }
    }

    private func image() -> Data? {
        let seed = UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return nil
        case 1: return Photos.image(seed, 100)
        default: return Photos.image(seed, Int.random(in: 103_000...140_000, using: &random))
        }
    }

    /// Takes one step and returns what is wrong after it.
    func step() throws -> [String] {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3: try insert()
        case 3..<6: try change()
        case 6..<7: try delete()
        case 7: try batch()
        case 8: try hold()
        case 9: try pin()
        case 10: try fail()
        default: try reopen()
        }
        return try problems()
    }

    private func write(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let writer = writers.randomElement(using: &random)!
        try writer.performAndWait {
            // Rows of the other coordinator's saves are stale otherwise.
            writer.reset()
            try body(writer)
            try writer.save()
        }
    }

    private func some(_ writer: NSManagedObjectContext) throws -> NSManagedObject? {
        try writer.all("Photo", sortedBy: "title").randomElement(using: &random)
    }

    private func insert() throws {
        try write { writer in
            made += 1
            let image = image()
            writer.make("Photo", ["title": "\(made)", "image": image])
            expected["\(made)"] = image ?? Data()
        }
    }

    private func change() throws {
        try write { writer in
            guard let photo = try some(writer) else { return }
            let image = image()
            photo.setValue(image, forKey: "image")
            expected[photo.text("title")!] = image ?? Data()
        }
    }

    private func delete() throws {
        try write { writer in
            guard let photo = try some(writer) else { return }
            expected[photo.text("title")!] = nil
            writer.delete(photo)
        }
    }

    private func batch() throws {
        try write { writer in
            guard let title = try some(writer)?.text("title") else { return }
            let image = image()
            let update = NSBatchUpdateRequest(entityName: "Photo")
            update.predicate = NSPredicate(format: "title <= %@", title)
            update.propertiesToUpdate = ["image": image.map { $0 as Any } ?? NSNull()]
            _ = try writer.execute(update)
            for name in expected.keys where name <= title { expected[name] = image ?? Data() }
            writer.reset()
        }
    }

    /// Keeps photos in memory whose images are not read yet.
    private func hold() throws {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator =
            writers.randomElement(using: &random)!
            .persistentStoreCoordinator
        try reader.performAndWait {
            for photo in try reader.all("Photo") {
                let title = photo.text("title")!
                held.append(
                    Held(context: reader, photo: photo, title: title, image: expected[title]))
            }
        }
        if held.count > 12 { held.removeFirst(held.count - 12) }
    }

    private func pin() throws {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = store.coordinator
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(.current)
            // Without a log nothing is pinned.
            _ = try reader.all("Photo")
            reader.reset()
            try reader.setQueryGenerationFrom(.current)
            _ = try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Photo"))
        }
        let isLogged = (options[NSSQLitePragmasOption] as? [String: String])?["journal_mode"]
        pinned = isLogged == "WAL" ? (reader, expected) : nil
    }

    /// A save that is given up, with a new image in it.
    private func fail() throws {
        let writer = writers[0]
        writer.performAndWait {
            writer.reset()
            writer.mergePolicy = NSMergePolicy.error
            defer { writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
            writer.make("Photo", ["title": "lost", "image": Photos.image(1)])
            guard let photo = try? writer.all("Photo", NSPredicate(format: "title != 'lost'")).first
            else { return writer.reset() }
            photo.setValue(Photos.image(2), forKey: "image")
            let update = NSBatchUpdateRequest(entityName: "Photo")
            update.propertiesToUpdate = ["title": NSExpression(forKeyPath: "title")]
            guard (try? writer.execute(update)) != nil else { return }
            // The batch update has raised the version of the photo's row.
            if (try? writer.save()) != nil { expected["a save that had to fail"] = Data() }
            writer.reset()
        }
    }

    private func reopen() throws {
        held = held.filter { $0.context.persistentStoreCoordinator === store.coordinator }
        for open in other.persistentStores { try other.remove(open) }
        other = try Photos.coordinator(Photos.model(), store.url, options)
        makeWriters()
    }

    // MARK: What must hold

    private func problems() throws -> [String] {
        var problems: [String] = []
        for coordinator in [store.coordinator, other] where try read(coordinator) != expected {
            problems.append("the photos have other images")
        }
        let files = Photos.files(store)
        if !(try Photos.namedFiles(store).isSubset(of: files)) {
            problems.append("a row names a file that is not there")
        }
        if let place = held.indices.randomElement(using: &random) {
            let one = held[place]
            let shown = one.context.performAndWait { one.photo.value(forKey: "image") as? Data }
            if (shown ?? Data()) != one.image {
                problems.append("a held photo shows another image")
            }
            if shown != nil, expected[one.title] != one.image { outlived += 1 }
        }
        if let (context, images) = pinned {
            context.performAndWait { context.refreshAllObjects() }
            if try read(context) != images { problems.append("a pinned context reads otherwise") }
            if Int.random(in: 0..<4, using: &random) == 0 { pinned = nil }
        }
        return problems
    }

    private func read(_ coordinator: NSPersistentStoreCoordinator) throws -> [String: Data] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try read(context)
    }

    private func read(_ context: NSManagedObjectContext) throws -> [String: Data] {
        try context.performAndWait {
            var images: [String: Data] = [:]
            for photo in try context.all("Photo") {
                images[photo.text("title") ?? ""] = photo.value(forKey: "image") as? Data ?? Data()
            }
            return images
        }
    }

    /// Closes the store and opens it again, after which rows and files must agree.
    func end() throws -> [String] {
        pinned = nil
        held = []
        writers = []
        for open in other.persistentStores { try other.remove(open) }
        try store.close()
        let last = try Photos.coordinator(Photos.model(), store.url, options)
        defer { for open in last.persistentStores { try? last.remove(open) } }
        guard Photos.files(store) == (try Photos.namedFiles(store)) else {
            return ["files and rows do not agree once the store was opened again"]
        }
        return try read(last) == expected ? [] : ["the photos have other images at the end"]
    }
}

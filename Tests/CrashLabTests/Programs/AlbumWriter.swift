import CoreData
import Execution
import Foundation

/// One of a program's writers: its next random change, and what history and rows must say of it.
struct AlbumWriter {
    /// One transaction: a save or a batch request.
    struct Change {
        let writer: Int
        let author: String
        /// What history tells of it.
        var told: [String] = []
        /// All rows of the writer after it.
        var rows: [String] = []
    }

    let number: Int
    private var random: RandomStream
    private var pairs: [Int: (stamp: Int, tag: String)] = [:]
    private var tallies: [Int: Int] = [:]
    private var made = 0

    init(number: Int, _ random: RandomStream) {
        self.number = number
        self.random = random
    }

    mutating func pause() -> Duration {
        .microseconds(Int.random(in: 0...400, using: &random))
    }

    /// Draws the next change.
    ///
    /// - Returns: what must be told of it, and what makes it, to be called on the context's queue.
    mutating func next() -> (Change, (NSManagedObjectContext) throws -> Void) {
        made += 1
        var change = Change(writer: number, author: "\(number).\(made)")
        let body =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: insert(&change)
            case 3..<5: update(&change)
            case 5: updateImage(&change)
            case 6: delete(&change)
            case 7: insertTallies(&change)
            case 8: updateTallies(&change)
            default: deleteTallies(&change)
            }
        change.told.sort()
        change.rows = pairs.flatMap { pair, value in
            [
                AlbumStore.folder(pair, value.stamp),
                AlbumStore.item(pair, value.stamp, value.tag),
            ]
        }
        change.rows += tallies.map { AlbumStore.tally(number, $0.key, $0.value) }
        return (change, body)
    }

    private mutating func tag() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "-"
        case 1..<4: "L\(number * 80 + made)"
        default: "s\(number * 80 + made)"
        }
    }

    private mutating func somePair() -> Int? {
        pairs.keys.sorted().randomElement(using: &random)
    }

    // MARK: Saves

    private static func object(
        _ entity: String, _ key: String, _ pair: Int, _ context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "%K BEGINSWITH %@", key, "\(pair) ")
        guard let object = try context.fetch(request).first else {
            throw CocoaError(.managedObjectReferentialIntegrity)
        }
        return object
    }

    private mutating func insert(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        let (pair, stamp, tag) = (number * 1_000 + made, made, tag())
        pairs[pair] = (stamp, tag)
        change.told = ["insert Folder", "insert Item"]
        return { context in
            let folder = NSEntityDescription.insertNewObject(
                forEntityName: "Folder", into: context)
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            folder.setValue("\(pair) \(stamp)", forKey: "title")
            item.setValue("\(pair) \(stamp)", forKey: "name")
            item.setValue(AlbumStore.image(tag), forKey: "image")
            item.setValue(folder, forKey: "folder")
            try context.save()
        }
    }

    private mutating func update(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        guard let pair = somePair() else { return insert(&change) }
        let stamp = made
        pairs[pair]!.stamp = stamp
        change.told = ["update Folder title", "update Item name"]
        return { context in
            let name = "\(pair) \(stamp)"
            try Self.object("Folder", "title", pair, context).setValue(name, forKey: "title")
            try Self.object("Item", "name", pair, context).setValue(name, forKey: "name")
            try context.save()
        }
    }

    private mutating func updateImage(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        guard let pair = somePair() else { return insert(&change) }
        let tag = tag()
        guard tag != pairs[pair]!.tag else { return update(&change) }
        pairs[pair]!.tag = tag
        change.told = ["update Item image"]
        return { context in
            let item = try Self.object("Item", "name", pair, context)
            item.setValue(AlbumStore.image(tag), forKey: "image")
            try context.save()
        }
    }

    private mutating func delete(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        guard let pair = somePair() else { return insert(&change) }
        pairs[pair] = nil
        change.told = ["delete Folder", "delete Item"]
        return { context in
            context.delete(try Self.object("Folder", "title", pair, context))
            context.delete(try Self.object("Item", "name", pair, context))
            try context.save()
        }
    }

    // MARK: Batch requests

    private mutating func insertTallies(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        let count = Int.random(in: 1...4, using: &random)
        let (owner, value) = (number, made)
        let keys = (0..<count).map { made * 10 + $0 }
        for key in keys { tallies[key] = value }
        change.told = keys.map { _ in "insert Tally" }
        return { context in
            let objects = keys.map { ["owner": owner, "key": $0, "value": value] as [String: Any] }
            _ = try context.execute(NSBatchInsertRequest(entityName: "Tally", objects: objects))
        }
    }

    private mutating func updateTallies(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        guard !tallies.isEmpty else { return insertTallies(&change) }
        let (owner, value) = (number, made)
        for key in tallies.keys { tallies[key] = value }
        change.told = tallies.map { _ in "update Tally value" }
        return { context in
            let request = NSBatchUpdateRequest(entityName: "Tally")
            request.predicate = NSPredicate(format: "owner == %d", owner)
            request.propertiesToUpdate = ["value": value]
            _ = try context.execute(request)
        }
    }

    private mutating func deleteTallies(
        _ change: inout Change
    ) -> (NSManagedObjectContext) throws -> Void {
        guard let last = tallies.keys.sorted().randomElement(using: &random) else {
            return insertTallies(&change)
        }
        let owner = number
        change.told = tallies.keys.filter { $0 <= last }.map { _ in "delete Tally" }
        tallies = tallies.filter { $0.key > last }
        return { context in
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tally")
            request.predicate = NSPredicate(format: "owner == %d AND key <= %d", owner, last)
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
    }
}

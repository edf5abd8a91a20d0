import CoreData
import Execution
import Foundation
import Testing

/// Albums with songs in an order of their own, and mixes, which share songs, in stores of every
/// type; a SQLite store supplies the right answer.
@Suite struct `Ordered relationships in atomic stores` {
    private static let types: [NSPersistentStore.StoreType] = [.inMemory, .binary, .xml]

    private static func model() -> NSManagedObjectModel {
        let song = Make.entity("Song", nil, [Make.attribute("name", .stringAttributeType)])
        let album = Make.entity("Album", nil, [Make.attribute("name", .stringAttributeType)])
        let mix = Make.entity("Mix", nil, [Make.attribute("name", .stringAttributeType)])
        Make.join(
            album, Make.relationship("songs", to: song, many: true, isOrdered: true),
            song, Make.relationship("album", to: album, many: false))
        Make.join(
            mix, Make.relationship("songs", to: song, many: true, isOrdered: true),
            song, Make.relationship("mixes", to: mix, many: true))
        return Make.model(album, mix, song)
    }

    private static func names(_ object: NSManagedObject) -> String {
        (object.value(forKey: "songs") as? NSOrderedSet ?? []).array
            .compactMap { ($0 as? NSManagedObject)?.text("name") }.joined(separator: " ")
    }

    /// The songs of every album and mix, read by a new context.
    private static func read(_ store: TypedStore) throws -> [String] {
        let context = store.context()
        return try context.performAndWait {
            try ["Album", "Mix"].flatMap { entity in
                try context.all(entity, sortedBy: "name").map {
                    "\($0.text("name") ?? ""): \(names($0))"
                }
            }
        }
    }

    private static func fill(_ store: TypedStore) throws {
        let context = store.context()
        try context.performAndWait {
            let songs = ["d", "b", "c", "a"].map { context.make("Song", ["name": $0]) }
            context.make("Album", ["name": "A", "songs": NSOrderedSet(array: songs)])
            context.make(
                "Mix", ["name": "M", "songs": NSOrderedSet(array: songs.reversed())])
            try context.save()
        }
    }

    @Test(arguments: types) func `The order comes back, from memory and from the file`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        try Self.fill(store)
        #expect(try Self.read(store) == ["A: d b c a", "M: a c b d"])
        guard type != .inMemory else { return }
        try store.reopen(Self.model())
        #expect(try Self.read(store) == ["A: d b c a", "M: a c b d"])
    }

    @Test func `The order goes along when a store is migrated to another type`() throws {
        let store = try TypedStore(.sqlite, model: Self.model())
        try Self.fill(store)
        var present = try #require(store.coordinator.persistentStores.first)
        for type in [NSPersistentStore.StoreType.binary, .xml, .inMemory, .sqlite] {
            let url = store.folder.appendingPathComponent("moved.\(type.rawValue)")
            present = try store.coordinator.migratePersistentStore(
                present, to: url, options: nil, type: type)
            #expect(try Self.read(store) == ["A: d b c a", "M: a c b d"], "\(type.rawValue)")
        }
    }

    @Test(arguments: [NSPersistentStore.StoreType.binary, .xml])
    func `A save that fails leaves the order as it was`(_ type: NSPersistentStore.StoreType) throws
    {
        let store = try TypedStore(type, model: Self.model())
        try Self.fill(store)
        let context = store.context()
        let elsewhere = store.folder.appendingPathExtension("moved")
        try context.performAndWait {
            let album = try #require(try context.all("Album").first)
            album.mutableOrderedSetValue(forKey: "songs").moveObjects(at: [3], to: 0)
            try FileManager.default.moveItem(at: store.folder, to: elsewhere)
            #expect(throws: NSError.self) { try context.save() }
            #expect(try Self.read(store) == ["A: d b c a", "M: a c b d"])
            try FileManager.default.moveItem(at: elsewhere, to: store.folder)
            try context.save()
        }
        #expect(try Self.read(store) == ["A: a d b c", "M: a c b d"])
    }

    @Test func `Random edits of two contexts give the order that a SQLite store gives`() throws {
        for seed in UInt64(0)..<4 {
            let expected = try run(.sqlite, seed)
            for type in Self.types {
                #expect(try run(type, seed) == expected, "seed \(seed), \(type.rawValue)")
            }
        }
    }

    /// The objects that fresh contexts read after each save of a program.
    private func run(_ type: NSPersistentStore.StoreType, _ seed: UInt64) throws -> [[String]] {
        let store = try TypedStore(type, model: Self.model())
        try Self.fill(store)
        var edits = OrderEdits(RandomStream(seed: seed))
        let contexts = [store.context(), store.context()]
        for context in contexts {
            context.performAndWait {
                context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            }
        }
        return try (0..<10).map { round in
            let context = contexts[round % 2]
            try context.performAndWait {
                // Sometimes with the values in memory, sometimes without.
                if edits.oneIn(2) { context.refreshAllObjects() }
                for _ in 0..<4 { try edits.edit(context) }
                try context.save()
            }
            return try Self.read(store)
        }
    }
}

/// Random edits of ordered relationships, the same ones in every store for one seed.
private struct OrderEdits {
    private var stream: RandomStream
    private var highest = 0

    init(_ stream: RandomStream) {
        self.stream = stream
    }

    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &stream) == 0 }

    private mutating func number(below count: Int) -> Int {
        Int.random(in: 0..<max(1, count), using: &stream)
    }

    mutating func edit(_ context: NSManagedObjectContext) throws {
        let entity = oneIn(2) ? "Album" : "Mix"
        let owners = try context.all(entity, sortedBy: "name")
        let owner = owners[number(below: owners.count)]
        let edit = number(below: 8)
        if edit == 0 {
            highest += 1
            context.make(entity, ["name": "\(entity)\(highest)"])
        } else if edit <= 3 {
            // Added from the other end: the members may not be read.
            highest += 1
            let song = context.make("Song", ["name": "s\(highest)"])
            if entity == "Album" {
                song.setValue(owner, forKey: "album")
            } else {
                song.setValue(Set([owner]), forKey: "mixes")
            }
        } else {
            try change(owner, edit, context)
        }
    }

    private mutating func change(
        _ owner: NSManagedObject, _ edit: Int, _ context: NSManagedObjectContext
    ) throws {
        let members = owner.mutableOrderedSetValue(forKey: "songs")
        guard members.count > 0 else { return }
        let place = number(below: members.count), other = number(below: members.count)
        switch edit {
        case 4: members.removeObject(at: place)
        case 5: members.moveObjects(at: [place], to: other)
        case 6:
            let songs = try context.all("Song", sortedBy: "name")
            let song = songs[number(below: songs.count)]
            if !members.contains(song) { members.insert(song, at: place) }
        default: context.delete(try #require(members.object(at: place) as? NSManagedObject))
        }
    }
}

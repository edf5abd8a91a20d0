import CoreData
import Foundation
import Testing

/// Albums with songs in an order of their own, and mixes, which share songs.
///
///     Album ←──→→ Song (ordered)        Mix ←←──→→ Song (ordered on the mix's side)
@Suite(.inVirtualTime) struct `Ordered relationships` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        let song = Make.entity("Song", nil, [Make.attribute("name", .stringAttributeType)])
        let album = Make.entity("Album", nil, [])
        let mix = Make.entity("Mix", nil, [])
        Make.join(
            album, Make.relationship("songs", to: song, many: true, isOrdered: true),
            song, Make.relationship("album", to: album, many: false))
        Make.join(
            mix, Make.relationship("songs", to: song, many: true, isOrdered: true),
            song, Make.relationship("mixes", to: mix, many: true))
        store = try TestStore(model: Make.model(album, mix, song))
        context = store.context()
    }

    private static func songs(_ names: String, _ context: NSManagedObjectContext)
        -> [NSManagedObject]
    {
        names.map { context.make("Song", ["name": String($0)]) }
    }

    private static func names(_ object: NSManagedObject) -> String {
        (object.value(forKey: "songs") as? NSOrderedSet ?? []).array
            .compactMap { ($0 as? NSManagedObject)?.text("name") }.joined()
    }

    /// The objects that a new context reads from the store.
    private func stored(_ entity: String) throws -> String {
        let other = store.context("other")
        return try other.performAndWait {
            Self.names(try #require(try other.all(entity).first))
        }
    }

    /// Saves an album or mix with songs in the order of their names in a text.
    private func saved(_ entity: String, _ names: String) throws -> NSManagedObject {
        let object = context.make(entity)
        object.setValue(NSOrderedSet(array: Self.songs(names, context)), forKey: "songs")
        try context.save()
        return object
    }

    @Test(arguments: ["Album", "Mix"])
    func `The order is that of the set, and comes back from the store`(_ entity: String) throws {
        try context.performAndWait {
            let object = try saved(entity, "dbca")
            #expect(Self.names(object) == "dbca")
            context.refreshAllObjects()
            #expect(Self.names(object) == "dbca")
        }
        #expect(try stored(entity) == "dbca")
    }

    @Test(arguments: ["Album", "Mix"])
    func `A member that is taken out and added again is the last, and saved as that`(
        _ entity: String
    ) throws {
        try context.performAndWait {
            let object = try saved(entity, "abc")
            let members = object.mutableOrderedSetValue(forKey: "songs")
            let first = members.object(at: 0)
            members.remove(first)
            members.add(first)
            #expect(Self.names(object) == "bca")
            #expect(object.changedValues().keys.sorted() == ["songs"])
            try context.save()
            context.refreshAllObjects()
            #expect(Self.names(object) == "bca")
        }
        #expect(try stored(entity) == "bca")
        // Before the members are read.
        let end = entity == "Album" ? "album" : "mixes"
        try context.performAndWait {
            let object = try #require(try context.all(entity).first)
            let song = try #require(
                try context.all("Song", NSPredicate(format: "name == 'b'")).first)
            context.refreshAllObjects()
            song.setValue(entity == "Album" ? nil : NSSet(), forKey: end)
            song.setValue(entity == "Album" ? object : NSSet(object: object), forKey: end)
            #expect(Self.names(object) == "cab")
            try context.save()
        }
        #expect(try stored(entity) == "cab")
        // Through a child, and by whole values.
        let child = TestStore.child(of: context)
        try child.performAndWait {
            let object = try #require(try child.all(entity).first)
            let all = object.mutableOrderedSetValue(forKey: "songs").array
            object.setValue(NSOrderedSet(array: Array(all.dropFirst())), forKey: "songs")
            object.setValue(NSOrderedSet(array: Array(all.dropFirst()) + [all[0]]), forKey: "songs")
            try child.save()
        }
        try context.performAndWait { try context.save() }
        #expect(try stored(entity) == "abc")
    }

    @Test(arguments: ["Album", "Mix"], [0, 2])
    func `A removal that is undone leaves no change, wherever the member was`(
        _ entity: String, place: Int
    ) throws {
        try context.performAndWait {
            let object = try saved(entity, "abc")
            context.undoManager = UndoManager()
            object.mutableOrderedSetValue(forKey: "songs").removeObject(at: place)
            context.undo()
            #expect(Self.names(object) == "abc")
            #expect(!context.hasChanges)
            context.redo()
            try context.save()
        }
        #expect(try stored(entity) == (place == 0 ? "bc" : "ab"))
    }

    @Test(arguments: ["Album", "Mix"])
    func `A mutable ordered set changes members and places`(_ entity: String) throws {
        try context.performAndWait {
            let object = try saved(entity, "abcd")
            let members = object.mutableOrderedSetValue(forKey: "songs")
            members.insert(Self.songs("x", context)[0], at: 1)
            #expect(Self.names(object) == "axbcd")
            members.moveObjects(at: [4], to: 0)
            #expect(Self.names(object) == "daxbc")
            members.removeObject(at: 1)
            members.exchangeObject(at: 0, withObjectAt: 1)
            members.replaceObject(at: 2, with: Self.songs("y", context)[0])
            members.add(Self.songs("z", context)[0])
            #expect(Self.names(object) == "xdycz")
            #expect(members.count == 5 && members.contains(members.object(at: 3)))
            #expect(members.index(of: members.object(at: 3)) == 3)
            #expect(context.updatedObjects.contains(object))
            try context.save()
        }
        #expect(try stored(entity) == "xdycz")
    }

    @Test func `A move alone is a change, and writes few places`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abcdef")
            let before = try store.sql("SELECT ZNAME, Z_FOK_ALBUM FROM ZSONG ORDER BY Z_FOK_ALBUM")
            let members = album.mutableOrderedSetValue(forKey: "songs")
            members.moveObjects(at: [5], to: 0)
            #expect(album.isUpdated && album.hasPersistentChangedValues)
            #expect(album.changedValues().keys.sorted() == ["songs"])
            try context.save()
            let after = try store.sql("SELECT ZNAME, Z_FOK_ALBUM FROM ZSONG ORDER BY Z_FOK_ALBUM")
            #expect(after.map { $0[0] } == ["f", "a", "b", "c", "d", "e"])
            #expect(after[1...].map { $0[1] } == before[..<5].map { $0[1] })
        }
    }

    @Test func `Random moves are read back as they were made`() throws {
        var seed: UInt64 = 42
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        try context.performAndWait {
            let album = try saved("Album", "abcdefgh")
            var expected = Array("abcdefgh")
            for round in 0..<60 {
                let members = album.mutableOrderedSetValue(forKey: "songs")
                for _ in 0...random(3) {
                    let from = random(8), to = random(8)
                    members.moveObjects(at: [from], to: to)
                    expected.insert(expected.remove(at: from), at: to)
                }
                try context.save()
                #expect(Self.names(album) == String(expected), "seed 42, round \(round)")
                #expect(try stored("Album") == String(expected), "seed 42, round \(round)")
            }
        }
    }

    @Test func `The other end adds at the end, without reading the members`() throws {
        try context.performAndWait {
            let album = try saved("Album", "ba")
            context.refreshAllObjects()
            for song in Self.songs("dc", context) { song.setValue(album, forKey: "album") }
            #expect(album.hasFault(forRelationshipNamed: "songs"))
            try context.save()
            #expect(try stored("Album") == "badc")
            #expect(Self.names(album) == "badc")
        }
    }

    @Test func `A child's order goes up to its parent`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abc")
            let child = TestStore.child(of: context)
            try child.performAndWait {
                let copy = child.object(with: album.objectID)
                #expect(Self.names(copy) == "abc")
                let members = copy.mutableOrderedSetValue(forKey: "songs")
                members.insert(Self.songs("x", child)[0], at: 0)
                members.moveObjects(at: [1], to: 3)
                #expect(Self.names(copy) == "xbca")
                try child.save()
                let second = child.make("Album")
                second.setValue(NSOrderedSet(array: Self.songs("zyx", child)), forKey: "songs")
                try child.save()
            }
            #expect(Self.names(album) == "xbca")
            let second = try #require(context.insertedObjects.first { $0.entity.name == "Album" })
            #expect(Self.names(second) == "zyx")
            try context.save()
        }
        #expect(try stored("Album") == "xbca")
    }

    @Test func `A merge brings the others' order, and keeps the moves of this context`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let album = try saved("Album", "abcd")
            try other.performAndWait {
                let same = other.object(with: album.objectID)
                let members = same.mutableOrderedSetValue(forKey: "songs")
                members.moveObjects(at: [0], to: 3)
                try other.save()
            }
            context.refresh(album, mergeChanges: true)
            #expect(Self.names(album) == "bcda")
            album.mutableOrderedSetValue(forKey: "songs").moveObjects(at: [3], to: 0)
            try other.performAndWait {
                let same = other.object(with: album.objectID)
                same.mutableOrderedSetValue(forKey: "songs").add(Self.songs("e", other)[0])
                try other.save()
            }
            context.refresh(album, mergeChanges: true)
            #expect(Self.names(album) == "abcde")
            try context.save()
        }
        #expect(try stored("Album") == "abcde")
    }

    @Test func `A prefetch leaves the moves of this context as they are`() throws {
        let other = store.context("other")
        try context.performAndWait {
            let album = try saved("Album", "abcd")
            album.mutableOrderedSetValue(forKey: "songs").moveObjects(at: [3], to: 0)
            // The mutable set, which would read the members before the prefetch, goes away.
            context.processPendingChanges()
            try other.performAndWait {
                let same = other.object(with: album.objectID)
                same.mutableOrderedSetValue(forKey: "songs").add(Self.songs("e", other)[0])
                try other.save()
            }
            context.refresh(album, mergeChanges: true)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
            request.relationshipKeyPathsForPrefetching = ["songs"]
            #expect(try context.fetch(request) == [album])
            #expect(Self.names(album) == "dabce")
            try context.save()
        }
        #expect(try stored("Album") == "dabce")
    }

    @Test func `What a mutable set has just changed is read and replaced by each access`() throws {
        let property = ManagedProperty<NSOrderedSet?>("songs")
        func names(_ set: NSOrderedSet?) -> String {
            (set?.array ?? []).compactMap { ($0 as? NSManagedObject)?.text("name") }.joined()
        }
        try context.performAndWait {
            let album = try saved("Album", "ab")
            let members = album.mutableOrderedSetValue(forKey: "songs")
            members.addObjects(from: Self.songs("c", context))
            #expect(names(album[property]) == "abc")
            members.addObjects(from: Self.songs("d", context))
            album[property] = NSOrderedSet(array: Self.songs("e", context))
            #expect(names(album[property]) == "e")
            members.addObjects(from: Self.songs("f", context))
            album.setValue(NSOrderedSet(array: Self.songs("g", context)), forKey: "songs")
            try context.save()
            #expect(Self.names(album) == "g")
        }
        #expect(try stored("Album") == "g")
    }

    @Test func `The mutable set is read and written by all of an ordered set's methods`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abc")
            func text(_ objects: some Sequence) -> String {
                objects.compactMap { ($0 as? NSManagedObject)?.text("name") }.joined()
            }
            let songs = album.mutableOrderedSetValue(forKey: "songs")
            #expect(text(songs.array) == "abc" && text(songs) == "abc" && songs.count == 3)
            #expect((songs.firstObject as? NSManagedObject)?.text("name") == "a")
            #expect((songs.lastObject as? NSManagedObject)?.text("name") == "c")
            #expect(songs.isEqual(album.value(forKey: "songs")))
            songs.addObjects(from: Self.songs("de", context))
            #expect(songs.count == 5 && text(songs.array) == "abcde")
            #expect(Self.names(album) == "abcde")
            songs.removeObjects(in: Array(songs.array.prefix(2)))
            #expect(songs.count == 3 && Self.names(album) == "cde")
            // The context writes the addition when the app reads the relationship.
            album.mutableOrderedSetValue(forKey: "songs").addObjects(from: Self.songs("f", context))
            #expect(Self.names(album) == "cdef")
            let added = Self.songs("g", context)[0]
            added.setValue(album, forKey: "album")
            #expect(songs.count == 5 && text(songs) == "cdefg")
            songs.add(songs.array[0])
            songs.add(Self.songs("i", context)[0])
            songs.add(Self.songs("j", context)[0])
            #expect(text(songs) == "cdefgij" && Self.names(album) == "cdefgij")
            songs.removeObjects(at: [5, 6])
            songs.moveObjects(at: [4], to: 0)
            songs.removeObject(at: 1)
            songs.insert(Self.songs("h", context)[0], at: 1)
            #expect(text(songs.array) == "ghdef")
            try context.save()
        }
        #expect(try stored("Album") == "ghdef")
    }

    @Test func `A context's changes have what a mutable set's storage holds`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abc")
            let songs = album.mutableOrderedSetValue(forKey: "songs")
            func reverse() {
                songs.sort(options: []) { left, right in
                    let names = [left, right].map { ($0 as? NSManagedObject)?.text("name") ?? "" }
                    return names[0] > names[1] ? .orderedAscending : .orderedDescending
                }
            }
            reverse()
            #expect(context.hasChanges && context.updatedObjects == [album])
            context.refresh(album, mergeChanges: false)
            #expect(!context.hasChanges && Self.names(album) == "abc")
            // Discarded before anything has asked for it.
            reverse()
            context.refresh(album, mergeChanges: false)
            #expect(!context.hasChanges && Self.names(album) == "abc")
            reverse()
            #expect(context.updatedObjects == [album])
            try context.save()
        }
        #expect(try stored("Album") == "cba")
    }

    @Test func `A save, a rollback and a reset settle a mutable set that is in use`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abc")
            let songs = album.mutableOrderedSetValue(forKey: "songs")
            songs.addObjects(from: Self.songs("d", context))
            let other = Self.songs("e", context)[0]
            other.setValue(album, forKey: "album")
            try context.save()
            #expect(Self.names(album) == "abced" && songs.count == 5)
            // The keys of the new ones have changed, and nothing else.
            #expect(!context.hasChanges)
            let first = try #require(songs.firstObject as? NSManagedObject)
            first.setValue(nil, forKey: "album")
            #expect(songs.count == 4 && Self.names(album) == "bced")
            context.delete(try #require(songs.firstObject as? NSManagedObject))
            try context.save()
            #expect(songs.count == 3 && !context.hasChanges)
            songs.addObjects(from: Self.songs("f", context))
            context.rollback()
            #expect(songs.count == 3 && !context.hasChanges)
            songs.sort(options: []) { left, right in
                let names = [left, right].map { ($0 as? NSManagedObject)?.text("name") ?? "" }
                return names[0] < names[1] ? .orderedAscending : .orderedDescending
            }
            try context.save()
            songs.addObjects(from: Self.songs("g", context))
            context.reset()
            #expect(!context.hasChanges)
        }
        #expect(try stored("Album") == "cde")
    }

    @Test(arguments: ["merged", "conflict", "child"])
    func `A move that nobody reads again is saved, whatever came between`(_ way: String) throws {
        let other = store.context("other")
        let context =
            way == "child" ? TestStore.child(of: self.context) : self.context
        let id = try self.context.performAndWait { try saved("Album", "abcd").objectID }
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let album = context.object(with: id)
            let songs = album.mutableOrderedSetValue(forKey: "songs")
            songs.moveObjects(at: [3], to: 0)
            songs.insert(Self.songs("e", context)[0], at: 1)
            if way == "conflict" {
                try other.performAndWait {
                    let same = other.object(with: id)
                    same.mutableOrderedSetValue(forKey: "songs").removeObject(at: 1)
                    try other.save()
                }
            } else {
                context.refresh(album, mergeChanges: true)
            }
            try context.save()
        }
        if way == "child" { try self.context.performAndWait { try self.context.save() } }
        #expect(try stored("Album") == (way == "conflict" ? "deac" : "deabc"))
    }

    @Test func `A deleted member leaves its place, and the rest their order`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abcd")
            let songs = try #require(album.value(forKey: "songs") as? NSOrderedSet)
            context.delete(try #require(songs.object(at: 1) as? NSManagedObject))
            try context.save()
            #expect(Self.names(album) == "acd")
            context.rollback()
        }
        #expect(try stored("Album") == "acd")
    }

    @Test func `A rollback gives the order back`() throws {
        try context.performAndWait {
            let album = try saved("Album", "abc")
            album.mutableOrderedSetValue(forKey: "songs").moveObjects(at: [0], to: 2)
            context.rollback()
            #expect(Self.names(album) == "abc")
            #expect(!context.hasChanges)
        }
    }
}

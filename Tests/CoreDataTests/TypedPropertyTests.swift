import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Typed properties` {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Note.model())
        context = store.context()
    }

    @Test func `Values of every type come back as they were set`() throws {
        typealias Properties = Note.Properties
        let id = UUID()
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        let link = try #require(URL(string: "https://example.org/a?b=c"))
        func expectValues(_ note: Note) {
            #expect(note.title == "Größe")
            #expect(note.contents == "text that is longer than fifteen bytes")
            #expect(note.updatedAt == date)
            #expect(note.createdAt == date + 1)
            #expect(note[Properties.rank] == -3)
            #expect(note[Properties.views] == -70_000)
            #expect(note[Properties.size] == .min)
            #expect(note[Properties.count] == 5_000_000_000)
            #expect(note[Properties.isPinned])
            #expect(note[Properties.score] == 0.1)
            #expect(note[Properties.ratio] == 1.5)
            #expect(note[Properties.image] == Data([0, 255]))
            #expect(note[Properties.identifier] == id)
            #expect(note[Properties.link] == link)
            #expect(note[Properties.price] == Decimal(string: "12.34"))
            #expect(note.playlist?.name == "Mine")
            #expect(note.home === note.playlist)
        }
        try context.performAndWait {
            let note = Note(context: context)
            note.title = "Größe"
            note.contents = "text that is longer than fifteen bytes"
            note.updatedAt = date
            note.createdAt = date + 1
            note[Properties.rank] = -3
            note[Properties.views] = -70_000
            note[Properties.size] = .min
            note[Properties.count] = 5_000_000_000
            note[Properties.isPinned] = true
            note[Properties.score] = 0.1
            note[Properties.ratio] = 1.5
            note[Properties.image] = Data([0, 255])
            note[Properties.identifier] = id
            note[Properties.link] = link
            note[Properties.price] = Decimal(string: "12.34")
            note.playlist = Playlist(context: context)
            note.playlist?.name = "Mine"
            expectValues(note)
            // Key-value access sees the same.
            #expect(note.int("rank") == -3)
            #expect((note.value(forKey: "price") as? NSNumber)?.decimalValue == 12.34)
            #expect(note.value(forKey: "identifier") as? UUID == id)
            try context.save()
        }
        let other = store.context("other")
        try other.performAndWait {
            let notes: [Note] = try other.fetch(Note.fetchRequest())
            #expect(notes.first?.isFault == true)
            expectValues(try #require(notes.first))
            #expect(notes.first?.isFault == false)
            #expect(!other.hasChanges)
        }
    }

    @Test func `No value is nil where the type has it, else zero or empty`() throws {
        typealias Properties = Note.Properties
        try context.performAndWait {
            let note = Note(context: context)
            #expect(note[Properties.rank] == 7)
            #expect(note.title == "")
            #expect(note.createdAt.timeIntervalSinceReferenceDate == 0)
            #expect(note[Properties.size] == 0)
            #expect(!note[Properties.isPinned])
            #expect(note.updatedAt == nil && note.contents == nil && note.playlist == nil)
            #expect(note[Properties.count] == nil && note[Properties.ratio] == nil)
            #expect(note[Properties.identifier] == nil && note[Properties.link] == nil)
            note[Properties.size] = 0
            note[Properties.count] = 3
            note.contents = "x"
            note[Properties.image] = Data()
            note[Properties.count] = nil
            note.contents = nil
            try context.save()
        }
        #expect(
            try store.sql("SELECT ZSIZE, ZCOUNT, ZCONTENTS, length(ZIMAGE), ZTITLE FROM ZNOTE")
                == [["0", nil, nil, "0", nil]])
    }

    @Test func `A change is pending, saved, and rolled back like any other`() throws {
        try context.performAndWait {
            let note = Note(context: context)
            note.title = "A"
            #expect(note.changedValues().keys.sorted() == ["title"])
            try context.save()
            #expect(!note.hasChanges)
            note.title = "B"
            #expect(note.isUpdated && context.updatedObjects == [note])
            #expect(note.changedValues() as? [String: String] == ["title": "B"])
            #expect(note.committedValues(forKeys: ["title"]) as? [String: String] == ["title": "A"])
            context.rollback()
            #expect(note.title == "A" && !context.hasChanges)
            context.refresh(note, mergeChanges: false)
            note.title = "C"
            #expect(!note.isFault)
            try context.save()
        }
        #expect(try store.sql("SELECT ZTITLE, Z_OPT FROM ZNOTE") == [["C", "2"]])
    }

    @Test func `To-manys are Swift sets, and both ends agree`() throws {
        try context.performAndWait {
            let playlist = Playlist(context: context)
            let notes = (0..<3).map { _ in Note(context: context) }
            playlist.addToNotes(notes[0])
            notes[1].playlist = playlist
            playlist.notes.insert(notes[2])
            #expect(playlist.notes == Set(notes))
            playlist.removeFromNotes(notes[1])
            #expect(notes[1].playlist == nil && notes[2].playlist === playlist)
            try context.save()
            playlist.notes = [notes[1]]
            #expect(notes.map { $0.playlist != nil } == [false, true, false])
            #expect(context.updatedObjects.count == 4)
            try context.save()
        }
        #expect(try store.sql("SELECT count(ZPLAYLIST) FROM ZNOTE") == [["1"]])
    }

    @Test func `Adding a member does not read the others`() throws {
        try context.performAndWait {
            let playlist = Playlist(context: context)
            playlist.addToNotes(Note(context: context))
            try context.save()
            context.refreshAllObjects()
            playlist.addToNotes(Note(context: context))
            #expect(playlist.hasFault(forRelationshipNamed: "notes"))
            #expect(playlist.notes.count == 2)
            #expect(!playlist.hasFault(forRelationshipNamed: "notes"))
            #expect(playlist.objectIDs(forRelationshipNamed: "notes").count == 2)
        }
    }

    @Test func `A mutable set writes through to both ends`() {
        context.performAndWait {
            let playlist = Playlist(context: context)
            let notes = (0..<3).map { _ in Note(context: context) }
            let members = playlist.mutableSetValue(forKey: "notes")
            for note in notes { members.add(note) }
            members.remove(notes[1])
            #expect(members.count == 2 && members.contains(notes[0]))
            #expect(!members.contains(notes[1]))
            #expect(notes.map { $0.playlist != nil } == [true, false, true])
            #expect(Set(members.allObjects.compactMap { $0 as? Note }) == playlist.notes)
            members.removeAllObjects()
            #expect(playlist.notes.isEmpty && notes[0].playlist == nil)
        }
    }

    @Test func `Swift key paths sort, in the store and in memory`() throws {
        try context.performAndWait {
            for second in [3, 1, 2] {
                let note = Note(context: context)
                note.updatedAt = Date(timeIntervalSinceReferenceDate: Double(second))
                note.title = "\(second)"
                note.playlist = Playlist(context: context)
                note.playlist?.name = "\(-second)"
            }
            let byDate = NSSortDescriptor(keyPath: \Note.updatedAt, ascending: true)
            #expect(byDate.key == "updatedAt")
            let byName = NSSortDescriptor(keyPath: \Note.playlist?.name, ascending: true)
            #expect(byName.key == "playlist.name")
            for _ in 0..<2 {
                for (descriptor, expected) in [
                    (byDate, ["1", "2", "3"]), (byName, ["1", "2", "3"]),
                ] {
                    let request = Note.fetchRequest()
                    request.sortDescriptors = [descriptor]
                    #expect(try context.fetch(request).map(\.title) == expected)
                }
                // The second time they are in the store.
                try context.save()
            }
            #expect(
                NSSortDescriptor(keyPath: \Note.home.name, ascending: true).key == "playlist.name")
        }
    }

    @Test func `An expression may be made of a key path of typed properties`() throws {
        try context.performAndWait {
            let name = CoreData.NSExpression(forKeyPath: \Note.playlist?.name)
            #expect(name.keyPath == "playlist.name")
            let note = Note(context: context)
            note.title = "a"
            let request = Note.fetchRequest()
            request.predicate = CoreData.NSComparisonPredicate(
                leftExpression: CoreData.NSExpression(forKeyPath: \Note.title),
                rightExpression: CoreData.NSExpression(forConstantValue: "a"), modifier: .direct,
                type: .equalTo)
            let found = try context.fetch(request)
            #expect(found == [note])
        }
    }

    @Test func `Entities that share a class may have the property in different places`() throws {
        let root = Make.entity(
            "Root", Sized.self, [Make.attribute("label", .stringAttributeType)])
        let narrow = Make.entity(
            "Narrow", Sized.self, [Make.attribute("size", .integer64AttributeType)])
        let wide = Make.entity(
            "Wide", Sized.self,
            (0..<5).map { Make.attribute("extra\($0)", .stringAttributeType) }
                + [Make.attribute("size", .integer64AttributeType)])
        root.subentities = [narrow, wide]
        let store = try TestStore(model: Make.model(root, narrow, wide))
        let context = store.context()
        try context.performAndWait {
            for number in 0..<10 {
                let object = context.make(number % 2 == 0 ? "Narrow" : "Wide") as! Sized
                object.size = Int64(number)
                object.label = "\(number)"
            }
            try context.save()
            context.reset()
            let objects = try context.all("Root").map { $0 as! Sized }
            #expect(objects.count == 10)
            for object in objects { #expect(object.label == "\(object.size)") }
        }
    }

    @Test func `A handle of the wrong type, or of no property, traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore(model: Note.model())
            let context = store.context()
            context.performAndWait { _ = Note(context: context)[Note.Properties.wrong] }
        }
        #expect(said(result, "Note.title is string in the model"))
        let other = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore(model: Note.model())
            let context = store.context()
            context.performAndWait {
                _ = Note(context: context)[ManagedProperty<String>("titel")]
            }
        }
        #expect(said(other, "has no property “titel”"))
    }

    @Test func `A to-one that is never nil traps when it is`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try TestStore(model: Note.model())
            let context = store.context()
            context.performAndWait { _ = Note(context: context).home }
        }
        #expect(said(result, "Note.playlist of"))
    }
}

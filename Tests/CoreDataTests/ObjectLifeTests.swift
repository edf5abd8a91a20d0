import CoreData
import Foundation
import Testing

/// An object with a file of its own, which it removes when its deletion is saved.
final class FileOwner: NSManagedObject {
    nonisolated(unsafe) static var removed: [String] = []

    override func didSave() {
        super.didSave()
        guard isDeleted, managedObjectContext != nil else { return }
        Self.removed.append(text("name") ?? "")
    }
}

/// A person with a transient full name, computed at each fetch.
final class NamedPerson: NSManagedObject {
    override func awakeFromFetch() {
        super.awakeFromFetch()
        setPrimitiveValue("\(text("first") ?? "") \(text("last") ?? "")", forKey: "full")
    }
}

/// A person that counts how often it awakes and becomes a fault.
final class RestlessPerson: NSManagedObject {
    var calls: [String] = []

    override func awakeFromFetch() {
        super.awakeFromFetch()
        calls.append("awake")
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        // Reads a value, as a class does that stops observing what it names.
        calls.append("will \(text("name") ?? "nil")")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        calls.append("did")
    }
}

/// What an object is and has at each of the calls that its class overrides.
@Suite(.serialized) struct `The life of an object` {
    @Test func `An object is deleted in its didSave, and has no context after the save`() throws {
        FileOwner.removed = []
        let owner = Make.entity(
            "Owner", FileOwner.self, [Make.attribute("name", .stringAttributeType)])
        let store = try TestStore(model: Make.model(owner))
        let context = store.context("writer")
        try context.performAndWait {
            let object = context.make("Owner", ["name": "a.txt"])
            try context.save()
            #expect(FileOwner.removed == [])
            context.delete(object)
            try context.save()
            #expect(FileOwner.removed == ["a.txt"])
            #expect(!object.isDeleted && object.managedObjectContext == nil)
        }
    }

    @Test func `Only an object that is none becomes a fault`() throws {
        let person = Make.entity(
            "Person", RestlessPerson.self, [Make.attribute("name", .stringAttributeType)])
        let store = try TestStore(model: Make.model(person))
        let context = store.context("reader")
        try context.performAndWait {
            context.make("Person", ["name": "Nina"])
            try context.save()
            context.reset()
            let nina = try #require(try context.all("Person").first as? RestlessPerson)
            #expect(nina.isFault)
            context.refreshAllObjects()
            context.refresh(nina, mergeChanges: false)
            #expect(nina.isFault && nina.calls == [])
            #expect(nina.text("name") == "Nina")
            context.refreshAllObjects()
            context.refreshAllObjects()
            #expect(nina.isFault && nina.calls == ["awake", "will Nina", "did"])
        }
    }

    @Test(arguments: [true, false])
    func `A merge and a refresh leave transients that a fetch computed`(isMerge: Bool) throws {
        let person = Make.entity(
            "Person", NamedPerson.self,
            [
                Make.attribute("first", .stringAttributeType),
                Make.attribute("last", .stringAttributeType),
                Make.attribute("full", .stringAttributeType, isTransient: true),
            ])
        let store = try TestStore(model: Make.model(person))
        let writer = store.context("writer")
        try writer.performAndWait {
            writer.make("Person", ["first": "Nina", "last": "Simone"])
            try writer.save()
        }
        let reader = store.context("reader")
        try reader.performAndWait {
            reader.automaticallyMergesChangesFromParent = false
            let nina = try #require(try reader.all("Person").first)
            #expect(nina.text("full") == "Nina Simone")
            let saves = NoteRecorder(.NSManagedObjectContextDidSave, writer)
            try writer.performAndWait {
                try writer.all("Person").first?.setValue("Waymon", forKey: "last")
                try writer.save()
            }
            if isMerge {
                reader.mergeChanges(fromContextDidSave: try #require(saves.notes.last))
            } else {
                reader.refresh(nina, mergeChanges: true)
            }
            #expect(nina.text("last") == "Waymon")
            #expect(nina.text("full") == "Nina Simone")
            #expect(!nina.hasChanges)
        }
    }

    @Test func `A batch deletion takes both pairs of a relationship that is its own inverse`()
        throws
    {
        let person = Make.entity("Person", nil, [Make.attribute("name", .stringAttributeType)])
        let friends = Make.relationship("friends", to: person, many: true)
        friends.inverseRelationship = friends
        person.properties += [friends]
        let store = try TestStore(model: Make.model(person))
        let context = store.context("writer")
        try context.performAndWait {
            let (a, b) = (context.make("Person", ["name": "a"]), context.make("Person"))
            a.setValue(Set([b]), forKey: "friends")
            try context.save()
            _ = try context.execute(NSBatchDeleteRequest(objectIDs: [a.objectID]))
            let alone = NSPredicate(format: "friends.@count == 0")
            #expect(try context.all("Person", alone).map(\.objectID) == [b.objectID])
        }
    }

    @Test func `A model knows the name of the configuration that a store of all has`() throws {
        let store = try TestStore()
        let model = store.coordinator.managedObjectModel
        let opened = try #require(store.coordinator.persistentStores.first)
        #expect(
            model.isConfiguration(
                withName: opened.configurationName, compatibleWithStoreMetadata: opened.metadata))
        #expect(model.entities(forConfigurationName: "Nobody's") == nil)
    }

    @Test func `An error of validation has the members that deny, and null for nothing`() throws {
        let team = Make.entity("Team", nil, [])
        let player = Make.entity(
            "Player", nil, [Make.attribute("name", .stringAttributeType, isOptional: false)])
        Make.join(
            team, Make.relationship("players", to: player, many: true, .denyDeleteRule),
            player, Make.relationship("team", to: team, many: false))
        let store = try TestStore(model: Make.model(team, player))
        let context = store.context("writer")
        try context.performAndWait {
            let team = context.make("Team")
            let player = context.make("Player", ["team": team])
            let missing = #expect(throws: NSError.self) { try context.save() }
            #expect(missing?.userInfo[NSValidationValueErrorKey] is NSNull)
            player.setValue("A", forKey: "name")
            try context.save()
            context.delete(team)
            let denied = #expect(throws: NSError.self) { try context.save() }
            #expect(denied?.userInfo[NSValidationValueErrorKey] as? NSSet == NSSet(object: player))
        }
    }
}

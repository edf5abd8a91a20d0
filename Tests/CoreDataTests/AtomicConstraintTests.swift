import CoreData
import Execution
import Foundation
import Testing

/// People whose code is unique, and whose first and last name are unique together, in stores of
/// every type; a SQLite store supplies the right answer.
@Suite struct `Uniqueness constraints in atomic stores` {
    private static let types: [NSPersistentStore.StoreType] = [.inMemory, .binary, .xml]
    private static let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    private static func model() -> NSManagedObjectModel {
        let person = Make.entity(
            "Person", nil,
            [
                Make.attribute("code", .integer64AttributeType),
                Make.attribute("first", .stringAttributeType),
                Make.attribute("last", .stringAttributeType),
                Make.attribute("city", .stringAttributeType),
            ])
        person.uniquenessConstraints = [["code"], ["first", "last"]]
        let pupil = Make.entity("Pupil", nil, [Make.attribute("form", .integer64AttributeType)])
        person.subentities = [pupil]
        return Make.model(person, pupil)
    }

    private static func read(_ store: TypedStore) throws -> [String] {
        let context = store.context()
        return try context.performAndWait {
            try context.all("Person").map { person in
                ["code", "first", "last", "city"]
                    .map { person.value(forKey: $0).map { "\($0)" } ?? "–" }
                    .joined(separator: " ")
            }.sorted()
        }
    }

    private static func savePerson(_ store: TypedStore) throws {
        let context = store.context()
        try context.performAndWait {
            context.make("Person", ["code": 1, "first": "A", "last": "B", "city": "Rome"])
            try context.save()
        }
    }

    @Test(arguments: types) func `The error policy tells the stored object and the new one`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        try Self.savePerson(store)
        let context = store.context()
        try context.performAndWait {
            let pupil = context.make("Pupil", ["code": 1, "form": 4])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            let conflicts =
                error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
            let conflict = try #require(conflicts?.first)
            #expect(conflict.constraint == ["code"])
            #expect(conflict.databaseObject?.text("city") == "Rome")
            #expect(conflict.conflictingObjects == [pupil])
            #expect(pupil.objectID.isTemporaryID)
            pupil.setValue(2, forKey: "code")
            try context.save()
        }
        #expect(try Self.read(store) == ["1 A B Rome", "2 – – –"])
    }

    @Test(arguments: types) func `Two objects may swap their values in one save`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        let context = store.context()
        try context.performAndWait {
            let first = context.make("Person", ["code": 1, "city": "a"])
            let second = context.make("Person", ["code": 2, "city": "b"])
            try context.save()
            first.setValue(2, forKey: "code")
            second.setValue(1, forKey: "code")
            try context.save()
            #expect(try Self.read(store) == ["1 – – b", "2 – – a"])
            context.make("Person", ["code": 1])
            #expect(throws: NSError.self) { try context.save() }
        }
    }

    @Test(arguments: types) func `A deleted object gives its values up, in the same save already`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        try Self.savePerson(store)
        let context = store.context()
        try context.performAndWait {
            context.delete(try #require(try context.all("Person").first))
            context.make("Person", ["code": 1, "city": "Oslo"])
            try context.save()
        }
        #expect(try Self.read(store) == ["1 – – Oslo"])
    }

    @Test(arguments: [NSPersistentStore.StoreType.binary, .xml])
    func `The values of a file are known when it is opened`(
        _ type: NSPersistentStore.StoreType
    ) throws {
        let store = try TypedStore(type, model: Self.model())
        try Self.savePerson(store)
        try store.reopen(Self.model())
        let context = store.context()
        context.performAndWait {
            context.make("Person", ["first": "A", "last": "B"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
        }
    }

    @Test(arguments: policies) func `Random saves leave what they leave in a SQLite store`(
        _ policy: NSMergePolicy
    ) throws {
        for seed in UInt64(0)..<2 {
            let expected = try run(.sqlite, policy, seed)
            for type in Self.types {
                #expect(try run(type, policy, seed) == expected, "seed \(seed), \(type.rawValue)")
            }
        }
    }

    private func run(
        _ type: NSPersistentStore.StoreType, _ policy: NSMergePolicy, _ seed: UInt64
    ) throws -> [[String]] {
        let store = try TypedStore(type, model: Self.model())
        var stream = RandomStream(seed: seed)
        return try (0..<12).map { _ in
            let context = store.context()
            try context.performAndWait {
                context.mergePolicy = policy
                let present = try context.all("Person", sortedBy: "code")
                for _ in 0..<3 {
                    let code = Int.random(in: 0..<6, using: &stream)
                    let name = "n\(Int.random(in: 0..<4, using: &stream))"
                    let values: [String: Any?] = [
                        "code": code == 0 ? nil : code, "first": name, "last": "x",
                        "city": code % 2 == 0 ? nil : "c\(name)",
                    ]
                    let choice = Int.random(in: 0..<6, using: &stream)
                    let place = Int.random(in: 0..<10, using: &stream)
                    guard choice > 2, place < present.count else {
                        context.make(choice == 0 ? "Pupil" : "Person", values)
                        continue
                    }
                    let person = present[place]
                    if choice == 3 {
                        context.delete(person)
                    } else if !person.isDeleted {
                        for key in values.keys.sorted() {
                            person.setValue(values[key]!, forKey: key)
                        }
                    }
                }
                do {
                    try context.save()
                } catch {
                    #expect((error as NSError).code == NSManagedObjectConstraintMergeError)
                }
            }
            return try Self.read(store)
        }
    }
}

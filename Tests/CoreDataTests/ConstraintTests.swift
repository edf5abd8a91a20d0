import CoreData
import Foundation
import Testing

/// People whose code is unique, and whose first and last name are unique together; pets have an
/// owner, and friends are many to many.
@Suite(.inVirtualTime) struct `Uniqueness constraints` {
    private static func model() -> NSManagedObjectModel {
        let person = Make.entity(
            "Person", nil,
            [
                Make.attribute("code", .integer64AttributeType),
                Make.attribute("first", .stringAttributeType),
                Make.attribute("last", .stringAttributeType),
                Make.attribute("age", .integer32AttributeType),
                Make.attribute("city", .stringAttributeType),
            ])
        person.uniquenessConstraints = [["code"], ["first", "last"]]
        let pet = Make.entity("Pet", nil, [Make.attribute("name", .stringAttributeType)])
        Make.join(
            person, Make.relationship("pets", to: pet, many: true, .cascadeDeleteRule),
            pet, Make.relationship("owner", to: person, many: false))
        return Make.model(person, pet)
    }

    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Self.model())
        context = store.context()
    }

    /// Saves a person with the code 1, and a pet, and forgets them.
    private func savePerson() throws {
        let other = store.context("other")
        try other.performAndWait {
            let person = other.make(
                "Person", ["code": 1, "first": "A", "last": "B", "age": 30, "city": "Rome"])
            other.make("Pet", ["name": "old", "owner": person])
            try other.save()
        }
    }

    private func people() throws -> [[String?]] {
        try store.sql("SELECT Z_PK, Z_OPT, ZCODE, ZFIRST, ZAGE, ZCITY FROM ZPERSON ORDER BY Z_PK")
    }

    private func conflicts() -> [NSConstraintConflict] {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        let key = NSPersistentStoreSaveConflictsErrorKey
        return error?.userInfo[key] as? [NSConstraintConflict] ?? []
    }

    @Test func `The table has the constraints by Apple's names`() throws {
        let text = try store.sql("SELECT sql FROM sqlite_master WHERE name = 'ZPERSON'")[0][0]
        #expect(text?.contains("CONSTRAINT ZCODE UNIQUE (ZCODE)") == true)
        #expect(text?.contains("CONSTRAINT ZFIRST_ZLAST UNIQUE (ZFIRST, ZLAST)") == true)
    }

    @Test(arguments: [false, true])
    func `A conflict with the store shows the values that the store has`(isDeletion: Bool) throws {
        try savePerson()
        try context.performAndWait {
            let person = try #require(try context.all("Person").first)
            #expect(person.int("code") == 1)
            // Past the coordinator, as another process does.
            _ = try store.sql("UPDATE ZPERSON SET Z_OPT = Z_OPT + 1, ZAGE = 41")
            if isDeletion { context.delete(person) } else { person.setValue(2, forKey: "code") }
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            let key = NSPersistentStoreSaveConflictsErrorKey
            let conflicts = error?.userInfo[key] as? [NSMergeConflict]
            let persisted = try #require(conflicts?.first?.persistedSnapshot)
            #expect(persisted["code"] as? Int == 1 && persisted["age"] as? Int == 41)
            context.refresh(person, mergeChanges: false)
            #expect(person.int("code") == 1 && person.int("age") == 41)
            // Only this context has changed the code.
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            _ = try store.sql("UPDATE ZPERSON SET Z_OPT = Z_OPT + 1, ZAGE = 42")
            person.setValue(3, forKey: "code")
            try context.save()
            #expect(person.int("code") == 3 && person.int("age") == 42)
        }
        #expect(try store.sql("SELECT ZCODE, ZAGE FROM ZPERSON") == [["3", "42"]])
    }

    @Test func `The error policy tells the stored object and the new one, and writes nothing`()
        throws
    {
        try savePerson()
        try context.performAndWait {
            let person = context.make("Person", ["code": 1, "age": 40])
            context.make("Pet", ["name": "new", "owner": person])
            let conflict = try #require(conflicts().first)
            #expect(conflict.constraint == ["code"])
            #expect((conflict.constraintValues["code"] as? NSNumber)?.intValue == 1)
            #expect(conflict.databaseObject?.text("city") == "Rome")
            #expect((conflict.databaseSnapshot?["age"] as? NSNumber)?.intValue == 30)
            #expect(conflict.conflictingObjects == [person])
            #expect((conflict.conflictingSnapshots.first?["age"] as? NSNumber)?.intValue == 40)
            #expect(person.isInserted && person.objectID.isTemporaryID)
            person.setValue(2, forKey: "code")
            try context.save()
        }
        #expect(try people().map { $0[2] } == ["1", "2"])
    }

    @Test func `Several objects of one save are one conflict without a stored object`() throws {
        context.performAndWait {
            let first = context.make("Person", ["first": "A", "last": "B"])
            let second = context.make("Person", ["first": "A", "last": "B"])
            context.make("Person", ["first": "A", "last": "C"])
            let found = conflicts()
            #expect(found.count == 1)
            #expect(found.first?.constraint == ["first", "last"])
            #expect(found.first?.databaseObject == nil)
            #expect(found.first?.conflictingObjects == [first, second])
        }
    }

    @Test func `A constraint that is inherited and said once more is one`() throws {
        let animal = Make.entity("Animal", nil, [Make.attribute("code", .integer64AttributeType)])
        let dog = Make.entity("Dog", nil, [])
        animal.subentities = [dog]
        animal.uniquenessConstraints = [["code"]]
        dog.uniquenessConstraints = [["code"]]
        let store = try TestStore(model: Make.model(animal, dog))
        let context = store.context()
        try context.performAndWait {
            context.make("Dog", ["code": 1])
            context.make("Animal", ["code": 2])
            try context.save()
        }
        #expect(try store.sql("SELECT ZCODE FROM ZANIMAL ORDER BY 1") == [["1"], ["2"]])
    }

    @Test func `A missing value is like no other`() throws {
        try context.performAndWait {
            for _ in 0..<3 { context.make("Person", ["first": "A"]) }
            try context.save()
        }
        #expect(try people().count == 3)
    }

    @Test(
        arguments: [
            (.mergeByPropertyObjectTrumpMergePolicyType, "40", "Rome"),
            (.overwriteMergePolicyType, "40", nil),
            (.mergeByPropertyStoreTrumpMergePolicyType, "30", "Rome"),
            (.rollbackMergePolicyType, "30", "Rome"),
        ] as [(NSMergePolicyType, String, String?)])
    func `A new object gives way to the stored one, which takes what the policy says`(
        _ policy: NSMergePolicyType, _ age: String, _ city: String?
    ) throws {
        try savePerson()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy(merge: policy)
            let person = context.make("Person", ["code": 1, "age": 40])
            let pet = context.make("Pet", ["name": "new", "owner": person])
            try context.save()
            #expect(!context.hasChanges)
            let stored = try #require(try context.all("Person").first)
            #expect(stored !== person && person.managedObjectContext == nil)
            #expect(person.successor === stored && stored.successor == nil)
            #expect(pet.one("owner") === stored)
            #expect(stored.many("pets").count == 2)
        }
        let first = policy == .overwriteMergePolicyType ? nil : "A"
        #expect(try people() == [["1", "2", "1", first, age, city]])
        #expect(try store.sql("SELECT ZOWNER FROM ZPET") == [["1"], ["1"]])
    }

    @Test func `A save whose policy gives all up is announced, with nothing in it`() throws {
        try savePerson()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.rollback
            let saves = NoteRecorder(.NSManagedObjectContextDidSave, context)
            let ids = NoteRecorder(.NSManagedObjectContextDidSaveObjectIDs, context)
            context.make("Person", ["code": 1, "age": 40])
            try context.save()
            #expect(saves.notes.count == 1 && ids.notes.count == 1)
            #expect(saves.objects(NSInsertedObjectsKey)?.isEmpty == true)
            #expect(!context.hasChanges)
        }
    }

    @Test func `Of several in one save the last one's values win where objects trump`() throws {
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for age in 1...3 {
                let person = context.make("Person", ["code": 7, "age": age])
                context.make("Pet", ["name": "\(age)", "owner": person])
            }
            try context.save()
            #expect(try context.all("Person").map { $0.many("pets").count } == [3])
        }
        #expect(try people().map { [$0[2], $0[4]] } == [["7", "3"]])
        #expect(try store.sql("SELECT count(DISTINCT ZOWNER), count(*) FROM ZPET") == [["1", "3"]])
    }

    @Test func `A stored object that takes another one's value wins or gives the value up`() throws
    {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
            let store = try TestStore(model: Self.model())
            let context = store.context()
            try context.performAndWait {
                context.mergePolicy = policy
                let one = context.make("Person", ["code": 1])
                context.make("Person", ["code": 2])
                try context.save()
                one.setValue(2, forKey: "code")
                one.setValue(50, forKey: "age")
                try context.save()
                #expect(!context.hasChanges)
            }
            let rows = try store.sql("SELECT Z_PK, ZCODE, ZAGE FROM ZPERSON ORDER BY Z_PK")
            #expect(
                rows
                    == (policy === NSMergePolicy.mergeByPropertyObjectTrump
                        ? [["1", "2", "50"]] : [["1", "1", "50"], ["2", "2", nil]]))
        }
    }

    @Test func `Values can be swapped, and taken over from what is deleted, in one save`() throws {
        try context.performAndWait {
            let people = (1...3).map {
                context.make("Person", ["code": $0, "first": String($0), "last": "x"])
            }
            try context.save()
            people[0].setValue(2, forKey: "code")
            people[1].setValue(1, forKey: "code")
            people[0].setValue("2", forKey: "first")
            people[1].setValue("1", forKey: "first")
            context.delete(people[2])
            context.make("Person", ["code": 3, "first": "3", "last": "x"])
            try context.save()
        }
        #expect(
            try people().map { [$0[0], $0[2], $0[3]] }
                == [["1", "2", "2"], ["2", "1", "1"], ["4", "3", "3"]])
    }

    @Test(
        arguments: [
            (.errorMergePolicyType, "30", "Rome", "1", 1),
            (.mergeByPropertyObjectTrumpMergePolicyType, "41", "Rome", "2", 2),
            (.overwriteMergePolicyType, "41", nil, "2", 2),
        ] as [(NSMergePolicyType, String, String?, String, Int)])
    func `A batch insertion leaves what is there, or updates it where objects trump`(
        _ policy: NSMergePolicyType, _ age: String, _ city: String?, _ version: String, _ count: Int
    ) throws {
        try savePerson()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy(merge: policy)
            let request = NSBatchInsertRequest(
                entityName: "Person",
                objects: [
                    ["code": 1, "first": "A", "last": "B", "age": 41],
                    ["code": 2, "first": "C", "last": "D", "age": 42],
                ])
            request.resultType = .objectIDs
            let result = try context.execute(request) as? NSBatchInsertResult
            #expect((result?.result as? [NSManagedObjectID])?.count == count)
        }
        let rows = try store.sql("SELECT ZCODE, ZAGE, ZCITY, Z_OPT FROM ZPERSON ORDER BY ZCODE")
        #expect(rows == [["1", age, city, version], ["2", "42", nil, "1"]])
        #expect(try store.sql("SELECT ZOWNER FROM ZPET") == [["1"]])
    }

    @Test func `A policy of one's own may settle conflicts`() throws {
        try savePerson()
        try context.performAndWait {
            let policy = RenumberingPolicy(merge: .errorMergePolicyType)
            context.mergePolicy = policy
            context.make("Person", ["code": 1])
            try context.save()
            #expect(policy.settled == 1)
        }
        #expect(try people().map { $0[2] } == ["1", "101"])
    }

    @Test(arguments: [true, false])
    func `References to objects that gave way lead to those that are kept`(
        placesComeFirst: Bool
    ) throws {
        let place = Make.entity("Place", nil, [Make.attribute("code", .integer64AttributeType)])
        let person = Make.entity("Person", nil, [Make.attribute("code", .integer64AttributeType)])
        for entity in [place, person] { entity.uniquenessConstraints = [["code"]] }
        // No inverse tells a place who refers to it.
        person.properties += [Make.relationship("home", to: place, many: false)]
        let store = try TestStore(model: Make.model(person, place))
        let former = store.context("former")
        try former.performAndWait {
            for code in 1...2 { former.make("Place", ["code": code]) }
            former.make("Person", ["code": 1])
            try former.save()
        }
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            var people = placesComeFirst ? [] : (1...4).map { context.make("Person", ["code": $0]) }
            let places = (1...3).map { context.make("Place", ["code": $0]) }
            if placesComeFirst { people = (1...4).map { context.make("Person", ["code": $0]) } }
            for (place, person) in zip([0, 0, 1, 2], people) {
                person.setValue(places[place], forKey: "home")
            }
            try context.save()
            // What was kept refers to what was kept, here as in the store.
            #expect(people[1].value(forKeyPath: "home.code") as? Int == 1)
            #expect(people[2].value(forKeyPath: "home.code") as? Int == 2)
        }
        let rows = try store.sql(
            """
            SELECT P.ZCODE, H.ZCODE, H.Z_PK FROM ZPERSON P JOIN ZPLACE H ON H.Z_PK = P.ZHOME
            ORDER BY P.ZCODE
            """)
        #expect(rows.map { $0[0] } == ["1", "2", "3", "4"])
        #expect(rows.map { $0[1] } == ["1", "1", "2", "3"])
        #expect(rows[0][2] == rows[1][2])
        #expect(try store.sql("SELECT COUNT(*) FROM ZPLACE") == [["3"]])
    }

    @Test func `A subentity has the constraints that it inherits`() throws {
        let person = Make.entity(
            "Person", nil, [Make.attribute("code", .stringAttributeType)])
        person.uniquenessConstraints = [["code"]]
        let child = Make.entity("Child", nil, [Make.attribute("toy", .stringAttributeType)])
        person.subentities = [child]
        let store = try TestStore(model: Make.model(person, child))
        let context = store.context()
        context.performAndWait {
            context.make("Person", ["code": "x"])
            context.make("Child", ["code": "x"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
        }
    }
}

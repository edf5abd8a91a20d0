import CoreData
import Foundation

// What must hold after every step.
extension LifeRunner {
    func check(after step: LifeProgram.Step, _ place: String) throws {
        let heard = notes.take()
        contents = store.read()
        keys.merge(contents.keys) { _, new in new }
        if contents.rows != world.rows {
            throw LifeDifference(
                "A save writes what was changed", "\(contents.rows), expected \(world.rows)")
        }
        for (number, id) in obtained { try checkKey(number, id, "after obtainPermanentIDs") }
        for (place, id) in places {
            try checkKey(world.places[place]!.number, id, "in place \(place)")
        }
        for index in contexts.indices {
            try perform(index) {
                try checkChanges(index)
                try checkIdentity(index)
                try checkHeld(index)
            }
            try check(heard[index] ?? LifeNotes.Heard(), index, isTurn: step.operation == .turn)
            if lists[index] != nil { try perform(index) { try checkList(index) } }
        }
    }

    /// A permanent ID is the one that the row has, once there is one.
    func checkKey(_ number: Int, _ id: NSManagedObjectID, _ when: String) throws {
        guard !id.isTemporaryID || when == "after a reset", let key = contents.keys[number] else {
            return
        }
        try LifeDifference.expect(
            "An ID \(when.hasPrefix("in") ? "kept" : when) is the row's", Self.key(of: id), key,
            "object \(number)")
        try LifeDifference.expect(
            "An ID \(when.hasPrefix("in") ? "kept" : when) names its store",
            id.uriRepresentation().host()?.isEmpty ?? true, false, "object \(number)")
    }

    private func checkChanges(_ index: Int) throws {
        let changes = world.changes(of: index)
        func numbers(_ objects: Set<NSManagedObject>) -> [Int] {
            objects.map { knownNumber(of: $0, in: index) ?? -1 }.sorted()
        }
        let context = contexts[index]
        for (what, found, expected) in [
            ("Inserted", context.insertedObjects, changes.inserted),
            ("Updated", context.updatedObjects, changes.updated),
        ] {
            try LifeDifference.expect(
                "\(what) objects are those that a save would take", numbers(found),
                expected.sorted(), "context \(index)")
        }
        let gone = world.contexts[index].filter { $0.value.isDeletedByMerge }.keys
        try LifeDifference.expect(
            gone.isEmpty
                ? "Deleted objects are those that a save would take"
                : "Deleted objects include merged deletions",
            numbers(context.deletedObjects), (changes.deleted.union(gone)).sorted(),
            "context \(index)")
    }

    /// One living instance of each row, and every way to it leads there.
    private func checkIdentity(_ index: Int) throws {
        let context = contexts[index]
        var known: [Int: NSManagedObject] = [:]
        for object in context.registeredObjects {
            guard
                let number = knownNumber(of: object, in: index)
                    ?? (object.objectID.isTemporaryID ? nil : number(of: object.objectID))
            else { continue }
            if let other = known.updateValue(object, forKey: number), other !== object {
                throw LifeDifference("One object a row", "two of \(number) in context \(index)")
            }
        }
        for (number, object) in held[index] where world.contexts[index][number]?.isAlive ?? false {
            if known[number] !== object {
                throw LifeDifference("A held object is registered", "\(number), context \(index)")
            }
            // Reading an ID makes it: not in programs that test an ID made late.
            guard program.features.contains(.ids) else { continue }
            guard context.registeredObject(for: object.objectID) === object,
                context.object(with: object.objectID) === object
            else {
                throw LifeDifference("An object's ID leads to it", "\(number), context \(index)")
            }
        }
    }

    private func checkHeld(_ index: Int) throws {
        for (number, object) in held[index].sorted(by: { $0.key < $1.key }) {
            guard let entry = world.contexts[index][number] else { continue }
            func expect<T: Equatable>(_ rule: String, _ found: T, _ expected: T) throws {
                try LifeDifference.expect(
                    rule, found, expected, "object \(number) in context \(index)")
            }
            try expect("prepareForDeletion counts", object.deletions, entry.deletions)
            try expect("isDeleted", object.isDeleted, !entry.isAlive)
            // A controller reads the objects that it shows.
            let isFollowed = program.contexts[index].hasController && entry.kind == .item
            if !isFollowed { try expect("isFault", object.isFault, entry.isFault) }
            guard !entry.isFault, !object.isFault, entry.isAlive, let own = entry.own else {
                continue
            }
            try expect("awakeFromInsert counts", object.insertions, entry.insertions)
            for property in LifeProgram.Property.allCases
            where property != .box && !entry.unknown.contains(property) {
                try expect(
                    property.isTransient ? "Transient values are the context's own" : "Values",
                    "\(property) \(object.value(forKey: property.rawValue) as? Int ?? -1)",
                    "\(property) \(own[property] ?? -1)")
            }
            guard entry.kind == .item else { continue }
            let box = object.value(forKey: "box") as? NSManagedObject
            let isKnown = box.map { !$0.isFault && !$0.isDeleted } ?? true
            guard isKnown else { continue }
            try expect("box", box?.value(forKey: "n") as? Int, own[.box])
        }
    }

    private func checkList(_ index: Int) throws {
        let list = lists[index]!
        let shown = list.controller.fetchedObjects ?? []
        if list.objects != shown {
            throw LifeDifference(
                "What a delegate hears makes the list", "\(list.objects.count) of \(shown.count)")
        }
        // Between events the list is still the former one.
        guard world.events[index].all.isEmpty else { return }
        func numbers(_ objects: [NSManagedObject]) -> [Int] {
            objects.map { $0.value(forKey: "n") as? Int ?? -1 }
        }
        try LifeDifference.expect(
            "A controller shows what there is", numbers(shown), world.lists[index].sorted(),
            "context \(index)")
        try LifeDifference.expect(
            "One edit is one update", numbers(list.takeUpdated()).sorted(),
            world.updates[index].flatMap { Array(repeating: $0, count: $1) }.sorted(),
            "context \(index)")
    }

    /// The number of an object that some context has still to save.
    private func unsavedNumber(of id: NSManagedObjectID) -> Int? {
        var number: Int?
        for index in contexts.indices where number == nil {
            try? perform(index) {
                guard let object = contexts[index].registeredObject(for: id) else { return }
                number = knownNumber(of: object, in: index)
            }
        }
        return number
    }

    private func check(_ heard: LifeNotes.Heard, _ index: Int, isTurn: Bool) throws {
        guard program.features.contains(.notes) else { return }
        let expected = world.heard[index]
        let place = "context \(index)"
        func numbers(_ subjects: [LifeNotes.Subject]) -> Set<Int> {
            Set(
                subjects.map { subject in
                    switch subject {
                    case .number(let number): number
                    case .id(let id): number(of: id) ?? unsavedNumber(of: id) ?? -1
                    }
                })
        }
        let isEmpty = expected.saves.first?.isEmpty ?? false
        try LifeDifference.expect(
            isEmpty ? "A save without changes is announced" : "A save is announced once",
            heard.saves.count, expected.saves.count, place)
        try LifeDifference.expect(
            "A save is announced once by IDs", heard.savedIDs, expected.saves.count, place)
        for (saved, expected) in zip(heard.saves, expected.saves) {
            let found = LifeWorld.Saved(
                inserted: numbers(saved.inserted), updated: numbers(saved.updated),
                deleted: numbers(saved.deleted))
            try LifeDifference.expect("A save tells what it saved", found, expected, place)
        }
        let changes = heard.changes.map(numbers)
        if isTurn {
            try LifeDifference.expect(
                "A turn of the run loop announces what changed",
                Set(changes.joined()), Set(expected.changes.joined()), place)
        } else {
            try LifeDifference.expect(
                "An event is announced once", changes.count, expected.changes.count, place)
            try LifeDifference.expect(
                "An event tells what changed", changes, expected.changes, place)
        }
        try LifeDifference.expect(
            "A merge tells its IDs", heard.merges.map(\.updated), expected.merges, place)
        try LifeDifference.expect(
            "A merge tells the IDs that it refreshed", heard.merges.map(\.refreshed),
            expected.merges, place)
    }
}

import CoreData
import Foundation

extension LifeRunner {
    func take(_ step: LifeProgram.Step, _ answer: LifeWorld.Answer) throws {
        let index = step.context
        try perform(index, isEvent: step.isEvent) {
            switch step.operation {
            case .fetch(let kind, let above, let includesPending):
                try fetch(kind, above, includesPending, answer, index)
            case .save:
                try LifeDifference.expect(
                    "A save ends as it should", try save(index), answer, "context \(index)")
            case .refreshInserted(let number):
                let object = try find(number, index)
                contexts[index].refresh(object, mergeChanges: false)
                try LifeDifference.expect(
                    "A refreshed insertion is a fault", object.isFault, true, "\(number)")
                contexts[index].rollback()
            case .setPrimitiveAside(let number, let property, let value):
                try setAside(number, property, value, index)
            case .reset: try reset(index)
            case .merge(let other):
                guard let saved = notes.lastSave(of: other) else {
                    throw LifeDifference("A save is announced once by IDs", "context \(other)")
                }
                contexts[index].mergeChanges(fromContextDidSave: saved)
            case .obtain, .keepID, .look, .readGhost, .askGhost:
                try takeOnIDs(step.operation, answer, index)
            default: try edit(step.operation, index)
            }
        }
        // Automatic merges have happened before the next step.
        for (other, context) in contexts.enumerated() where !program.contexts[other].isMain {
            context.performAndWait {}
        }
        letGo()
    }

    private func edit(_ operation: LifeProgram.Operation, _ index: Int) throws {
        let context = contexts[index]
        switch operation {
        case .insert(let kind, let number, let x, let flags):
            let object =
                NSEntityDescription.insertNewObject(forEntityName: kind.rawValue, into: context)
                as! LifeItem
            object.setValue(number, forKey: "n")
            object.setValue(flags, forKey: "f")
            object.setValue(x, forKey: "x")
            held[index][number] = object
        case .set(let number, let property, let value):
            try find(number, index).setValue(value, forKey: property.rawValue)
        case .setPrimitive(let number, let property, let value):
            try find(number, index).setPrimitiveValue(value, forKey: property.rawValue)
        case .relate(let item, let box):
            let box = try box.map { try find($0, index) }
            try find(item, index).setValue(box, forKey: "box")
        case .delete(let number), .deleteAgain(let number):
            context.delete(try find(number, index))
        case .read(let number): _ = try find(number, index).value(forKey: "x")
        case .refresh(let number, let merging):
            context.refresh(try find(number, index), mergeChanges: merging)
        case .refreshAll: context.refreshAllObjects()
        case .rollback: context.rollback()
        case .process: context.processPendingChanges()
        default: break
        }
    }

    private func fetch(
        _ kind: LifeProgram.Kind, _ above: Int?, _ includesPending: Bool,
        _ answer: LifeWorld.Answer, _ index: Int
    ) throws {
        let request = NSFetchRequest<LifeItem>(entityName: kind.rawValue)
        request.includesPendingChanges = includesPending
        if let above { request.predicate = NSPredicate(format: "x > %d", above) }
        let found = try contexts[index].fetch(request)
        let numbers = found.map { $0.value(forKey: "n") as? Int ?? -1 }
        try LifeDifference.expect(
            "A fetch finds each row once", numbers.sorted(), Set(numbers).sorted(),
            "context \(index)")
        try LifeDifference.expect(
            includesPending
                ? "A fetch finds what was changed here"
                : "A fetch without pending changes finds what is stored",
            .fetched(Set(numbers)), answer, "context \(index)")
        for (number, object) in zip(numbers, found) {
            if let known = held[index][number], known !== object {
                throw LifeDifference(
                    "One object a row", "a fetch in context \(index) made another \(number)")
            }
            if world.contexts[index][number]?.isHeld ?? false { held[index][number] = object }
        }
        try LifeDifference.expect(
            "A count is the number of fetched rows", try contexts[index].count(for: request),
            found.count, "context \(index)")
    }

    private func save(_ index: Int) throws -> LifeWorld.Answer {
        do {
            try contexts[index].save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            return .saved(.conflict)
        } catch let error as NSError {
            throw LifeDifference("A save that nothing forbids", "error \(error.code)")
        }
        return .saved(.saved)
    }

    /// A value that is set and not tracked; the object is a fault afterwards.
    private func setAside(
        _ number: Int, _ property: LifeProgram.Property, _ value: Int?, _ index: Int
    ) throws {
        let object = try find(number, index)
        _ = object.value(forKey: "x")
        object.setPrimitiveValue(value, forKey: property.rawValue)
        try LifeDifference.expect(
            "A primitive value is not tracked",
            object.hasChanges || contexts[index].updatedObjects.contains(object), false,
            "\(number)")
        try LifeDifference.expect(
            "A primitive value is there", object.value(forKey: property.rawValue) as? Int, value,
            "\(number)")
        contexts[index].refresh(object, mergeChanges: false)
    }

    private func reset(_ index: Int) throws {
        for (number, object) in held[index] { ghosts[index][number] = object }
        held[index] = [:]
        contexts[index].reset()
        try lists[index]?.refetch()
    }

    /// Releases objects that the model no longer holds.
    private func letGo() {
        for index in contexts.indices {
            let entries = world.contexts[index]
            held[index] = held[index].filter { entries[$0.key]?.isHeld ?? false }
        }
    }

    func find(_ number: Int, _ index: Int) throws -> LifeItem {
        guard let object = held[index][number] else {
            throw LifeDifference("The program holds its objects", "\(number) in context \(index)")
        }
        return object
    }

    // MARK: IDs

    private func takeOnIDs(
        _ operation: LifeProgram.Operation, _ answer: LifeWorld.Answer, _ index: Int
    ) throws {
        switch operation {
        case .obtain(let number):
            let object = try find(number, index)
            try contexts[index].obtainPermanentIDs(for: [object])
            try LifeDifference.expect(
                "An obtained ID is permanent", object.objectID.isTemporaryID, false, "\(number)")
            obtained.append((number, object.objectID))
        case .keepID(let number, let place):
            let id = try find(number, index).objectID
            if let expected = world.mustBeTemporary(number, in: index) {
                try LifeDifference.expect(
                    "An ID is temporary until its object is stored", id.isTemporaryID, expected,
                    "\(number)")
            }
            places[place] = id
            // Where the rules allow either, the engine has the word.
            world.places[place]!.isTemporary = id.isTemporaryID
        case .look(let lookup, let place, let isURI):
            try look(lookup, places[place]!, isURI, answer, index)
        case .readGhost(let number):
            try LifeDifference.expect(
                "What is read after a reset is nil",
                ghosts[index][number]!.value(forKey: "x") as? Int, nil, "\(number)")
        case .askGhost(let number):
            try checkKey(number, ghosts[index][number]!.objectID, "after a reset")
        default: break
        }
    }

    private func look(
        _ lookup: LifeProgram.Lookup, _ kept: NSManagedObjectID, _ isURI: Bool,
        _ answer: LifeWorld.Answer, _ index: Int
    ) throws {
        let context = contexts[index]
        var id = kept
        if isURI {
            guard
                let found = store.coordinator.managedObjectID(
                    forURIRepresentation: kept.uriRepresentation())
            else { throw LifeDifference("A URI leads to its ID", "\(kept)") }
            try LifeDifference.expect("A URI leads to its ID", found, kept, "context \(index)")
            id = found
        }
        let found: NSManagedObject?
        switch lookup {
        case .registered: found = context.registeredObject(for: id)
        case .object: found = context.object(with: id)
        case .existing:
            do {
                found = try context.existingObject(with: id)
            } catch let error as NSError
                where error.code == NSManagedObjectReferentialIntegrityError
            {
                found = nil
            }
        }
        guard case .found(let expected) = answer else { return }
        try LifeDifference.expect(
            "An ID leads to its object: \(lookup)", found != nil, expected != nil,
            "\(id) in context \(index)")
        guard let found, let expected else { return }
        if let known = held[index][expected], known !== found {
            throw LifeDifference(
                "One object a row", "\(lookup) in context \(index) made another \(expected)")
        }
        if lookup != .registered { held[index][expected] = found as? LifeItem }
        if lookup == .registered, held[index][expected] == nil {
            held[index][expected] = found as? LifeItem
        }
    }
}

import CoreData
import Foundation

/// Runs a program in the engine and in the model, and finds the first difference.
package struct ProgramRunner {
    /// Runs a block on a context's queue, as one event, and returns when it is done.
    package typealias Performer =
        @Sendable (NSManagedObjectContext, () throws -> Void) throws -> Void

    package static let onCallersThread: Performer = { context, block in
        try context.performAndWait {
            try block()
            context.processPendingChanges()
        }
    }

    private let program: Program
    private let perform: Performer
    private let store: ProgramStore
    private let contexts: [NSManagedObjectContext]
    private let didStep: (Program.Step) -> Void
    private var world: ExpectedWorld
    /// The objects that the program holds, by number.
    private var held: [[Int: NSManagedObject]]
    private var numbers: [NSManagedObjectID: Int] = [:]

    init(
        _ program: Program, on store: ProgramStore, perform: @escaping Performer,
        didStep: @escaping (Program.Step) -> Void = { _ in }
    ) {
        self.program = program
        self.perform = perform
        self.store = store
        self.didStep = didStep
        world = ExpectedWorld(program)
        held = program.contexts.map { _ in [:] }
        var contexts: [NSManagedObjectContext] = []
        for (index, description) in program.contexts.enumerated() {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            if let parent = description.parent {
                context.parent = contexts[parent]
            } else {
                context.persistentStoreCoordinator = store.coordinator
            }
            context.name = "context \(index)"
            context.automaticallyMergesChangesFromParent = description.isAutomatic
            contexts.append(context)
        }
        self.contexts = contexts
    }

    /// The first difference between engine and model, with the step that showed it.
    static func firstDifference(
        _ program: Program, on store: ProgramStore,
        perform: @escaping Performer = onCallersThread,
        didStep: @escaping (Program.Step) -> Void = { _ in }
    ) -> String? {
        store.clear()
        var runner = ProgramRunner(program, on: store, perform: perform, didStep: didStep)
        return runner.run()
    }

    private mutating func run() -> String? {
        let observers = SavedIDsObserver(contexts)
        defer { observers.stop() }
        for (index, step) in program.steps.enumerated() {
            let answer: ExpectedWorld.Answer
            do { answer = try world.take(step) } catch { continue }
            didStep(step)
            do {
                try take(step, answer, observers)
                let isLast = index == program.steps.count - 1
                for context in contexts.indices
                where isLast || mayHaveChanged(context, by: step) { try compare(context) }
                if isLast || step.isSave { try compareStore() }
            } catch {
                return "step \(index + 1), \(step): \(error)"
            }
        }
        return nil
    }

    /// Reads fill the levels above in passing; only a save reaches further, by automatic merges.
    private func mayHaveChanged(_ context: Int, by step: Program.Step) -> Bool {
        step.isSave || context == step.context || program.isContext(step.context, below: context)
    }

    // MARK: Steps

    private mutating func take(
        _ step: Program.Step, _ answer: ExpectedWorld.Answer, _ observers: SavedIDsObserver
    ) throws {
        let index = step.context
        let context = contexts[index]
        var held = held[index]
        var numbers = numbers
        let usesPermanentIDs = program.usesPermanentIDs
        try perform(context) {
            switch step.operation {
            case .insert(let kind, let number, let x):
                let object = NSEntityDescription.insertNewObject(
                    forEntityName: kind.rawValue, into: context)
                object.setValue(number, forKey: "n")
                object.setValue(x, forKey: "x")
                if usesPermanentIDs { try context.obtainPermanentIDs(for: [object]) }
                numbers[object.objectID] = number
                held[number] = object
            case .set(let number, let property, let value):
                try Self.find(number, held).setValue(value, forKey: property.rawValue)
            case .relate(let book, let author):
                let author = try author.map { try Self.find($0, held) }
                try Self.find(book, held).setValue(author, forKey: "author")
            case .setMembers(let number, let members):
                let object = try Self.find(number, held)
                let members = try Set(members.map { try Self.find($0, held) })
                object.setValue(members, forKey: Self.toMany(of: object))
            case .delete(let number):
                context.delete(try Self.find(number, held))
            case .fetch(let kind, let filter):
                let found = try context.fetch(Self.request(kind, filter, held))
                let found2 = try Self.numbered(found, numbers)
                try Self.expect(.fetched(Set(found2.map(\.0))), answer)
                for (number, object) in found2 {
                    if let known = held[number], known !== object {
                        throw Difference("two objects \(number) in one context")
                    }
                    held[number] = object
                }
            case .read(let number):
                _ = try Self.find(number, held).value(forKey: "x")
            case .readMembers(let number):
                let object = try Self.find(number, held)
                try Self.expect(.members(Self.members(of: object, numbers)), answer)
            case .save(let policy):
                try Self.expect(.saved(try Self.save(context, policy, answer, &numbers)), answer)
            case .merge(let other):
                guard let saved = observers.last[other] else {
                    throw Difference("context \(other) announced no save")
                }
                context.mergeChanges(fromContextDidSave: saved)
            case .refresh(let number, let merging):
                context.refresh(try Self.find(number, held), mergeChanges: merging)
            case .refreshAll: context.refreshAllObjects()
            case .reset: context.reset()
            case .rollback: context.rollback()
            case .release: break
            }
        }
        self.held[index] = held
        self.numbers = numbers
        try letGo()
    }

    /// Releases objects that the model no longer holds; contexts that begin anew are reset.
    private mutating func letGo() throws {
        for index in contexts.indices {
            let entries = world.contexts[index]
            held[index] = held[index].filter { entries[$0.key]?.isHeld ?? false }
        }
        for index in world.restarted {
            let context = contexts[index]
            try perform(context) { context.reset() }
        }
    }

    private static func save(
        _ context: NSManagedObjectContext, _ policy: Program.Policy,
        _ answer: ExpectedWorld.Answer, _ numbers: inout [NSManagedObjectID: Int]
    ) throws -> ExpectedWorld.Outcome {
        // Conflicts that the model does not decide go by the error policy, in both.
        let isLeftToError = answer == .saved(.conflict)
        context.mergePolicy = isLeftToError ? NSMergePolicy.error : policy.mergePolicy
        context.processPendingChanges()
        let hadChanges = context.hasChanges
        let inserted = try context.insertedObjects.map { object in
            guard let number = numbers[object.objectID] else {
                throw Difference("an unknown object was to be inserted")
            }
            return (object, number)
        }
        do {
            try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            return .conflict
        }
        for (object, number) in inserted { numbers[object.objectID] = number }
        return hadChanges ? .saved : .nothing
    }

    private static func request(
        _ kind: Program.Kind, _ filter: Program.Filter, _ held: [Int: NSManagedObject]
    ) throws -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: kind.rawValue)
        switch filter {
        case .all: break
        case .xIs(let value): request.predicate = NSPredicate(format: "x == %d", value)
        case .yAbove(let value): request.predicate = NSPredicate(format: "y > %d", value)
        case .authorIs(let number):
            request.predicate = NSPredicate(format: "author == %@", try find(number, held))
        }
        return request
    }

    // MARK: Comparing

    struct Difference: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    private static func expect(
        _ found: ExpectedWorld.Answer, _ expected: ExpectedWorld.Answer
    ) throws {
        if found != expected { throw Difference("\(found), expected \(expected)") }
    }

    private static func find(
        _ number: Int, _ held: [Int: NSManagedObject]
    ) throws -> NSManagedObject {
        guard let object = held[number] else { throw Difference("object \(number) is not held") }
        return object
    }

    private static func numbered(
        _ objects: [NSManagedObject], _ numbers: [NSManagedObjectID: Int]
    ) throws -> [(Int, NSManagedObject)] {
        try objects.map { object in
            guard let number = numbers[object.objectID] else {
                throw Difference("the unknown object \(object.objectID)")
            }
            return (number, object)
        }
    }

    private static func toMany(of object: NSManagedObject) -> String {
        object.entity.name == "Book" ? "tags" : "books"
    }

    private static func members(
        of object: NSManagedObject, _ numbers: [NSManagedObjectID: Int]
    ) -> Set<Int> {
        let ids = object.objectIDs(forRelationshipNamed: toMany(of: object))
        return Set(ids.map { numbers[$0] ?? -1 })
    }

    /// Looks at nothing that would have to be read first.
    private func compare(_ index: Int) throws {
        let context = contexts[index]
        let entries = world.contexts[index]
        let isEstranged = world.isEstranged(index)
        try perform(context) {
            let changes = world.changes(of: index)
            for (name, set, expected) in [
                ("inserted", context.insertedObjects, changes.inserted),
                ("updated", context.updatedObjects, changes.updated),
                // Without those that a merge has deleted: they need no save.
                ("deleted", context.deletedObjects.filter(\.hasChanges), changes.deleted),
            ] {
                let found = set.map { numbers[$0.objectID] ?? -1 }.sorted()
                if found != expected {
                    throw Difference("context \(index): \(name) \(found), expected \(expected)")
                }
            }
            for (number, object) in held[index].sorted(by: { $0.key < $1.key }) {
                guard let entry = entries[number] else { continue }
                try compare(object, entry, "context \(index), object \(number)", !isEstranged)
            }
        }
    }

    private func compare(
        _ object: NSManagedObject, _ entry: ExpectedEntry, _ place: String,
        _ comparesRelationships: Bool
    ) throws {
        func expect<T: Equatable>(_ what: String, _ found: T, _ expected: T) throws {
            if found != expected {
                throw Difference("\(place): \(what) \(found), expected \(expected)")
            }
        }
        try expect("isDeleted", object.isDeleted, !entry.isAlive)
        try expect("isFault", object.isFault, entry.isFault)
        guard !entry.isFault, !entry.isDeleted, let own = entry.own else { return }
        try expect("x", object.value(forKey: "x") as? Int, own.x)
        try expect("y", object.value(forKey: "y") as? Int, own.y)
        guard comparesRelationships, entry.isAlive else { return }
        if entry.kind == .book {
            let ids = object.objectIDs(forRelationshipNamed: "author")
            try expect("author", ids.map { numbers[$0] ?? -1 }, own.author.map { [$0] } ?? [])
        }
        if let members = entry.members {
            try expect("members", Self.members(of: object, numbers).sorted(), members.sorted())
        }
    }

    private func compareStore() throws {
        let found = store.read()
        if found.rows != world.rows {
            throw Difference("the store has \(found.rows), expected \(world.rows)")
        }
        if found.pairs != world.pairs {
            throw Difference("the store has \(found.pairs), expected \(world.pairs)")
        }
    }
}

import CoreData
import Foundation

/// Runs a program in the engine and in the model, and finds the first difference.
///
/// The program runs on the main thread, a turn of the run loop at a time. Contexts of the main
/// queue are used there as they are; those on queues of their own by `performAndWait`, or by
/// `perform` where a step is an event.
final class LifeRunner {
    let program: LifeProgram
    let stage: any LifeStage
    let store: LifeStore
    private(set) var contexts: [NSManagedObjectContext] = []
    private(set) var lists: [LifeList?] = []
    private(set) var notes: LifeNotes!
    var world: LifeWorld
    /// The objects that the program holds, by number.
    var held: [[Int: LifeItem]]
    /// The objects that it held when a context was reset.
    var ghosts: [[Int: LifeItem]]
    var places: [Int: NSManagedObjectID] = [:]
    /// Permanent IDs that were obtained, with the numbers of their objects.
    var obtained: [(number: Int, id: NSManagedObjectID)] = []
    var contents = LifeStore.Contents()
    /// The key of each row that ever was in the file.
    var keys: [Int: Int64] = [:]
    private let didStep: (LifeProgram.Step) -> Void

    init(
        _ program: LifeProgram, on store: LifeStore, stage: any LifeStage,
        didStep: @escaping (LifeProgram.Step) -> Void
    ) {
        self.program = program
        self.stage = stage
        self.store = store
        self.didStep = didStep
        world = LifeWorld(program)
        held = program.contexts.map { _ in [:] }
        ghosts = held
    }

    /// The first difference between engine and model, with the step that showed it.
    static func firstDifference(
        _ program: LifeProgram, on store: LifeStore, stage: any LifeStage,
        didStep: @escaping (LifeProgram.Step) -> Void = { _ in }
    ) -> LifeDifference? {
        store.clear()
        let runner = LifeRunner(program, on: store, stage: stage, didStep: didStep)
        do {
            defer { runner.end() }
            try runner.run()
            return nil
        } catch let difference as LifeDifference {
            return difference
        } catch {
            return LifeDifference("No step fails", "\(error)")
        }
    }

    private func run() throws {
        try stage.turn { try begin() }
        var index = 0
        while index < program.steps.count {
            try stage.turn { try runTurn(from: &index) }
            guard index < program.steps.count else { break }
            // The step that ends the turn: its consequences have happened by now.
            let step = program.steps[index]
            _ = try? world.take(step)
            index += 1
            try stage.turn { try check(after: step, "step \(index), \(step)") }
        }
        let step = LifeProgram.Step(context: 0, operation: .turn, isEvent: false)
        _ = try? world.take(step)
        try stage.turn { try check(after: step, "the end") }
    }

    /// The steps of one turn.
    private func runTurn(from index: inout Int) throws {
        while index < program.steps.count, program.steps[index].operation != .turn {
            let step = program.steps[index]
            index += 1
            let answer: LifeWorld.Answer
            do { answer = try world.take(step) } catch { continue }
            didStep(step)
            let place = "step \(index), \(step)"
            do {
                try take(step, answer)
                try check(after: step, place)
            } catch let difference as LifeDifference {
                throw LifeDifference(difference.rule, "\(place): \(difference.details)")
            }
        }
    }

    private func begin() throws {
        for (index, description) in program.contexts.enumerated() {
            let context = NSManagedObjectContext(
                concurrencyType: description.isMain
                    ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
            if let parent = description.parent {
                context.parent = contexts[parent]
            } else {
                context.persistentStoreCoordinator = store.coordinator
            }
            context.name = "context \(index)"
            context.automaticallyMergesChangesFromParent = description.isAutomatic
            contexts.append(context)
            let list = description.hasController ? LifeList(context) : nil
            lists.append(list)
            if let list { try context.performAndWait { try list.refetch() } }
        }
        notes = LifeNotes(contexts, hearsAll: program.features.contains(.notes)) {
            [unowned self] in knownNumber(of: $0, in: $1)
        }
    }

    /// Lets everything go; the store is for the next program.
    private func end() {
        notes?.stop()
        try? stage.turn {
            held = []
            ghosts = []
            lists = []
            contexts = []
        }
    }

    /// Runs a step in its context; on a queue of its own it is an event, or a part of one.
    func perform(_ index: Int, isEvent: Bool = false, _ body: () throws -> Void) throws {
        let context = contexts[index]
        if program.contexts[index].isMain { return try body() }
        guard isEvent else { return try context.performAndWait(body) }
        // The main thread waits for the block: it must need nothing from the main queue.
        guard !world.ancestors(index).contains(where: { program.contexts[$0].isMain }) else {
            return try context.performAndWait {
                defer { context.processPendingChanges() }
                try body()
            }
        }
        var outcome: Result<Void, any Error>?
        withoutActuallyEscaping(body) { body in
            context.perform { outcome = Result { try body() } }
            // Behind the block: when this returns, that is over.
            context.performAndWait {}
        }
        try outcome!.get()
    }

    // MARK: Numbers

    /// The number of an object, where nothing has to be read for it.
    func knownNumber(of object: NSManagedObject, in context: Int) -> Int? {
        if let known = held[context].first(where: { $0.value === object }) { return known.key }
        guard !object.isFault else { return nil }
        return object.value(forKey: "n") as? Int
    }

    /// The number of an object whose key the file has.
    func number(of id: NSManagedObjectID) -> Int? {
        guard let key = Self.key(of: id) else { return nil }
        return keys.first {
            $0.value == key && world.kinds[$0.key]?.rawValue == id.entity.name
        }?.key
    }

    /// The number that a permanent ID ends with.
    static func key(of id: NSManagedObjectID) -> Int64? {
        guard !id.isTemporaryID else { return nil }
        return Int64(id.uriRepresentation().lastPathComponent.dropFirst())
    }
}

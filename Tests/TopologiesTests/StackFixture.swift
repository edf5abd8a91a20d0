import CoreData
import Documents
import Foundation
import Synchronization
import Topologies

/// A stack on a store in a temporary folder, which goes when this does.
final class StackFixture: Sendable {
    let folder: URL
    let stack: Stack
    let journal: SaveJournal

    /// - Parameter topology: as `--topology` names it.
    init(_ topology: String, isObserved: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        journal = SaveJournal()
        stack = try Stack(
            TopologyCatalogue.topology(VariantSpec(topology, option: "--topology")),
            model: Self.model, storeURL: folder.appending(path: "store.sqlite"),
            observer: isObserved ? journal : nil)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// One entity with a name that must be there, so that a save can fail.
    static var model: NSManagedObjectModel {
        let name = NSAttributeDescription()
        name.name = "name"
        name.attributeType = .stringAttributeType
        name.isOptional = false
        let item = NSEntityDescription()
        item.name = "Item"
        item.properties = [name]
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    /// Inserts an item through a role's context and runs the save route; `nil` makes it invalid.
    ///
    /// - Returns: whether the app believes it saved.
    func save(_ name: String?, for role: Role) async -> Bool {
        await withCheckedContinuation { continuation in
            stack.submit(for: role) { [stack, journal] context in
                Self.insert(name, into: context)
                stack.save(
                    from: role,
                    isSaved: {
                        journal.note("saved")
                        continuation.resume(returning: true)
                    },
                    didFail: { _ in continuation.resume(returning: false) })
            }
        }
    }

    static func insert(_ name: String?, into context: NSManagedObjectContext) {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        if let name { item.setValue(name, forKey: "name") }
    }

    func terminate() async {
        await withCheckedContinuation { continuation in
            stack.terminate { continuation.resume() }
        }
    }

    /// Runs work on the queue of a context and returns what it does.
    func perform<Value: Sendable>(
        in context: String, _ work: @escaping @Sendable (NSManagedObjectContext) throws -> Value
    ) async throws -> Value {
        let target = stack.context(named: context)
        return try await withCheckedThrowingContinuation { continuation in
            target.context.perform {
                continuation.resume(with: Result { try work(target.context) })
            }
        }
    }

    /// The names that a context fetches.
    func names(in context: String) async throws -> [String] {
        try await perform(in: context) { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
                .sorted()
        }
    }

    /// How many items the store holds, seen by a coordinator of its own.
    func storedCount() throws -> Int {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: folder.appending(path: "store.sqlite"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let count = try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
        try coordinator.remove(store)
        return count
    }
}

/// Writes down the saves of a stack, in order.
final class SaveJournal: StackObserver {
    private struct State {
        var lines: [String] = []
        var waiters: [(line: String, resume: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var lines: [String] { state.withLock { $0.lines } }

    func note(_ line: String) {
        let ready = state.withLock { state in
            state.lines.append(line)
            let ready = state.waiters.filter { $0.line == line }
            state.waiters.removeAll { $0.line == line }
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// Returns when the line has been written, at once where it was already.
    func wait(for line: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(line) { return true }
                state.waiters.append((line, { continuation.resume() }))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func stackWillSave(_ name: String) { note("will \(name)") }
    func stackDidSave(_ name: String) { note("did \(name)") }
    func stackDidFailToSave(_ name: String, error: any Error) { note("failed \(name)") }
}

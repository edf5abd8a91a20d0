import CoreData
import Documents
import Foundation
import Results
import Synchronization
import Topologies

/// A stack on a store in a temporary folder, which goes when this does.
final class StackFixture: Sendable {
    let folder: URL
    let stack: TopologyStack
    let journal: SaveJournal

    /// - Parameter topology: as `--topology` names it.
    init(_ topology: String, isObserved: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        journal = SaveJournal()
        stack = try TopologyStack(
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
            stack.submit(for: role) { [stack, journal] target in
                Self.insert(name, into: target.context)
                stack.save(from: target) { end in
                    if end.isSaved { journal.note("saved") }
                    continuation.resume(returning: end.isSaved)
                }
            }
        }
    }

    /// As `save`, coming up on the main queue, as touches do.
    func saveOnMain(_ name: String, for role: Role) async -> Bool {
        await withCheckedContinuation { continuation in
            stack.execution.mainQueue.async { [stack] in
                stack.submit(for: role) { target in
                    Self.insert(name, into: target.context)
                    stack.save(from: target) { continuation.resume(returning: $0.isSaved) }
                }
            }
        }
    }

    /// Gives the only item another name through a role's context, and runs the save route.
    func rename(to name: String, for role: Role) async -> Bool {
        await withCheckedContinuation { continuation in
            stack.submit(for: role) { [stack] target in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                let item = try? target.context.fetch(request).first
                item?.setValue(name, forKey: "name")
                stack.save(from: target) { continuation.resume(returning: $0.isSaved) }
            }
        }
    }

    /// The name of the first item as a context has it registered, without reading it anew.
    func firstName(in context: String) async throws -> String? {
        try await perform(in: context) { context in
            // The fetch before keeps the object; its values are those on the screen.
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            let item = try context.fetch(request).first
            context.retainsRegisteredObjects = true
            return item?.value(forKey: "name") as? String
        }
    }

    /// Returns when everything in the contexts' queues has run.
    func settle() async {
        for _ in 0..<3 {
            for target in stack.contexts {
                await target.context.perform {}
            }
        }
    }

    static func insert(_ name: String?, into context: NSManagedObjectContext) {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        if let name { item.setValue(name, forKey: "name") }
    }

    func terminate() async {
        await withCheckedContinuation { continuation in
            stack.terminate { _ in continuation.resume() }
        }
    }

    /// Runs work on the queue of a context and returns its result.
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
    func storedCount() throws -> Int { try storedNames().count }

    /// The names that the store holds, seen by a coordinator of its own.
    func storedNames() throws -> [String] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil,
            at: folder.appending(path: "store.sqlite"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let names = try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
                .map { $0.value(forKey: "name") as? String ?? "" }.sorted()
        }
        try coordinator.remove(store)
        return names
    }
}

/// Writes down the saves of a stack, in order.
final class SaveJournal: StackObserver {
    private let order = Order()

    var lines: [String] { order.words }

    func note(_ line: String) { order.add(line) }

    /// Returns when the line has been written, at once where it was already.
    func wait(for line: String) async { await order.wait(for: line) }

    func stackDidShow(_ context: StackContext) {}

    func stackWillSave(_ name: String) { note("will \(name)") }
    func stackDidSave(_ name: String) { note("did \(name)") }
    func stackDidFailToSave(_ name: String, error: any Error) { note("failed \(name)") }
}

extension SaveRouteEnd {
    var isSaved: Bool { if case .saved = self { true } else { false } }
}

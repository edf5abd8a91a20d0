import CoreData
import Foundation

/// Makes the coordinators and contexts of a topology, with its store opened.
///
/// Only this type makes the Core Data objects of a stack.
struct StackBuilder {
    let topology: Topology
    let model: NSManagedObjectModel
    let storeURL: URL
    let storeType: String
    let storeOptions: [AnyHashable: Any]

    /// The parts of a stack.
    struct Parts {
        var coordinators: [NSPersistentStoreCoordinator]
        /// The contexts that last as long as the stack, in the order of the topology.
        var contexts: [StackContext]
        /// Where the topology's background tasks come from a container.
        var container: NSPersistentContainer?
        /// For each context that merges by history, the context that reads it.
        var historyReaders: [String: StackContext] = [:]
    }

    /// Builds the parts.
    ///
    /// - Throws: the coordinator's error if the store cannot be opened.
    func build() throws -> Parts {
        // Submitting background tasks is the container's, so the rest of the stack is its too.
        let container =
            topology.submission == .backgroundTask
            ? NSPersistentContainer(name: topology.name, managedObjectModel: model) : nil
        let coordinators = try (1...topology.coordinators).map { number in
            let coordinator =
                container?.persistentStoreCoordinator
                ?? NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                ofType: storeType, configurationName: nil, at: storeURL, options: options)
            return coordinator
        }
        let contexts = makeContexts(on: coordinators, viewContext: container?.viewContext)
        for context in contexts where context.layout.generation == .pinned {
            try context.context.performAndWait { try context.pin() }
        }
        return Parts(
            coordinators: coordinators, contexts: contexts, container: container,
            historyReaders: makeHistoryReaders(contexts))
    }

    private func makeHistoryReaders(_ contexts: [StackContext]) -> [String: StackContext] {
        var readers: [String: StackContext] = [:]
        for follower in contexts where topology.historyFollowers.contains(follower.name) {
            readers[follower.name] =
                topology.historyReading == .inReceiver ? follower : makeHistoryReader(for: follower)
        }
        return readers
    }

    private func makeHistoryReader(for follower: StackContext) -> StackContext {
        let layout = ContextLayout(
            topology.historyReader(of: follower.name), .private, on: follower.layout.parent)
        let context = NSManagedObjectContext(concurrencyType: layout.queue.type)
        context.persistentStoreCoordinator = follower.context.persistentStoreCoordinator
        let reader = StackContext(layout: layout, context: context)
        reader.prepare()
        return reader
    }

    private var options: [AnyHashable: Any] {
        var options = storeOptions
        if let size = topology.poolSize {
            options[NSPersistentStoreConnectionPoolMaxSizeKey] = NSNumber(value: size)
        }
        if topology.history != .off {
            options[NSPersistentHistoryTrackingKey] = true
            // Writers post, too: a reader on another coordinator would else learn of nothing.
            options[NSPersistentStoreRemoteChangeNotificationPostOptionKey] =
                topology.followsHistory
        }
        return options
    }

    /// - Parameter viewContext: a container's, which is the topology's first main-queue root.
    private func makeContexts(
        on coordinators: [NSPersistentStoreCoordinator], viewContext: NSManagedObjectContext?
    ) -> [StackContext] {
        let viewLayout = topology.contexts.first {
            $0.queue == .main && $0.parent == .coordinator(1)
        }
        var made: [String: StackContext] = [:]
        func make(_ layout: ContextLayout) -> StackContext {
            if let context = made[layout.name] { return context }
            let context: NSManagedObjectContext
            if let viewContext, layout == viewLayout {
                context = viewContext
            } else {
                context = NSManagedObjectContext(concurrencyType: layout.queue.type)
                switch layout.parent {
                case .coordinator(let number):
                    context.persistentStoreCoordinator = coordinators[number - 1]
                case .context(let name):
                    context.parent = make(topology.context(named: name)!).context
                }
            }
            let stackContext = StackContext(layout: layout, context: context)
            stackContext.prepare()
            made[layout.name] = stackContext
            return stackContext
        }
        return topology.contexts.filter { !topology.isPerTask($0.name) }.map(make)
    }
}

extension ContextLayout.Queue {
    /// Core Data's word for it.
    fileprivate var type: NSManagedObjectContextConcurrencyType {
        switch self {
        case .main: .mainQueueConcurrencyType
        case .private: .privateQueueConcurrencyType
        }
    }
}

import CoreData
import Execution
import Foundation
import Synchronization

/// A topology built on a store: live coordinators and contexts that save as the topology says.
///
/// A stack captures `Executions.current` when it is made, as its contexts do, and takes queues,
/// timers and the time from it alone. It may be used from any queue; what must be called on a
/// context's queue says so.
///
///                  submit(for:)            save(from:)              terminate
///     ui, importer ──────────▶ its context ───────────▶ save route ◀───────── app
///                                  ▲                        │
///                                  └──── merges ◀───────────┘
package final class Stack: Sendable {
    package let topology: Topology
    package let execution: any Execution
    /// In the order of the topology: parents before children.
    package let contexts: [StackContext]
    package let coordinators: [NSPersistentStoreCoordinator]
    let observer: (any StackObserver)?
    private let flushers: [String: Flusher]
    private let merges: MergeSubscriptions
    private let failureLog = Mutex<[StackFailure]>([])

    /// Builds a topology on the store at a URL, and opens the store.
    ///
    /// - Parameters:
    ///   - storeOptions: as for `addPersistentStore`; the pool's size is added to them.
    ///   - observer: sees every save of the stack; the stack keeps it alive.
    /// - Throws: `TopologyError` where the topology makes no stack; the coordinator's error where
    ///   the store cannot be opened.
    package init(
        _ topology: Topology, model: NSManagedObjectModel, storeURL: URL,
        storeOptions: [AnyHashable: Any] = [:], observer: (any StackObserver)? = nil
    ) throws {
        try topology.check()
        self.topology = topology
        self.observer = observer
        let execution = Executions.current
        self.execution = execution

        var options = storeOptions
        if let size = topology.poolSize {
            options[NSPersistentStoreConnectionPoolMaxSizeKey] = NSNumber(value: size)
        }
        coordinators = try (1...topology.coordinators).map { _ in
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: storeURL, options: options)
            return coordinator
        }
        contexts = Self.makeContexts(of: topology, on: coordinators)

        let flushedContexts = contexts
        // The flushers outlive no stack, and a stack is reached through this box alone, so that a
        // timer that fires at the end finds nothing to save.
        let owner = WeakStack()
        flushers = Dictionary(
            uniqueKeysWithValues: topology.flushedContexts.map { name in
                let target = flushedContexts.first { $0.name == name }!
                let flusher = Flusher(topology.flush, of: name, execution: execution) {
                    target.context.perform { owner.stack?.saveSilently(target) }
                }
                return (name, flusher)
            })
        merges = MergeSubscriptions(topology.merges, contexts: contexts)
        owner.stack = self
        for name in topology.flushedContexts { flushers[name]?.start() }
    }

    deinit {
        for flusher in flushers.values { flusher.stop() }
    }

    private static func makeContexts(
        of topology: Topology, on coordinators: [NSPersistentStoreCoordinator]
    ) -> [StackContext] {
        var made: [String: StackContext] = [:]
        func make(_ layout: ContextLayout) -> StackContext {
            if let context = made[layout.name] { return context }
            let context = NSManagedObjectContext(
                concurrencyType: layout.queue == .main
                    ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
            context.name = layout.name
            switch layout.parent {
            case .coordinator(let number):
                context.persistentStoreCoordinator = coordinators[number - 1]
            case .context(let name):
                context.parent = make(topology.context(named: name)!).context
            }
            context.mergePolicy = NSMergePolicy(merge: layout.mergePolicy.type)
            let stackContext = StackContext(layout: layout, context: context)
            made[layout.name] = stackContext
            return stackContext
        }
        return topology.contexts.map(make)
    }
}

extension Stack {
    /// The context of a name in the topology.
    ///
    /// - Precondition: the topology has it.
    package func context(named name: String) -> StackContext {
        contexts.first { $0.name == name }!
    }

    /// The context that a role works through.
    ///
    /// - Precondition: the role needs one (`Role.needsContext`).
    package func stackContext(for role: Role) -> StackContext {
        guard let name = topology.roles[role] else {
            preconditionFailure(
                "the role \(role.rawValue) works without a context; ask for one that needs it")
        }
        return context(named: name)
    }

    /// The context that a role works through.
    package func context(for role: Role) -> NSManagedObjectContext {
        stackContext(for: role).context
    }

    /// Whether two roles work through one context.
    package func isShared(_ left: Role, _ right: Role) -> Bool {
        topology.roles[left] == topology.roles[right]
    }

    /// The saves that failed so far, in the order in which they did.
    package var failures: [StackFailure] { failureLog.withLock { $0 } }

    /// Runs work of a role on its context's queue, as the topology submits it.
    ///
    /// Work for a main-queue context that comes up on the main queue runs on the spot: main-queue
    /// code messages such a context directly. Else it is enqueued, or waited for, by the submission
    /// style.
    package func submit(
        for role: Role, _ work: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
        let target = stackContext(for: role)
        if target.layout.queue == .main, execution.mainQueue.isCurrent {
            return target.context.performAndWait { work(target.context) }
        }
        switch topology.submission {
        case .perform: target.context.perform { work(target.context) }
        case .performAndWait: target.context.performAndWait { work(target.context) }
        }
    }

    /// The user did something: the `idle` flush policy counts from here.
    package func noteInteraction() {
        for flusher in flushers.values { flusher.noteInteraction() }
    }
}

extension Stack {
    func flusher(of context: String) -> Flusher? { flushers[context] }

    func stopFlushing() {
        for flusher in flushers.values { flusher.stop() }
    }

    func stopMerging() { merges.cancel() }

    func log(_ failure: StackFailure) { failureLog.withLock { $0.append(failure) } }
}

/// A reference that does not keep its stack alive, set once the stack is there.
private final class WeakStack: Sendable {
    private struct Box: Sendable { weak var stack: Stack? }
    private let box = Mutex(Box())

    var stack: Stack? {
        get { box.withLock { $0.stack } }
        set { box.withLock { $0.stack = newValue } }
    }
}

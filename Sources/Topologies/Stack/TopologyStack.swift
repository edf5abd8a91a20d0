import CoreData
import Execution
import Foundation
import Results
import Synchronization

/// A stack built of a topology's fields, whose contexts save by the topology's rules.
///
/// A stack captures `Executions.current` when it is made, as its contexts do, and takes queues,
/// timers and the time from it alone. It may be used from any queue; calls that need a context's
/// queue have it as a precondition.
///
///                  submit(for:)            save(from:)              terminate
///     ui, importer ──────────▶ its context ───────────▶ save route ◀───────── app
///                                  ▲                        │
///                                  └──── merges ◀───────────┘
package final class TopologyStack: Stack {
    package let topology: Topology
    package let execution: any Execution
    /// In the order of the topology: parents before children.
    package let contexts: [StackContext]
    package let coordinators: [NSPersistentStoreCoordinator]
    let observer: (any StackObserver)?
    private let flushers: [String: Flusher]
    private let merges: MergeSubscriptions
    private let submitter: Submitter
    private let failureLog = Mutex<[StackFailure]>([])

    /// Builds a topology on the store at a URL, and opens the store.
    ///
    /// - Parameters:
    ///   - storeType: SQLite, binary, XML or in-memory; only SQLite takes two coordinators.
    ///   - storeOptions: as for `addPersistentStore`; the pool's size is added to them.
    ///   - observer: sees every save of the stack; the stack keeps it alive.
    /// - Throws: `TopologyError` if the topology makes no stack; the coordinator's error if the
    ///   store cannot be opened.
    package init(
        _ topology: Topology, model: NSManagedObjectModel, storeURL: URL,
        storeType: String = NSSQLiteStoreType, storeOptions: [AnyHashable: Any] = [:],
        observer: (any StackObserver)? = nil
    ) throws {
        try topology.check()
        self.topology = topology
        self.observer = observer
        let execution = Executions.current
        self.execution = execution

        let parts = try StackBuilder(
            topology: topology, model: model, storeURL: storeURL, storeType: storeType,
            storeOptions: storeOptions
        ).build()
        coordinators = parts.coordinators
        contexts = parts.contexts
        submitter = Submitter(
            execution: execution, container: parts.container,
            contexts: topology.contexts.map(\.name))

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
        merges = MergeSubscriptions(
            topology, contexts: contexts, coordinators: coordinators,
            historyReaders: parts.historyReaders)
        owner.stack = self
        // A reader of history commits what it purges, so that the observer must know it.
        for name in topology.historyFollowers {
            guard topology.historyReading == .apart, let reader = parts.historyReaders[name]
            else { continue }
            observer?.stackDidShow(reader)
        }
        for name in topology.flushedContexts { flushers[name]?.start() }
    }

    deinit {
        for flusher in flushers.values { flusher.stop() }
    }
}

extension TopologyStack {
    /// The context of a name in the topology.
    ///
    /// - Precondition: the topology has it.
    package func context(named name: String) -> StackContext {
        contexts.first { $0.name == name }!
    }

    /// The layout of the context that a role works through.
    ///
    /// - Precondition: the role needs one (`Role.needsContext`).
    package func layout(for role: Role) -> ContextLayout {
        guard let name = topology.contextName(of: role) else {
            preconditionFailure(
                "the role \(role.rawValue) works without a context; ask for one that needs it")
        }
        return topology.context(named: name)!
    }

    /// The context that a role works through.
    ///
    /// - Precondition: it lasts; one that is made for each piece of work comes with the work.
    package func stackContext(for role: Role) -> StackContext {
        context(named: layout(for: role).name)
    }

    /// The context that a role works through.
    package func context(for role: Role) -> NSManagedObjectContext {
        stackContext(for: role).context
    }

    /// The saves that failed so far, in the order in which they did.
    package var failures: [StackFailure] { failureLog.withLock { $0 } }

    /// Runs work of a role on its context's queue, submitted in the topology's way.
    ///
    /// Work for a main-queue context that arrives on the main queue runs on the spot: main-queue
    /// code messages such a context directly. The ui's work for a private queue goes there by
    /// `uiSubmission`, that of the other roles by `submission`.
    ///
    /// - Parameter work: gets the context, on its queue.
    package func submit(for role: Role, _ work: @escaping @Sendable (StackContext) -> Void) {
        submit(for: role, in: layout(for: role), work)
    }

    package func submitImport(_ part: Int, _ work: @escaping @Sendable (StackContext) -> Void) {
        let name = topology.importerContext(part)
        let layout = name.flatMap(topology.context(named:)) ?? layout(for: .importer)
        submit(for: .importer, in: layout, work)
    }

    private func submit(
        for role: Role, in layout: ContextLayout,
        _ work: @escaping @Sendable (StackContext) -> Void
    ) {
        if topology.isPerTask(layout.name) {
            return submitter.submitTask(work, as: layout)
        }
        let target = context(named: layout.name)
        if layout.queue == .main, execution.mainQueue.isCurrent {
            return target.context.performAndWait { work(target) }
        }
        var style = topology.submission
        if role == .ui { style = layout.queue == .main ? .perform : topology.uiSubmission }
        submitter.submit(work, to: target, ui: mainContext, by: style)
    }

    /// The first context on the main queue, or else the first of all.
    private var mainContext: NSManagedObjectContext {
        (contexts.first { $0.layout.queue == .main } ?? contexts[0]).context
    }

    /// Brings the inserts of a batch request to the contexts that merge the context's saves.
    ///
    /// An app that gets the request's object IDs does the same: a batch request posts no did-save.
    ///
    /// - Precondition: on the context's queue.
    package func mergeInserted(_ ids: [NSManagedObjectID], from context: String) {
        merges.mergeInserted(ids, from: context)
    }

    /// Sets the ui's reaction to a save that it does not merge: fetching its list again.
    ///
    /// - Parameter body: gets the context, whose objects were refreshed, on its queue.
    package func onRefetch(_ body: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        merges.onRefetch(body)
    }

    /// The user did something: the `idle` flush policy counts from here.
    package func noteInteraction() {
        for flusher in flushers.values { flusher.noteInteraction() }
    }
}

extension TopologyStack {
    func flusher(of context: String) -> Flusher? { flushers[context] }

    func stopFlushing() {
        for flusher in flushers.values { flusher.stop() }
    }

    func stopMerging() { merges.cancel() }

    /// - Parameter done: called when the readers of history have done what was enqueued before.
    func drainMerges(done: @escaping @Sendable () -> Void) { merges.drain(done: done) }

    func log(_ failure: StackFailure) { failureLog.withLock { $0.append(failure) } }
}

/// A reference that does not keep its stack alive, set once the stack is there.
private final class WeakStack: Sendable {
    private struct Box: Sendable { weak var stack: TopologyStack? }
    private let box = Mutex(Box())

    var stack: TopologyStack? {
        get { box.withLock { $0.stack } }
        set { box.withLock { $0.stack = newValue } }
    }
}

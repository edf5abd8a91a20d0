import CoreData
import Execution
import Probes
import Runs
import Synchronization
import Topologies
import WorkloadEngine

/// Reports each event of a run to a sink, immediately before or after it happens.
///
///     save() called ─ intent ─ … BEGIN … COMMIT … save() returned ─ acknowledgement ─
///                   ↑        ↑           ↑      ↑                 ↑                 ↑
///     points  before│after    before commit│after           before│after
final class SaveEventProbe: WorkloadObserver, TransactionObserver {
    private struct State {
        /// The queue of each child that saves and has not pushed, by its name.
        var saving: [String: any ExecutionQueue] = [:]
        /// Of the parents, which hold them weakly.
        var watchers: [ContextWatcher] = []
        /// The index of each context in the ledger.
        var places: [String: Int]
        var parents: [String: String]
    }

    private let execution: any Execution
    private let sink: any SaveEventSink
    /// A control: edits are reported as saved at once.
    private let acknowledgesEarly: Bool
    private let progress: @Sendable () -> Void
    private let state: Mutex<State>

    init(
        topology: Topology, execution: any Execution, sink: any SaveEventSink,
        acknowledgesEarly: Bool = false, progress: @escaping @Sendable () -> Void
    ) {
        self.execution = execution
        self.sink = sink
        self.acknowledgesEarly = acknowledgesEarly
        self.progress = progress
        let places = Dictionary(
            uniqueKeysWithValues: topology.contexts.enumerated().map { ($1.name, $0) })
        var parents: [String: String] = [:]
        for context in topology.contexts { parents[context.name] = context.parentName }
        state = Mutex(State(places: places, parents: parents))
    }

    private func write(
        _ event: KillLedger.Event, context: String? = nil, operation: Int = 0, count: Int = 0
    ) {
        let place = context.flatMap { name in state.withLock { $0.places[name] } } ?? 0
        sink.append(
            kind: KillLedger.kind(event, context: place), id: UInt32(operation), count: count,
            at: execution.now)
    }

    // MARK: Saves

    func stackWillSave(_ name: String) {
        sink.pass(.beforeIntent)
        let queue = execution.currentQueue
        state.withLock { if $0.parents[name] != nil { $0.saving[name] = queue } }
        write(.intent, context: name)
        sink.pass(.afterIntent)
        progress()
    }

    func stackDidSave(_ name: String) {
        sink.pass(.beforeAcknowledgement)
        state.withLock { $0.saving[name] = nil }
        write(.acked, context: name)
        sink.pass(.afterAcknowledgement)
        progress()
    }

    func stackDidFailToSave(_ name: String, error: any Error) {
        state.withLock { $0.saving[name] = nil }
        write(.failed, context: name)
    }

    func stackDidShow(_ context: StackContext) {
        let (name, parent) = (context.name, context.layout.parentName)
        state.withLock { state in
            let isKnown = state.places[name] != nil && state.parents[name] == parent
            let place = state.places[name] ?? state.places.count
            state.places[name] = place
            state.parents[name] = parent
            guard !isKnown else { return }
            let above = parent.flatMap { state.places[$0] }.map { $0 + 1 } ?? 0
            // Under the lock: who reads the events gives places in their order.
            sink.append(
                kind: KillLedger.kind(.placed, context: place), id: UInt32(above), count: 0,
                at: execution.now)
        }
        context.context.persistentStoreCoordinator?.transactionObserver = self
        watch(context)
    }

    func transactionWillBegin(contextName: String?) {}

    func transactionWillCommit(contextName: String?) {
        if let contextName, isKnown(contextName) {
            write(.committing, context: contextName)
        }
        sink.pass(.beforeCommit)
    }

    func transactionDidCommit(contextName: String?, at instant: Instant) {
        if let contextName, isKnown(contextName) {
            write(.committed, context: contextName)
        }
        sink.pass(.afterCommit)
    }

    func transactionDidPublish(contextName: String?) {}

    // MARK: Pushes

    /// Watches a context: a change while a child's chain holds its queue is that child's push.
    private func watch(_ parent: StackContext) {
        let name = parent.name
        let watcher = ContextWatcher { [weak self] _ in self?.parentDidChange(name) }
        parent.context.observer = watcher
        state.withLock { $0.watchers.append(watcher) }
    }

    private func isKnown(_ context: String) -> Bool {
        state.withLock { $0.places[context] != nil }
    }

    private func parentDidChange(_ parent: String) {
        let (saving, children) = state.withLock { state in
            (state.saving, state.parents.filter { $0.value == parent }.keys.sorted())
        }
        for child in children {
            guard let queue = saving[child], queue.isCurrent else { continue }
            write(.pushed, context: child)
            state.withLock { $0.saving[child] = nil }
        }
    }

    // MARK: The run

    func runWillBegin(stack: any Stack, plan: OperationPlan) {
        for coordinator in stack.coordinators { coordinator.transactionObserver = self }
        // The parents only: what is watched costs time.
        let parents = Set(stack.contexts.compactMap(\.layout.parentName))
        for context in stack.contexts where parents.contains(context.name) { watch(context) }
        write(.began)
        progress()
    }

    func phaseWillBegin(_ phase: Int, name: String, isMeasured: Bool, at: Instant) {
        write(.phaseBegan, operation: phase)
        progress()
    }

    func phaseDidEnd(_ phase: Int, name: String, at: Instant) {
        write(.phaseEnded, operation: phase)
        progress()
    }

    func operationWillBegin(_ operation: WorkloadEngine.Operation, due: Instant) { progress() }

    func operationDidEnd(_ operation: WorkloadEngine.Operation, rows: Int) { progress() }

    func didEdit(_ operation: WorkloadEngine.Operation, count: Int, context: String) {
        write(.edited, context: context, operation: operation.index, count: count)
        if acknowledgesEarly { write(.saved, operation: operation.index) }
    }

    func didBecomeSaved(_ operation: WorkloadEngine.Operation) {
        write(.saved, operation: operation.index)
        progress()
    }

    // A kill before it finds the edits pending, which no save has taken since.
    func didGiveUp(_ operation: WorkloadEngine.Operation) {
        write(.withdrawn, operation: operation.index)
        progress()
    }

    func didBecomeCommitted(_ operation: WorkloadEngine.Operation, context: String) { progress() }

    func listDidEnd(updates: Int, rows: Int) {}
    func observersDidEnd(notes: Int, objects: Int) {}

    func appWillTerminate(deadline: Instant) { progress() }

    func importerWillSave(_ operation: WorkloadEngine.Operation, sentinel: NSManagedObject) {}

    func importerDidSave(_ operation: WorkloadEngine.Operation, sentinel: NSManagedObject) {}

    func uiWillRefetch() {}

    func uiDidRefetch() { progress() }

    func frameDidFinish(due: Instant, finished: Instant) {}

    func didProgress() { progress() }

    func runDidEnd(outcome: Outcome) {
        write(.ended)
    }
}

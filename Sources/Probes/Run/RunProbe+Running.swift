import CoreData
import Execution
import Results
import StoreIO
import Topologies
import WorkloadEngine

/// Phases and operations, from the runner.
extension RunProbe {
    package func runWillBegin(stack: any Stack, plan: OperationPlan) {
        let links = RunLinks(stack)
        var parents: [String: String] = [:]
        for context in stack.contexts { parents[context.name] = context.layout.parentName }
        let isContested = plan.operations.contains { $0.role == .sync }
        state.withLock { state in
            state.ledger = EditLedger(parents: parents)
            state.isContested = isContested
        }
        self.links.withLock { $0 = links }
        for coordinator in stack.coordinators { coordinator.transactionObserver = self }
        watch(stack, links)
        didProgress()
    }

    package func phaseWillBegin(_ phase: Int, name: String, isMeasured: Bool, at instant: Instant) {
        if isMeasured { process.noise?.start() }
        let snapshot = PhaseLog.Snapshot(
            at: instant, process, work: execution.workCounts)
        state.withLock { $0.phases.begin(name, isMeasured: isMeasured, snapshot) }
        didProgress()
    }

    package func phaseDidEnd(_ phase: Int, name: String, at instant: Instant) {
        let snapshot = PhaseLog.Snapshot(
            at: instant, process, work: execution.workCounts)
        let peak = process.peakMemory
        state.withLock { state in
            state.phases.end(snapshot)
            state.peakMemory = peak
        }
        didProgress()
    }

    package func operationWillBegin(_ operation: WorkloadEngine.Operation, due: Instant) {
        begin(operation.index, role: operation.role.rawValue, due: due)
    }

    package func operationDidEnd(_ operation: WorkloadEngine.Operation, rows: Int) {
        end(
            operation.index, role: operation.role.rawValue, kind: operation.kind.rawValue,
            phase: operation.phase, rows: rows, edits: operation.edits)
    }

    package func didEdit(_ operation: WorkloadEngine.Operation, count: Int, context: String) {
        edited(
            operation.index, role: operation.role.rawValue, phase: operation.phase, count: count,
            context: context)
    }

    package func didBecomeSaved(_ operation: WorkloadEngine.Operation) {
        saved(operation.index)
    }

    package func didBecomeCommitted(_ operation: WorkloadEngine.Operation, context: String) {
        let now = execution.now
        state.withLock { state in
            let last = state.lastCommits[context]
            state.ledger?.committed(
                operation: operation.index, in: context, at: last?.at ?? now,
                attempt: last?.attempt)
        }
        didProgress()
    }

    package func didGiveUp(_ operation: WorkloadEngine.Operation) {
        state.withLock { state in
            state.ledger?.withdraw(operation: operation.index)
            state.refused.append(operation.index)
        }
        didProgress()
    }

    package func listDidEnd(updates: Int, rows: Int) {
        state.withLock { $0.list = (updates, rows) }
    }

    package func observersDidEnd(notes: Int, objects: Int) {
        state.withLock { $0.observers = (notes, objects) }
    }

    package func appWillTerminate(deadline: Instant) {
        let now = execution.now
        state.withLock { state in
            state.terminationBegan = now
            state.terminationDeadline = deadline
        }
        didProgress()
    }

    package func importerWillSave(
        _ operation: WorkloadEngine.Operation, sentinel: NSManagedObject
    ) {
        let now = execution.now
        guard let links = links.withLock({ $0 }), links.uiContext != nil else { return }
        let id = sentinel.objectID
        let kept = Sentinel(object: sentinel, contextName: sentinel.managedObjectContext?.name)
        state.withLock { state in
            state.sentinels[kept.contextName] = links.isShared ? nil : (operation.index, kept)
            state.freshness.willSave(
                operation: operation.index, sentinel: id, at: now, isShared: links.isShared)
        }
    }

    package func importerDidSave(
        _ operation: WorkloadEngine.Operation, sentinel: NSManagedObject
    ) {
        settle(operation.index, sentinel.lastingID)
        state.withLock { state in
            state.sentinels = state.sentinels.filter { $0.value.operation != operation.index }
        }
    }

    package func uiWillRefetch() {
        state.withLock { $0.freshness.refetchBegins() }
    }

    package func uiDidRefetch() {
        let now = execution.now
        state.withLock { $0.freshness.refetchEnded(at: now) }
        didProgress()
    }

    package func frameDidFinish(due: Instant, finished: Instant) {
        state.withLock { state in
            state.counts.add(.frame, isOnMain: false)
            state.frames.append(
                FrameRecord(due: due.nanoseconds, finished: finished.nanoseconds))
        }
        didProgress()
    }

    package func runDidEnd(outcome: Outcome) {
        let recording = process.noise?.stop() ?? NoiseProbe.Recording()
        stopWatching()
        state.withLock { state in
            state.noise = recording
            state.outcome = outcome
        }
        didProgress()
    }
}

// The same by numbers and names, so that calibration needs no workload.
extension RunProbe {
    func begin(_ index: Int, role: String, due: Instant) {
        let now = execution.now
        let isOnMain = execution.isOnMainThread
        let queue = execution.currentQueue
        state.withLock { state in
            state.counts.add(.operation, isOnMain: isOnMain)
            state.began[index] = (now, due, isOnMain ? nil : queue?.id)
            if let queue { state.users.note(role: role, on: queue) }
        }
        if isOnMain { recorder.setOperation(index) }
        didProgress()
    }

    func end(_ index: Int, role: String, kind: String, phase: Int, rows: Int, edits: Int) {
        let now = execution.now
        state.withLock { state in
            guard let began = state.began.removeValue(forKey: index) else { return }
            state.queuesOfOperations.append(began.queue)
            state.operations.append(
                OperationRecord(
                    index: index, role: role, kind: kind, phase: state.phases.name(of: phase),
                    due: began.due.nanoseconds, began: began.at.nanoseconds,
                    ended: now.nanoseconds, rows: rows, edits: edits))
        }
        didProgress()
    }

    func edited(_ index: Int, role: String, phase: Int, count: Int, context: String) {
        let now = execution.now
        state.withLock { state in
            state.owners[index] = (role, phase)
            state.ledger?.edit(operation: index, count: count, in: context, at: now)
        }
    }

    func saved(_ index: Int) {
        let now = execution.now
        state.withLock { $0.ledger?.saved(operation: index, at: now) }
        didProgress()
    }
}

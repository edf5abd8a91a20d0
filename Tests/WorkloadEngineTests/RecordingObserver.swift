import CoreData
import Execution
import Synchronization
import Topologies
import WorkloadEngine

/// Core Data brings Foundation's class of this name along.
typealias Operation = WorkloadEngine.Operation

/// Records the events of a run, in order.
final class RecordingObserver: WorkloadObserver {
    struct Log {
        var phases: [String] = []
        var ends: [Instant] = []
        var began: [Int] = []
        var ended: [Int] = []
        var rows: [Int: Int] = [:]
        var edits: [Int: Int] = [:]
        var saved: [Int] = []
        /// `will main`, `did main`, `failed main`, `saved 3`, in order.
        var saves: [String] = []
        var frames: [(due: Instant, finished: Instant)] = []
        var sentinels: [Int: [Bool]] = [:]
        var late: [Duration] = []
        var progress = 0
        var givenUp: [Int] = []
        var refetches = 0
        var listRows = 0
        var observerNotes = 0
        var observedObjects = 0
        var outcomes: [Outcome] = []
        var wrongQueues: [Int] = []
    }

    private let log = Mutex(Log())
    private let execution: any Execution
    private let stack = Mutex<(any Stack)?>(nil)
    /// Called after each of the importer's saves, on its context's queue.
    let afterImporterSave = Mutex<(@Sendable () -> Void)?>(nil)

    init(execution: any Execution) {
        self.execution = execution
    }

    var seen: Log { log.withLock { $0 } }

    func runWillBegin(stack: any Stack, plan: OperationPlan) {
        self.stack.withLock { $0 = stack }
        log.withLock { $0.phases.append("run") }
    }

    func phaseWillBegin(_ phase: Int, name: String, isMeasured: Bool, at: Instant) {
        log.withLock { $0.phases.append("begin \(name)") }
    }

    func phaseDidEnd(_ phase: Int, name: String, at: Instant) {
        log.withLock {
            $0.phases.append("end \(name)")
            $0.ends.append(at)
        }
    }

    func operationWillBegin(_ operation: Operation, due: Instant) {
        let now = execution.now
        let isShared = stack.withLock { stack in
            operation.role.needsContext
                ? stack?.topology.contextName(of: operation.role)
                    .flatMap { stack?.topology.context(named: $0)?.queue } : nil
        }
        let isOnMain = execution.mainQueue.isCurrent
        log.withLock { log in
            log.began.append(operation.index)
            log.late.append(now - due)
            if isShared == .main, !isOnMain { log.wrongQueues.append(operation.index) }
        }
    }

    func operationDidEnd(_ operation: Operation, rows: Int) {
        log.withLock {
            $0.ended.append(operation.index)
            $0.rows[operation.index] = rows
        }
    }

    func didEdit(_ operation: Operation, count: Int, context: String) {
        log.withLock { $0.edits[operation.index] = count }
    }

    func didBecomeSaved(_ operation: Operation) {
        log.withLock {
            $0.saved.append(operation.index)
            $0.saves.append("saved \(operation.index)")
        }
    }

    func importerWillSave(_ operation: Operation, sentinel: NSManagedObject) {
        log.withLock {
            $0.sentinels[operation.index, default: []].append(sentinel.objectID.isTemporaryID)
        }
    }

    func importerDidSave(_ operation: Operation, sentinel: NSManagedObject) {
        log.withLock {
            $0.sentinels[operation.index, default: []].append(sentinel.objectID.isTemporaryID)
        }
        afterImporterSave.withLock(\.self)?()
    }

    func didBecomeCommitted(_ operation: Operation, context: String) {
        log.withLock { $0.saved.append(operation.index) }
    }

    func observersDidEnd(notes: Int, objects: Int) {
        log.withLock {
            $0.observerNotes += notes
            $0.observedObjects += objects
        }
    }

    func listDidEnd(updates: Int, rows: Int) {
        log.withLock { $0.listRows += rows }
    }

    func didGiveUp(_ operation: Operation) {
        log.withLock { $0.givenUp.append(operation.index) }
    }

    func uiWillRefetch() {}

    func uiDidRefetch() {
        log.withLock { $0.refetches += 1 }
    }

    func appWillTerminate(deadline: Instant) {
        log.withLock { $0.phases.append("will terminate") }
    }

    func frameDidFinish(due: Instant, finished: Instant) {
        log.withLock { $0.frames.append((due, finished)) }
    }

    func didProgress() {
        log.withLock { $0.progress += 1 }
    }

    func runDidEnd(outcome: Outcome) {
        // The stack keeps its observer.
        stack.withLock { $0 = nil }
        log.withLock {
            $0.phases.append("done")
            $0.outcomes.append(outcome)
        }
    }

    func stackDidShow(_ context: StackContext) {}

    func stackWillSave(_ name: String) {
        log.withLock { $0.saves.append("will \(name)") }
    }

    func stackDidSave(_ name: String) {
        log.withLock { $0.saves.append("did \(name)") }
    }

    func stackDidFailToSave(_ name: String, error: any Error) {
        log.withLock { $0.saves.append("failed \(name)") }
    }
}

import CoreData
import Execution
import Results
import StoreIO
import Synchronization
import Topologies
import WorkloadEngine

/// Observes all events of one run that are measured, and makes its record.
///
///     execution ──── blocks, spans ──▶ recorder ┐
///     runner ─────── operations ─────▶          │
///     stack ──────── saves ──────────▶ RunProbe ├─▶ RunRecord
///     coordinators ─ transactions ───▶          │
///     store ──────── writes, syncs ──▶          │
///     contexts ───── changes, merges ▶          ┘
///
/// Calls come on the queues of the contexts. Their state is under one mutex, which is held for some
/// dozens of nanoseconds and never across a call of the seam.
package final class RunProbe: WorkloadObserver {
    /// The last object of a batch, while the importer saves.
    struct Sentinel: @unchecked Sendable {
        // Only messaged in a save of the importer's context, on its queue.
        let object: NSManagedObject
        let contextName: String?
    }

    struct State: Sendable {
        var phases = PhaseLog()
        var ledger: EditLedger?
        var freshness = FreshnessLog<NSManagedObjectID>()
        /// Of the saves that run, by the names of their contexts.
        var sentinels: [String?: (operation: Int, object: Sentinel)] = [:]
        /// Operations that have begun and not ended.
        var began: [Int: (at: Instant, due: Instant, queue: QueueID?)] = [:]
        /// Whose edits the ledger's are: role and phase of an operation.
        var owners: [Int: (role: String, phase: Int)] = [:]
        var operations: ContiguousArray<OperationRecord> = []
        /// The queue on which each of them began; `nil` on the main thread.
        var queuesOfOperations: ContiguousArray<QueueID?> = []
        var frames: ContiguousArray<FrameRecord> = []
        /// Saves that have begun and not ended, by context.
        var openSaves: [String: (began: Instant, operation: Int?, isOnMain: Bool)] = [:]
        /// The saves that returned, in the order of their ends.
        var saves: ContiguousArray<SaveRecord> = []
        /// The queue of each context that has saved.
        var queues: [String: any ExecutionQueue] = [:]
        var users = QueueUsers()
        var counts = ProbeCounts()
        /// The time of looking for batches in changes and merges.
        var lookingForArrivals = Duration.zero
        var peakMemory: Int64 = 0
        /// When *will terminate* began, and when the system would end the process.
        var terminationBegan: Instant?
        var terminationDeadline: Instant?
        /// Whether a server changes objects that the user may be editing.
        var isContested = false
        var noise = NoiseProbe.Recording()
        /// The updates that the list on the screen received.
        var list: (updates: Int, rows: Int)?
        var observers: (notes: Int, objects: Int)?
        /// Operations whose edits were rolled back, because another context had changed the same
        /// objects.
        var refused: [Int] = []
        /// Transactions that were about to commit, and the last of each context.
        var commitAttempts: UInt64 = 0
        var lastAttempts: [String: UInt64] = [:]
        /// The last commit of each context.
        var lastCommits: [String: (at: Instant, attempt: UInt64?)] = [:]
        /// When each context's transaction under way began.
        var openTransactions: [String: Instant] = [:]
        /// In the order of their commits.
        var transactions: ContiguousArray<StoreTimelineBuilder.Transaction> = []
        var outcome: Outcome?
    }

    let execution: any Execution
    let recorder: any QueueRecorder
    let process: any ProcessMeter
    let state = Mutex(State())
    /// Set once, before the first phase.
    let links = Mutex<RunLinks?>(nil)
    /// The store's calls, without their bytes; `nil` if the run does not observe durability.
    let trace: StoreTrace?
    /// Contexts hold their observers weakly.
    private let watchers = Mutex<[ContextWatcher]>([])
    private let progress: @Sendable () -> Void

    /// - Parameters:
    ///   - recorder: the execution's observer, attached.
    ///   - process: the process, real or virtual as the execution is.
    ///   - trace: of the store, made before it is opened.
    ///   - progress: called whenever something moves, for a watchdog.
    package init(
        execution: any Execution, recorder: any QueueRecorder,
        process: any ProcessMeter = OwnProcess(), trace: StoreTrace? = nil,
        progress: @escaping @Sendable () -> Void = {}
    ) {
        self.process = process
        self.execution = execution
        self.recorder = recorder
        self.trace = trace
        self.progress = progress
        state.withLock { state in
            state.operations.reserveCapacity(1 << 12)
            state.queuesOfOperations.reserveCapacity(1 << 12)
            state.frames.reserveCapacity(1 << 12)
            state.saves.reserveCapacity(1 << 12)
            state.transactions.reserveCapacity(1 << 12)
        }
    }

    package func didProgress() {
        progress()
    }

    /// The run's outcome; `nil` before its end.
    package var outcome: Outcome? { state.withLock { $0.outcome } }

    func keep(_ list: [ContextWatcher]) {
        watchers.withLock { $0 += list }
    }

    func stopWatching() {
        watchers.withLock { $0 = [] }
    }
}

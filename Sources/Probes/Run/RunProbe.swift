import CoreData
import Execution
import Results
import Synchronization
import Topologies
import WorkloadEngine

/// Sees everything that is measured in one run, and makes the record of it.
///
///     execution ──blocks, spans──▶ recorder ┐
///     runner ─────operations────▶          │
///     stack ──────saves──────────▶ RunProbe ├─▶ RunRecord
///     coordinator transactions ──▶          │
///     contexts ───did-change─────▶          ┘
///
/// Calls come on the queues of the contexts. What they touch stands under one mutex that is held for
/// some dozens of nanoseconds and never across a call of the seam.
package final class RunProbe: WorkloadObserver {
    struct State: Sendable {
        var phases = PhaseLog()
        var ledger: EditLedger?
        var freshness = FreshnessLog<NSManagedObjectID>()
        var began: [Int: (at: Instant, due: Instant)] = [:]
        var edits: [Int: Int] = [:]
        var operations: ContiguousArray<OperationRecord> = []
        var frames: ContiguousArray<FrameRecord> = []
        var openSaves: [String: (began: Instant, operation: Int?)] = [:]
        var saves: [BlockAttribution.Save] = []
        var rolesOfQueue: [String: Set<String>] = [:]
        var counts = ProbeCounts()
        var peakMemory: Int64 = 0
        var outcome: Outcome?
        var noise: [Int64] = []
    }

    let execution: any Execution
    let recorder: MainQueueRecorder
    let state = Mutex(State())
    let noise = NoiseProbe()
    private let progress: @Sendable () -> Void
    /// Set once, before the first phase, and read by every later call.
    let links = Mutex<RunLinks?>(nil)

    /// - Parameters:
    ///   - recorder: the execution's observer, attached.
    ///   - progress: called whenever something moves, for a watchdog.
    package init(
        execution: any Execution, recorder: MainQueueRecorder,
        progress: @escaping @Sendable () -> Void
    ) {
        self.execution = execution
        self.recorder = recorder
        self.progress = progress
        state.withLock { state in
            state.operations.reserveCapacity(1 << 12)
            state.frames.reserveCapacity(1 << 12)
            state.saves.reserveCapacity(1 << 12)
        }
    }

    package func didProgress() {
        progress()
    }
}

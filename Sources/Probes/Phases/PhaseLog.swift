import Execution
import Results
import StoreIO

/// The phases of a run: their times, and the activity of the store and the process in each.
package struct PhaseLog: Sendable {
    /// The values that are read at a phase's two ends.
    package struct Snapshot: Sendable {
        package var at: Instant
        package var store: StoreIOCounts
        package var processCPU: Int64
        package var work: WorkCounts

        /// The process as it is now.
        package init(at instant: Instant, _ process: any ProcessMeter, work: WorkCounts) {
            at = instant
            self.work = work
            store = .current
            processCPU = process.cpuNanoseconds
        }
    }

    /// In order; the end of one that has not ended is its begin.
    package private(set) var phases: [PhaseRecord] = []
    package private(set) var store: [StoreCounts] = []
    package private(set) var work: [WorkRecord] = []
    private var open: Snapshot?

    package init() {}

    package mutating func begin(_ name: String, isMeasured: Bool, _ snapshot: Snapshot) {
        phases.append(
            PhaseRecord(
                name: name, isMeasured: isMeasured, began: snapshot.at.nanoseconds,
                ended: snapshot.at.nanoseconds))
        open = snapshot
    }

    package mutating func end(_ snapshot: Snapshot) {
        guard let began = open, !phases.isEmpty else { return }
        open = nil
        let last = phases.count - 1
        phases[last].ended = snapshot.at.nanoseconds
        phases[last].processCPUNanoseconds = snapshot.processCPU - began.processCPU
        let counts = snapshot.store - began.store
        store.append(
            StoreCounts(
                phase: phases[last].name, commits: counts.commits, syncs: counts.syncs,
                writes: counts.writes, bytesWritten: counts.bytesWritten,
                checkpoints: counts.checkpoints))
        let done = snapshot.work - began.work
        work += Work.counted.map {
            WorkRecord(
                phase: phases[last].name, kind: $0.name, total: done[$0],
                onMain: done.onMainThread($0))
        }
    }

    /// The name of a phase by its number in the workload.
    package func name(of phase: Int) -> String {
        phases.indices.contains(phase) ? phases[phase].name : ""
    }
}

import CrashLab

/// One `lab crash` that explores, or rebuilds one state.
package struct CrashRequest: Sendable, Hashable {
    /// Empty of workload and seed where the replayed report names them.
    package var work: WorkloadRequest
    /// Modes of SQLite; empty for the workload's, and the usual one.
    package var modes: [StoreMode] = []
    /// Objects that the importer saves at once; `nil` for the workload's number.
    package var batches: [Int]?
    /// Whether all modes and several sizes of batches are explored.
    package var isMatrix = false
    /// Whether a look in seconds is enough.
    package var isQuick = false
    /// Of torn and reordered writes; `nil` for the usual number.
    package var samples: Int?
    /// At random instants; `nil` for the usual number.
    package var kills: Int?
    /// The part that is broken on purpose.
    package var control: CrashControl?
    /// The one state that is rebuilt, and the folder for its files.
    var replay: Replay?
    /// This machine's part; `nil` for all.
    package var shard: Shard?
    /// The folder of the report; `nil` for the usual one.
    package var output: String?
    /// Whether they are drawn, and must be.
    package var charts = ChartRequest()
    /// Whether progress is not shown.
    package var isQuiet = false

    /// Makes the request of a usual exploration.
    package init(_ work: WorkloadRequest) { self.work = work }

    /// A state to rebuild.
    struct Replay: Sendable, Hashable {
        /// As it was asked for.
        var text: String
        var state: ReplayedState
        var folder: String
    }
}

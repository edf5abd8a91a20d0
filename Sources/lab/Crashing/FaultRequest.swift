import CrashLab

/// One `lab crash --faults` or `lab crash --damage`.
package struct FaultRequest: Sendable, Hashable {
    /// The trial that a store goes through.
    package enum Kind: String, Sendable {
        /// Each call made to fail.
        case faults
        /// Its files damaged.
        case damage
    }

    /// Topologies, and the seed.
    package var work: WorkloadRequest
    /// The trial that the stores go through.
    package var kind: Kind
    /// Modes of SQLite; empty for the usual one.
    package var modes: [StoreMode] = []
    /// Whether all modes are tried.
    package var isMatrix = false
    /// The folder of the report; `nil` for the usual one.
    package var output: String?
    /// Whether progress is not shown.
    package var isQuiet = false

    /// Makes the request of the usual trials.
    package init(_ kind: Kind, of work: WorkloadRequest) {
        self.kind = kind
        self.work = work
    }
}

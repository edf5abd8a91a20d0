/// The result of `lab crash`: what was explored and killed, for each topology and mode of SQLite.
package struct CrashResult: Codable, Sendable {
    /// What ran, when, on what; its `topologies` are empty.
    package var head: WorkloadResult
    /// In the order of the topologies, and of the modes within each.
    package var configurations: [CrashConfiguration] = []

    package init(head: WorkloadResult) {
        self.head = head
    }
}

/// One topology in one mode of SQLite.
package struct CrashConfiguration: Codable, Sendable {
    package var topology: String
    package var variant: String
    /// One line: what the topology promises about durability.
    package var promise: String
    /// `wal/full`.
    package var mode: String
    /// `nil` where it failed, or the command was interrupted before.
    package var exploration: ExplorationRecord?
    /// `loss.kill`, `loss.power`, `loss.dirty` of the recorded run, over all measured phases and
    /// each of them, in virtual time.
    package var losses: [Figure] = []
    /// Children that were killed at random instants, on the real clock.
    package var kills: [CrashRecord] = []
    /// What went wrong: the configuration has no figures then, or a store held what it must not.
    package var failure: RunFailure?

    package init(topology: String, variant: String, promise: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.promise = promise
        self.mode = mode
    }

    /// How the configuration is named in addresses of states: `siblings+wal/full`.
    package var name: String { "\(variant)+\(mode)" }
}

/// A kill at an exact operation of a recorded run, and what the disk must hold after it.
package struct ExactKill: Codable, Sendable, Hashable {
    /// Which change of the store's files, from 1.
    package var operation: Int
    package var isAfter: Bool
    /// The digest of the image that the explorer predicts.
    package var predicted: String
    /// The digest of the files that a killed child left; `nil` before it was killed.
    package var found: String?

    package init(operation: Int, isAfter: Bool, predicted: String) {
        self.operation = operation
        self.isAfter = isAfter
        self.predicted = predicted
    }
}

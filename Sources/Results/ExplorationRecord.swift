/// What exploring one recorded run found: one topology in one mode of SQLite.
package struct ExplorationRecord: Codable, Sendable {
    package var topology: String
    /// The topology with the fields that were set.
    package var variant: String
    /// `wal/full`.
    package var mode: String
    /// What was broken on purpose; empty for nothing.
    package var control = ""
    /// Writes, syncs and the like from the run's begin to its end.
    package var operations = 0
    package var syncs = 0
    package var commits = 0
    /// In the order of the models.
    package var tallies: [CrashTally] = []
    package var violations: [CrashViolation] = []
    /// Kills at exact operations, with the images that are predicted for them.
    package var exactKills: [ExactKill] = []
    package var phases: [PhaseRecord] = []
    /// Edits, with the moments at which each was saved, committed and durable.
    package var edits: [EditRecord] = []
    /// Saves of a parent that failed after its child's had returned, in edits.
    package var silentlyLost = 0
    /// The most commits that a loss of power took at once, of those that had been acknowledged.
    package var commitsLostAtMost = 0
    /// Nanoseconds; on the clock of the recording.
    package var recordedNanoseconds: Int64 = 0

    package init(topology: String, variant: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.mode = mode
    }
}

/// How many crash states of one model were judged.
package struct CrashTally: Codable, Sendable, Hashable {
    /// `K0`, `P3`, …; DESIGN §8.
    package var model: String
    package var states = 0
    /// Images among them that no state before had: each was opened.
    package var images = 0
    /// Images whose pages were those of no commit: each was checked row by row.
    package var checks = 0
    package var violations = 0

    package init(model: String) {
        self.model = model
    }

    /// Where nothing was found in samples: the share of bad states that 95 % of such runs would
    /// have found, three over the number of samples.
    package var upperBound: Double? {
        violations == 0 && states > 0 ? min(1, 3 / Double(states)) : nil
    }
}

/// A crash state after which the store is not what any commit left, or not the one it had to be.
package struct CrashViolation: Codable, Sendable, Hashable {
    /// `P3/682/17`.
    package var state: String
    package var message: String
    /// The smallest difference that does it; empty where none was looked for.
    package var cause: String

    package init(state: String, message: String, cause: String = "") {
        self.state = state
        self.message = message
        self.cause = cause
    }
}

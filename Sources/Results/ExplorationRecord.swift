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
    /// The roles whose saves return before the store has what they save: `loss.silent` is theirs.
    package var silentRoles: [String]?
    /// The most commits that a loss of power took at once, of those that had been acknowledged.
    package var commitsLostAtMost = 0
    /// Nanoseconds; on the clock of the recording.
    package var recordedNanoseconds: Int64 = 0
    /// The digest of the log of the store's I/O, hexadecimal: equal digests have equal states.
    package var recording = ""
    /// Real seconds that all states took, and those of them that were checked row by row. Others
    /// in each run.
    package var judgingSeconds = 0.0
    package var checkingSeconds = 0.0

    package init(topology: String, variant: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.mode = mode
    }
}

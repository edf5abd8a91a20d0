/// The findings from exploring one recorded run: one topology in one mode of SQLite.
package struct ExplorationRecord: Codable, Sendable {
    package var topology: String
    /// The topology with the fields that were set.
    package var variant: String
    /// `wal/full`.
    package var mode: String
    /// The control that broke the run on purpose; empty for none.
    package var control = ""
    /// Writes, syncs and the like from the run's begin to its end.
    package var operations = 0
    package var syncs = 0
    package var commits = 0
    /// How often a context was saved, into the store or a parent; absent in former reports.
    package var saves: Int?
    /// In the order of the models.
    package var tallies: [CrashTally] = []
    package var violations: [CrashViolation] = []
    /// Kills at exact operations, with the images that are predicted for them.
    package var exactKills: [ExactKill] = []
    package var phases: [PhaseRecord] = []
    /// Edits, with the moments at which each was saved, committed and durable.
    package var edits: [EditRecord] = []
    /// The roles whose saves return before the store has the saved edits: `loss.silent` is theirs.
    ///
    /// `nil` without a record of them.
    package var silentRoles: [String]?
    /// Different states with files of large values that no row names, and those of them that the
    /// engine opened, which must leave no such file; `nil` for none.
    package var orphanedStates: Int?
    package var openedStates: Int?
    /// The most acknowledged commits that one loss of power took.
    package var commitsLostAtMost = 0
    /// Nanoseconds; on the clock of the recording.
    package var recordedNanoseconds: Int64 = 0
    /// The digest of the log of the store's I/O, hexadecimal: equal digests have equal states.
    package var recording = ""
    /// Real seconds of the judgement of all states.
    ///
    /// Two runs differ in them.
    package var judgingSeconds = 0.0
    package var checkingSeconds = 0.0

    package init(topology: String, variant: String, mode: String) {
        self.topology = topology
        self.variant = variant
        self.mode = mode
    }
}

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

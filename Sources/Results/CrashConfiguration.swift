/// One topology in one mode of SQLite, with one batch size.
package struct CrashConfiguration: Codable, Sendable {
    package var topology: String
    package var variant: String
    /// The topology's promise about durability, in one line.
    package var promise: String
    /// `wal/full`.
    package var mode: String
    /// Objects that the importer saves at once; `nil` for the workload's number.
    package var batch: Int?
    /// The effective value of each field of the topology; absent in files that are older.
    package var settings: [TopologySetting]?
    /// The exploration; `nil` if it failed, or the command was interrupted before.
    package var exploration: ExplorationRecord?
    /// `loss.kill`, `loss.power`, `loss.dirty` of the recorded run, over all measured phases and
    /// each of them, in virtual time.
    package var losses: [Figure] = []
    /// Children that were killed at random instants, on the real clock.
    package var kills: [CrashRecord] = []
    /// The failure: the configuration has no figures then, or a store held wrong data.
    package var failure: RunFailure?

    package init(
        topology: String, variant: String, promise: String, mode: String, batch: Int? = nil
    ) {
        self.topology = topology
        self.variant = variant
        self.promise = promise
        self.mode = mode
        self.batch = batch
    }

    /// How the configuration is named in addresses of states: `siblings+wal/full`, or
    /// `siblings+wal/full,batch=50`.
    package var name: String { "\(variant)+\(mode)" + (batch.map { ",batch=\($0)" } ?? "") }

    /// The configuration without its mode: `siblings`, or `siblings, batches of 50`.
    package var label: String { variant + (batch.map { ", batches of \($0)" } ?? "") }
}

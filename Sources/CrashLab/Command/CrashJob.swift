import Results
import Topologies

/// One topology in one mode of SQLite and with one batch size, to be recorded, explored and killed.
package struct CrashJob: Sendable {
    /// The topology's index in the command, from 0.
    package var place: Int
    /// As written: `private-writer:flush=5s`.
    package var variant: String
    package var topology: Topology
    package var mode: StoreMode
    /// Objects that the importer saves at once; `nil` for the workload's number.
    package var batch: Int?

    package init(
        place: Int, variant: String, topology: Topology, mode: StoreMode, batch: Int? = nil
    ) {
        self.place = place
        self.variant = variant
        self.topology = topology
        self.mode = mode
        self.batch = batch
    }

    /// The settings of the workload that make the mode and the batch size.
    package var settings: [WorkloadSetting] {
        [
            WorkloadSetting(key: "store.journal", value: mode.journal.rawValue),
            WorkloadSetting(key: "store.synchronous", value: mode.synchronous.rawValue),
        ] + Self.settings(ofBatch: batch)
    }

    /// The settings of the workload that make a batch size.
    package static func settings(ofBatch batch: Int?) -> [WorkloadSetting] {
        batch.map { [WorkloadSetting(key: "roles.importer.batch", value: String($0))] } ?? []
    }

    /// `siblings in wal/full, batches of 50`.
    package var title: String {
        "\(variant) in \(mode)" + (batch.map { ", batches of \($0)" } ?? "")
    }
}

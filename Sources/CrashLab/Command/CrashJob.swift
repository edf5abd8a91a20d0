import Topologies

/// One topology in one mode of SQLite, to be recorded, explored and killed.
package struct CrashJob: Sendable {
    /// The topology's place in the command, from 0.
    package var place: Int
    /// As written: `private-writer:flush=5s`.
    package var variant: String
    package var topology: Topology
    package var mode: StoreMode

    package init(place: Int, variant: String, topology: Topology, mode: StoreMode) {
        self.place = place
        self.variant = variant
        self.topology = topology
        self.mode = mode
    }

    /// The settings of the workload that make the mode.
    package var settings: [(key: String, value: String)] {
        [
            ("store.journal", mode.journal.rawValue),
            ("store.synchronous", mode.synchronous.rawValue),
        ]
    }
}

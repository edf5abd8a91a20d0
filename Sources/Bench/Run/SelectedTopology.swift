import Results
import Topologies

/// A topology as it was asked for.
package struct SelectedTopology: Sendable {
    /// `private-writer:flush=5s`.
    package let variant: String
    package let topology: Topology
    /// Its position in a sweep.
    package let point: SweepPoint?

    package init(variant: String, topology: Topology, point: SweepPoint? = nil) {
        self.variant = variant
        self.topology = topology
        self.point = point
    }
}

import Topologies

/// A topology as it was asked for.
package struct SelectedTopology: Sendable {
    /// `private-writer:flush=5s`.
    package let variant: String
    package let topology: Topology

    package init(variant: String, topology: Topology) {
        self.variant = variant
        self.topology = topology
    }
}

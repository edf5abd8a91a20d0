import Results
import Topologies

/// A topology as the user requested it.
package struct SelectedTopology: Sendable {
    /// `private-writer:flush=5s`.
    package let variant: String
    package let topology: Topology
    /// The effective value of each of its fields.
    package let settings: [TopologySetting]
    /// The topology's position in a sweep; `nil` outside a sweep.
    package let point: SweepPoint?

    package init(variant: String, _ resolved: ResolvedTopology, point: SweepPoint? = nil) {
        self.init(variant, resolved.topology, resolved.settings, point)
    }

    private init(
        _ variant: String, _ topology: Topology, _ settings: [TopologySetting],
        _ point: SweepPoint?
    ) {
        self.variant = variant
        self.topology = topology
        self.settings = settings
        self.point = point
    }

    /// The same topology at a point of a sweep.
    package func at(_ point: SweepPoint) -> SelectedTopology {
        SelectedTopology(variant, topology, settings, point)
    }
}

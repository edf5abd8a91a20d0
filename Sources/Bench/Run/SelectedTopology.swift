import Results
import Runs
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
    /// The fault that its children commit on purpose; `nil` in all runs but those that prove the
    /// lab.
    package private(set) var plant: Plant?

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

    /// The same topology with a fault.
    ///
    /// - Parameter name: the fault's name, which every file and table shows beside the topology's:
    ///   a planted figure cannot pass for a measured one.
    package func planted(_ plant: Plant, name: String) -> SelectedTopology {
        var planted = SelectedTopology("\(variant) PLANTED \(name)", topology, settings, point)
        planted.plant = plant
        return planted
    }

    /// The same topology under another name.
    package func named(_ variant: String) -> SelectedTopology {
        SelectedTopology(variant, topology, settings, point)
    }

    /// The same topology at a point of a sweep.
    package func at(_ point: SweepPoint) -> SelectedTopology {
        SelectedTopology(variant, topology, settings, point)
    }
}

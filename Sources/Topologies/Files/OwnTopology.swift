/// A topology from a user's file, and the fields that the file writes.
package struct OwnTopology: Sendable, Hashable {
    package let topology: Topology
    /// The names of the fields that the file writes: they stand over what a workload sets for every
    /// topology.
    ///
    /// What the file leaves out yields to the workload, as the catalogue's fields do.
    package let writtenFields: Set<String>

    package init(_ topology: Topology, writing fields: Set<String>) {
        self.topology = topology
        writtenFields = fields
    }

    package var name: String { topology.name }
}

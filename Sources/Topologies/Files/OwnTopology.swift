/// A topology from a user's file, and the fields that the file writes.
package struct OwnTopology: Sendable, Hashable {
    package let topology: Topology
    /// The names of the fields that the file writes, which replace a workload's fields.
    ///
    /// A workload's fields replace those that the file leaves out, as they replace the catalogue's.
    package let writtenFields: Set<String>

    package init(_ topology: Topology, writing fields: Set<String>) {
        self.topology = topology
        writtenFields = fields
    }

    package var name: String { topology.name }
}

import Topologies

/// A topology in a list, for programs.
struct ListedTopology: Encodable {
    let name: String
    let origin: String
    let promise: String
    let fields: [String]

    init(_ topology: Topology) {
        name = topology.name
        origin = topology.origin
        promise = topology.promise
        fields = TopologyField.all(of: topology).map(\.name)
    }
}

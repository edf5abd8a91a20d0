import Results
import Topologies

extension Topology {
    /// The roles whose saves return before the store has what they save, in the order of `Role`:
    /// where the store's save fails afterwards, nobody who made the edits hears of it.
    package var silentRoles: [String] {
        Role.allCases.filter { role in
            roles[role].map { durability(from: $0) != .committed } ?? false
        }.map(\.rawValue)
    }
}

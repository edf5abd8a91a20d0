import Results
import Topologies

extension Topology {
    /// The roles whose saves return before the store has the saved edits, in the order of `Role`.
    ///
    /// If the store's save fails afterwards, their editor gets no error.
    package var silentRoles: [String] {
        // Of code it is not known beforehand.
        guard maker == .fields else {
            return Role.allCases.filter { roles[$0] != nil }.map(\.rawValue)
        }
        return Role.allCases.filter { role in
            roles[role].map { durability(from: $0) != .committed } ?? false
        }.map(\.rawValue)
    }
}

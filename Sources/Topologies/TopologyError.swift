/// A mistake in a topology, or in a request for one.
package struct TopologyError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// The catalogue has no topology of this name. The command ends with 2.
        case unknownTopology = "unknown-topology"
        /// A topology has no such field. The command ends with 2.
        case unknownField = "unknown-field"
        /// A field was given a value that it cannot have. The command ends with 2.
        case invalidValue = "invalid-value"
        /// The fields do not make a stack. The command ends with 3.
        case inconsistent
    }

    package var code: Code
    /// The mistake, and its subject.
    package var message: String
    /// The remedy.
    package var remedy: String
    /// The keys, and indices of lists, by which a topology's file names the part in question.
    package var subject: [String] = []

    package var description: String { "\(message); \(remedy)" }
}

extension TopologyError {
    static func unknownTopology(
        _ name: String, nearest: String?, known: [String]
    ) -> TopologyError {
        TopologyError(
            code: .unknownTopology,
            message: "there is no topology “\(name)”",
            remedy: suggestion(nearest, of: known, noun: "topologies"))
    }

    static func unknownField(
        _ field: String, of topology: String, nearest: String?, known: [String]
    ) -> TopologyError {
        TopologyError(
            code: .unknownField,
            message: "the topology \(topology) has no field “\(field)”",
            remedy: suggestion(nearest, of: known, noun: "fields"))
    }

    static func fieldWithoutEffect(
        _ field: String, of topology: String, reason: String
    ) -> TopologyError {
        TopologyError(
            code: .unknownField,
            message: "the topology \(topology) has no field “\(field)”: \(reason)",
            remedy: "leave it out, or take another topology")
    }

    static func invalidValue(
        _ value: String, of field: String, in topology: String, wanted: String
    ) -> TopologyError {
        TopologyError(
            code: .invalidValue,
            message: "the field \(field) of \(topology) cannot be “\(value)”",
            remedy: "give it \(wanted)")
    }

    /// Two coordinators on a store that is read and written whole would undo each other's saves.
    package static func needsSQLite(_ topology: String, storeType: String) -> TopologyError {
        .inconsistent(
            topology,
            "its coordinators share one store, and one of the type \(storeType) is read and"
                + " written whole",
            remedy: "set store.type=sqlite, or take another topology", subject: ["coordinators"])
    }

    /// Only SQLite stores record history.
    package static func historyNeedsSQLite(
        _ topology: String, storeType: String
    ) -> TopologyError {
        .inconsistent(
            topology,
            "its store records history, and one of the type \(storeType) has none",
            remedy: "set store.type=sqlite, or take another topology", subject: ["history"])
    }

    /// Only a policy where objects trump makes an update of an object that is inserted again.
    package static func losesUpdates(
        _ topology: String, context: String, policy: MergePolicyName
    ) -> TopologyError {
        .inconsistent(
            topology,
            "the importer has find: constraint, and \(context), which commits what it inserts, has"
                + " the merge policy \(policy.rawValue): \(policy.fateOfUpdates)",
            remedy: "leave \(context).merge-policy and merge-policy out, or write object-trump",
            subject: ["contexts", context, "merge-policy"])
    }

    static func inconsistent(
        _ topology: String, _ message: String, remedy: String, subject: [String]
    ) -> TopologyError {
        TopologyError(
            code: .inconsistent, message: "the topology \(topology): \(message)", remedy: remedy,
            subject: subject)
    }

    private static func suggestion(
        _ nearest: String?, of known: [String], noun: String
    ) -> String {
        let list = "the \(noun) are \(known.joined(separator: ", "))"
        return nearest.map { "did you mean “\($0)”? \(list)" } ?? list
    }
}

extension MergePolicyName {
    /// What becomes of a new object whose values the store has already.
    fileprivate var fateOfUpdates: String {
        switch self {
        case .error: "the save fails at the first object that is there"
        case .storeTrump, .rollback: "the objects that are there keep their older values"
        case .objectTrump, .overwrite: "the objects that are there take the newer values"
        }
    }
}

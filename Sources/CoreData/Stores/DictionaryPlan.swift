import Foundation

/// What the dictionaries of a fetch hold, how rows are grouped, and which groups count.
///
/// - Precondition: the request is well-formed. What Apple's framework raises an exception for traps
///   here: a property that does not exist or is to-many, grouping by something and fetching
///   something else, a condition on groups without groups.
struct DictionaryPlan {
    struct Column {
        let name: String
        let source: Source
        /// Undefined where the model or the expression tells it.
        let type: NSAttributeType
    }

    enum Source {
        case keyPath(PropertyPath)
        case expression(NSExpression)
    }

    let columns: [Column]
    let groups: [Source]
    let having: NSPredicate?
    let isDistinct: Bool

}

extension NSExpression {
    /// Whether a function in it works over many rows.
    var hasAggregate: Bool {
        switch node {
        case .collection: true
        case .function(_, let arguments), .aggregate(let arguments):
            arguments.contains(where: \.hasAggregate)
        case .cast(let argument, _): argument.hasAggregate
        case .conditional(_, let left, let right): left.hasAggregate || right.hasAggregate
        default: false
        }
    }
}

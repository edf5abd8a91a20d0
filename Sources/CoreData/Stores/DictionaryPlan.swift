import Foundation

/// The columns of a fetch's dictionaries, the grouping of its rows, and the condition on groups.
///
/// - Precondition: the request is well-formed. Traps for the mistakes for which Apple's framework
///   raises an exception: a property that does not exist or is to-many, a fetched property that is
///   not grouped, a condition on groups without groups.
struct DictionaryPlan {
    struct Column {
        let name: String
        let source: Source
        /// Undefined if the model or the expression determines it.
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

    /// Whether there is one dictionary for each row.
    var isOfRows: Bool {
        !isDistinct && groups.isEmpty
            && columns.allSatisfy {
                guard case .expression(let expression) = $0.source else { return true }
                return !expression.hasAggregate
            }
    }
}

extension NSExpression {
    /// Whether the expression has a function over many rows.
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

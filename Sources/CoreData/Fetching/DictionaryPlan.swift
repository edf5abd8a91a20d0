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

    init<T>(_ request: NSFetchRequest<T>, layout: RowLayout) {
        let entity = layout.entity
        columns =
            request.propertiesToFetch.map { $0.map { Self.column($0, of: entity) } }
            ?? Self.allAttributes(of: layout)
        let grouping = (request.propertiesToGroupBy ?? []).map { Self.column($0, of: entity) }
        groups = grouping.map(\.source)
        having = request.havingPredicate
        isDistinct = request.returnsDistinctResults
        if columns.isEmpty {
            fatalError(
                "propertiesToFetch of a fetch of dictionaries is empty: name a property, or set nil"
            )
        }
        if groups.isEmpty {
            if having != nil {
                fatalError("havingPredicate needs propertiesToGroupBy: without it use predicate")
            }
        } else {
            requireGrouped(Set(grouping.map(\.name)))
        }
    }

    /// Traps where a request that makes no dictionaries asks for groups.
    static func requireNone<T>(_ request: NSFetchRequest<T>) {
        guard request.propertiesToGroupBy?.isEmpty ?? true else {
            fatalError(
                """
                propertiesToGroupBy needs resultType = .dictionaryResultType: a group is no object
                """)
        }
        if request.havingPredicate != nil {
            fatalError(
                """
                havingPredicate needs resultType = .dictionaryResultType and propertiesToGroupBy: \
                objects are selected by predicate
                """)
        }
    }

    private func requireGrouped(_ names: Set<String>) {
        for column in columns where !names.contains(column.name) {
            if case .expression(let expression) = column.source, expression.hasAggregate {
                continue
            }
            fatalError(
                """
                SELECT clauses in queries with GROUP BY components can only contain properties \
                named in the GROUP BY or aggregate functions: take “\(column.name)” out of \
                propertiesToFetch, or put it into propertiesToGroupBy
                """)
        }
    }

    private static func allAttributes(of layout: RowLayout) -> [Column] {
        layout.storedSlots.filter { $0.kind != .toOne }.map { slot in
            Column(
                name: slot.name, source: .keyPath(PropertyPath(components: [slot.name])),
                type: .undefinedAttributeType)
        }
    }

    private static func column(_ property: Any, of entity: NSEntityDescription) -> Column {
        switch property {
        case let description as NSExpressionDescription:
            guard let expression = description.expression, !description.name.isEmpty else {
                fatalError("an NSExpressionDescription in a fetch needs a name and an expression")
            }
            return Column(
                name: description.name, source: .expression(expression),
                type: description.expressionResultType)
        case let description as NSPropertyDescription:
            return keyPathColumn(description.name, of: entity)
        case let name as String:
            return keyPathColumn(name, of: entity)
        default:
            fatalError(
                """
                a fetch's properties are names, key paths and property descriptions, not \
                \(Swift.type(of: property))
                """)
        }
    }

    private static func keyPathColumn(_ text: String, of entity: NSEntityDescription) -> Column {
        let path = PropertyPath(text)
        var current: NSEntityDescription? = entity
        for (index, name) in path.components.enumerated() {
            // The row's own ID, or that of what a to-one leads to.
            if name == "objectID", current != nil, index == path.components.count - 1 { break }
            guard let property = current?.propertiesByName[name] else {
                fatalError(
                    """
                    Invalid keypath \(text) in a fetch of dictionaries: \
                    \(current?.name ?? "an attribute") has no property “\(name)”
                    """)
            }
            let relationship = property as? NSRelationshipDescription
            if relationship?.isToMany == true {
                fatalError(
                    """
                    Invalid to-many relationship “\(name)” in a fetch of dictionaries (\(text)): \
                    use an NSExpressionDescription with count: or another function of it
                    """)
            }
            current = relationship?.destinationEntity
        }
        return Column(name: text, source: .keyPath(path), type: .undefinedAttributeType)
    }
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

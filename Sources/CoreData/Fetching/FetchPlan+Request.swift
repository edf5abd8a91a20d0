import Foundation

// The translation of a request into the form that object sources understand.
extension FetchPlan {
    /// - Throws: `NSCoreDataError` for an entity that the model lacks.
    init<T>(_ request: NSFetchRequest<T>, model: ModelLayout) throws {
        let name = request.entity?.name ?? request.entityName ?? ""
        guard let layout = model.layout(named: name) else {
            throw CoreDataError.unknownEntity(name, among: model.all.map { $0.entity.name ?? "" })
        }
        model.learn(T.self)
        self.layout = layout
        family = request.includesSubentities ? model.family(of: layout) : [layout]
        predicate = NSFetchRequestExpression.resolved(in: request.predicate)
        sortDescriptors = (request.sortDescriptors ?? []).map(\.named)
        // Beyond any store's size, so that an offset and unsaved objects can be added to them.
        limit = min(request.fetchLimit, Self.most)
        offset = min(request.fetchOffset, Self.most)
        includesPendingChanges = request.includesPendingChanges
        includesValues = request.includesPropertyValues
        returnsFaults = request.returnsObjectsAsFaults
        refreshesRefetched = request.shouldRefreshRefetchedObjects
        resultType = request.resultType
        affectedStores = request.affectedStores
        batchSize = request.fetchBatchSize
        prefetchedPaths = (request.relationshipKeyPathsForPrefetching ?? []).map { text in
            Self.prefetchedPath(text, from: layout.entity)
        }
        if request.resultType.contains(.dictionaryResultType) {
            dictionaries = DictionaryPlan(request, layout: layout)
        } else {
            dictionaries = nil
            DictionaryPlan.requireNone(request)
        }
    }

    /// The greatest limit and offset.
    private static let most = Int.max / 4

    private static func prefetchedPath(
        _ text: String, from entity: NSEntityDescription
    ) -> PropertyPath {
        let path = PropertyPath(text)
        var current: NSEntityDescription? = entity
        for name in path.components {
            guard let relationship = current?.relationshipsByName[name] else {
                fatalError(
                    """
                    Keypath “\(text)” in relationshipKeyPathsForPrefetching is invalid: \
                    \(current?.name ?? "") has no relationship “\(name)”
                    """)
            }
            current = relationship.destinationEntity
        }
        return path
    }
}

extension DictionaryPlan {
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

    /// Traps if a request for anything but dictionaries has groups.
    static func requireNone<T>(_ request: NSFetchRequest<T>) {
        guard request.propertiesToGroupBy?.isEmpty ?? true else {
            fatalError(
                """
                propertiesToGroupBy needs resultType = .dictionaryResultType: groups are not objects
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
        layout.storedSlots.filter { $0.kind != .toOne && $0.composite == nil }.map { slot in
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
            // The row's own ID, or that of a to-one's destination.
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

/// An object from which key paths in a statement start.
///
/// That is the fetched row, a to-one's destination, or an element of a to-many. An object's key is
/// often known without its row, from the foreign-key column or the join table, so the row is joined
/// only for a column of its own.
final class SQLScope {
    let entity: NSEntityDescription
    /// The object's `Z_PK`.
    let key: String
    private let from: FromClause
    private let names: SQLNames
    private let joinKind: String
    private var alias: String?
    private var destinations: [String: SQLScope] = [:]

    /// - Parameters:
    ///   - alias: the row's alias in `from`; `nil` if the row is not joined yet.
    ///   - joinKind: how to join a missing row: `LEFT JOIN` if it may not exist.
    init(
        entity: NSEntityDescription, key: String, alias: String?, from: FromClause,
        names: SQLNames, joinKind: String = "LEFT JOIN"
    ) {
        self.entity = entity
        self.key = key
        self.alias = alias
        self.from = from
        self.names = names
        self.joinKind = joinKind
    }

    /// The column of an attribute or of a to-one's key.
    func column(for property: NSPropertyDescription) -> String {
        "\(rowAlias()).\(names.naming.column(for: property))"
    }

    /// The value of an attribute; one that may lie in a file is read for each row.
    func value(of attribute: NSAttributeDescription) -> SQLValue {
        let column = SQLFragment(column(for: attribute))
        let kind = SQLKind(attribute.attributeType)
        guard attribute.mayLieInFile else { return SQLValue(column, kind) }
        return SQLValue("coredata_inside(\(column))", kind, presence: column)
    }

    /// The number of the object's entity.
    var entityNumber: SQLValue {
        SQLValue(SQLFragment("\(raw: rowAlias()).Z_ENT"), .entity(entity))
    }

    /// The name of the object's entity, by a CASE over the numbers of its family.
    var entityName: SQLValue {
        var family: [NSEntityDescription] = []
        func collect(_ entity: NSEntityDescription) {
            family.append(entity)
            entity.subentities.forEach(collect)
        }
        collect(entity)
        let cases = family.map {
            "WHEN \(names.naming.entityNumber($0)) THEN '\($0.name ?? "")'"
        }
        return SQLValue(
            SQLFragment(
                "CASE \(raw: rowAlias()).Z_ENT \(raw: cases.joined(separator: " ")) END"), .text)
    }

    /// The destination of a to-one relationship.
    func destination(of relationship: NSRelationshipDescription) throws -> SQLScope {
        if let known = destinations[relationship.name] { return known }
        let scope = SQLScope(
            entity: try names.destination(of: relationship), key: column(for: relationship),
            alias: nil, from: from, names: names)
        destinations[relationship.name] = scope
        return scope
    }

    /// The members of a to-many relationship, for a subquery of their own.
    func members(of relationship: NSRelationshipDescription) throws -> SQLCollection {
        let entity = try names.destination(of: relationship)
        let scope: SQLScope
        let link: SQLFragment
        let from: FromClause
        switch names.naming.toManySource(for: relationship) {
        case .foreignKey(let table, let column):
            let alias = names.nextAlias()
            from = FromClause("\(table) AS \(alias)")
            link = "\(raw: alias).\(raw: column) = \(raw: key)"
            scope = SQLScope(
                entity: entity, key: "\(alias).Z_PK", alias: alias, from: from, names: names)
        case .joinTable(let table, let sourceColumn, let destinationColumn):
            let alias = names.nextAlias()
            from = FromClause("\(table) AS \(alias)")
            link = "\(raw: alias).\(raw: sourceColumn) = \(raw: key)"
            scope = SQLScope(
                entity: entity, key: "\(alias).\(destinationColumn)", alias: nil, from: from,
                names: names, joinKind: "JOIN")
        }
        return SQLCollection(
            from: from, condition: link, scope: scope,
            element: SQLValue(SQLFragment(scope.key), .object(entity)))
    }

    /// The members of the members, as one collection.
    func members(
        of relationship: NSRelationshipDescription, in outer: SQLCollection
    ) throws -> SQLCollection {
        let entity = try names.destination(of: relationship)
        let alias = names.nextAlias()
        let inner: SQLScope
        switch names.naming.toManySource(for: relationship) {
        case .foreignKey(let table, let column):
            outer.from.join("JOIN \(table) AS \(alias) ON \(alias).\(column) = \(key)")
            inner = SQLScope(
                entity: entity, key: "\(alias).Z_PK", alias: alias, from: outer.from, names: names)
        case .joinTable(let table, let sourceColumn, let destinationColumn):
            outer.from.join("JOIN \(table) AS \(alias) ON \(alias).\(sourceColumn) = \(key)")
            inner = SQLScope(
                entity: entity, key: "\(alias).\(destinationColumn)", alias: nil,
                from: outer.from, names: names, joinKind: "JOIN")
        }
        var collection = outer
        collection.scope = inner
        collection.element = SQLValue(SQLFragment(inner.key), .object(entity))
        return collection
    }

    private func rowAlias() -> String {
        if let alias { return alias }
        let alias = names.nextAlias()
        let table = names.naming.table(for: entity)
        from.join("\(joinKind) \(table) AS \(alias) ON \(alias).Z_PK = \(key)")
        self.alias = alias
        return alias
    }
}

extension SQLScope {
    /// The table of a FROM and the joins that translation has added.
    final class FromClause {
        private let table: String
        private(set) var joins = ""

        init(_ table: String) {
            self.table = table
        }

        func join(_ clause: String) {
            joins += " " + clause
        }

        var text: String { table + joins }
    }
}

import Foundation

/// The tables and indexes of a model, in the layout of Apple's stores.
///
///     Z<ROOT>        one for each root entity: Z_PK, Z_ENT, Z_OPT, then columns by type and name
///     Z_<n><NAME>    one for each many-to-many relationship
///     Z_PRIMARYKEY   the highest key of each entity
///     Z_METADATA     the store's identifier and property list
struct SQLiteSchema {
    private let entities: HeldEntities

    init(_ entities: HeldEntities) {
        self.entities = entities
    }

    static func table(of layout: RowLayout) -> String {
        "Z" + layout.entity.root.storeName
    }

    /// All statements that create an empty store.
    var createStatements: [String] {
        get throws {
            try rowTableStatements + [
                """
                CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, \
                Z_SUPER INTEGER, Z_MAX INTEGER)
                """,
                """
                CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), \
                Z_PLIST BLOB)
                """,
            ] + primaryKeyStatements { _ in 0 } + derivedTriggers.flatMap(\.statements)
        }
    }

    /// The triggers of derived attributes, entity by entity.
    var derivedTriggers: [DerivedTriggers] {
        entities.layouts.flatMap { layout in
            layout.entity.ownProperties.compactMap { property in
                (property as? NSDerivedAttributeDescription).flatMap {
                    DerivedTriggers($0, of: layout, in: entities.model)
                }
            }
        }
    }

    /// The statements that create the tables of rows and of pairs, and their indexes.
    ///
    /// - Throws: 134080 for an index that SQLite cannot keep.
    var rowTableStatements: [String] {
        get throws {
            var statements: [String] = []
            // The names of indexes are the whole database's, and SQLite ignores case in them.
            var names: Set<String> = []
            for root in entities.roots {
                statements.append(createTable(root))
                statements += try indexes(root, &names)
            }
            for join in joinTables {
                statements.append(join.createStatement)
                statements.append(join.indexStatement)
            }
            return statements
        }
    }

    /// The entities' rows in `Z_PRIMARYKEY`, each with its highest key.
    func primaryKeyStatements(highest: (RowLayout) -> Int64) -> [String] {
        numberedEntities.map { layout in
            let parent = Self.superNumber(of: layout)
            return """
                INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES \
                (\(layout.number), '\(layout.entity.name ?? "")', \(parent), \(highest(layout)))
                """
        }
    }

    /// The number of the superentity; 0 if there is none.
    static func superNumber(of layout: RowLayout) -> Int {
        layout.entity.superentity.map { $0.index + 1 } ?? 0
    }

    /// The entities in `Z_PRIMARYKEY`: those of the configuration, and the roots of their
    /// hierarchies.
    var numberedEntities: [RowLayout] {
        entities.model.all.filter { layout in
            entities.contains(layout) || entities.roots.contains { $0 === layout }
        }
    }

    /// The tables of rows and of pairs, and all columns of each.
    var requiredColumns: [(table: String, columns: [(name: String, type: String)])] {
        let own = ["Z_PK", "Z_ENT", "Z_OPT"].map { (name: $0, type: "INTEGER") }
        return entities.roots.map { (Self.table(of: $0), own + columns(of: $0)) }
            + joinTables.map { ($0.name, $0.columnNames.map { ($0, "INTEGER") }) }
    }

    var joinTables: [JoinTable] {
        var seen = Set<String>()
        var tables: [JoinTable] = []
        for layout in entities.layouts {
            for relationship in layout.relationships {
                guard let table = JoinTable(relationship.description),
                    entities.holdsDestination(of: relationship), seen.insert(table.name).inserted
                else { continue }
                tables.append(table)
            }
        }
        return tables
    }

    private func createTable(_ root: RowLayout) -> String {
        let columns = columns(of: root).map { "\($0.name) \($0.type)" }
        let all = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns
        let parts = all + constraints(of: root)
        return "CREATE TABLE \(Self.table(of: root)) ( \(parts.joined(separator: ", ")) )"
    }

    /// A constraint such as `CONSTRAINT ZA_ZB UNIQUE (ZA, ZB)` for each group of columns.
    private func constraints(of root: RowLayout) -> [String] {
        var seen = Set<String>()
        return entities.layouts.filter { $0.rootNumber == root.number }.flatMap(\.constraints)
            .compactMap { constraint in
                let columns = constraint.slots.map(\.column)
                let name = columns.joined(separator: "_")
                guard seen.insert(name).inserted else { return nil }
                return "CONSTRAINT \(name) UNIQUE (\(columns.joined(separator: ", ")))"
            }
    }

    /// The columns of a hierarchy, by type (integers, dates, floats, text, bytes), then by name.
    private func columns(of root: RowLayout) -> [(name: String, type: String)] {
        let order = [
            "INTEGER": 0, "TIMESTAMP": 1, "FLOAT": 2, "DECIMAL": 3, "VARCHAR": 4, "BLOB": 5,
        ]
        var seen = Set<String>()
        var columns: [(name: String, type: String)] = []
        for layout in entities.layouts where layout.rootNumber == root.number {
            for slot in layout.storedSlots {
                if seen.insert(slot.column).inserted {
                    columns.append((slot.column, slot.kind.columnType))
                }
                if let column = slot.entityColumn, seen.insert(column).inserted {
                    columns.append((column, "INTEGER"))
                }
            }
        }
        for name in orderColumns(of: root) where seen.insert(name).inserted {
            columns.append((name, "INTEGER"))
        }
        return columns.sorted { (order[$0.type]!, $0.name) < (order[$1.type]!, $1.name) }
    }

    /// The columns with the positions of a hierarchy's rows in ordered relationships.
    private func orderColumns(of root: RowLayout) -> [String] {
        entities.layouts.flatMap(\.relationships).filter { relationship in
            relationship.isOrdered && JoinTable(relationship.description) == nil
                && entities.model[relationship.destinationEntity].rootNumber == root.number
        }.compactMap { AppleSQLNaming().orderColumn(for: $0.description) }
    }

    /// - Parameter names: those of the indexes before, in small letters. A model's index whose name
    ///   is taken gets a digit.
    private func indexes(_ root: RowLayout, _ names: inout Set<String>) throws -> [String] {
        let table = Self.table(of: root)
        var statements: [String] = []
        func add(_ name: String, _ columns: [String], where clause: String = "") {
            names.insert(name.lowercased())
            // A model's index may have any name.
            let quoted =
                ModelValidator.isIdentifier(name)
                ? name : "\"\(name.replacing("\"", with: "\"\""))\""
            let list = columns.joined(separator: ", ")
            statements.append("CREATE INDEX \(quoted) ON \(table) (\(list))\(clause)")
        }
        for layout in entities.layouts where layout.rootNumber == root.number {
            for slot in layout.toOneSlots where slot.isStored {
                let name = "\(table)_\(slot.column)_INDEX"
                // Subentities share the column.
                if !names.contains(name.lowercased()) { add(name, [slot.column]) }
            }
            for index in layout.entity.indexes {
                let columns = try columns(of: index, layout.entity)
                if !columns.isEmpty {
                    let plain = "Z_\(layout.entity.name ?? "")_\(index.name)"
                    var name = plain
                    var number = 0
                    while names.contains(name.lowercased()) {
                        number += 1
                        name = plain + String(number)
                    }
                    add(
                        name, columns, where: try PartialIndex(index, of: layout.entity).clause)
                }
            }
        }
        if root.entity.subentities.isEmpty == false { add("\(table)_Z_ENT_INDEX", ["Z_ENT"]) }
        return statements
    }

    /// The indexed columns and expressions, in the order of the index.
    private func columns(
        of index: NSFetchIndexDescription, _ entity: NSEntityDescription
    ) throws -> [String] {
        let properties = entity.propertiesByName
        return try index.elements.compactMap { element in
            let order = "COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
            if let computed = element.property as? NSExpressionDescription {
                return "\(try IndexExpression(computed, index, of: entity).text) \(order)"
            }
            return properties[element.propertyName ?? ""].map { "Z\($0.storeName) \(order)" }
        }
    }

    /// Refuses a model with an index that SQLite cannot keep, also where the tables are there.
    ///
    /// - Throws: 134080.
    func checkIndexes() throws {
        for layout in entities.layouts {
            for index in layout.entity.indexes {
                _ = try columns(of: index, layout.entity)
                _ = try PartialIndex(index, of: layout.entity).clause
            }
        }
    }
}

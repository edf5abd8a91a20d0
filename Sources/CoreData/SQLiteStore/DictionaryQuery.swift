import Foundation

/// A fetch of dictionaries as one SELECT: its columns, groups and the types of its values.
struct DictionaryQuery {
    private let fragment: SQLFragment
    private let columns: [DictionaryColumn]

    /// - Throws: `NSPersistentStoreOperationError` if a part of the plan has no form in SQL.
    init(_ plan: FetchPlan, _ dictionaries: DictionaryPlan, store: SQLiteStore) throws {
        do {
            var builder = Builder(SelectQuery.makeTranslator(plan.layout, store))
            for column in dictionaries.columns { try builder.add(column) }
            columns = builder.columns
            fragment = try builder.statement(plan, dictionaries, store)
        } catch let error as SQLTranslationError {
            throw CoreDataError.untranslatable(plan.predicate, "\(error)")
        }
    }

    /// Runs the statement; a value that is NULL has no entry.
    ///
    /// - Throws: `SQLiteError`.
    func read(on connection: SQLiteConnection, _ store: SQLiteStore) throws -> [NSDictionary] {
        let statement = try fragment.bind(on: connection)
        defer { statement.reset() }
        var results: [NSDictionary] = []
        while try statement.step() {
            let entries = NSMutableDictionary(capacity: columns.count)
            for column in columns {
                if let value = column.value(statement, store) {
                    entries.setObject(value, forKey: column.name as NSString)
                }
            }
            results.append(entries)
        }
        return results
    }

    /// Collects the columns of the SELECT.
    private struct Builder {
        let translator: SQLTranslator
        var columns: [DictionaryColumn] = []
        private var terms: [SQLFragment] = []
        private var values: [(name: String, value: SQLValue)] = []

        init(_ translator: SQLTranslator) {
            self.translator = translator
        }

        mutating func add(_ column: DictionaryPlan.Column) throws {
            let value = try value(of: column.source)
            let index = Int32(terms.count)
            terms.append(value.fragment)
            values.append((column.name, value))
            guard case .object(let entity) = value.kind else {
                var read = DictionaryColumn(
                    name: column.name, index: index, type: try self.type(of: column, value.kind))
                if read.type == .transformableAttributeType, case .keyPath(let path) = column.source
                {
                    read.transformable = attribute(at: path, from: translator.root.entity)
                }
                columns.append(read)
                return
            }
            terms.append(entityTerm(of: value.fragment.text, entity))
            columns.append(
                DictionaryColumn(name: column.name, index: index, type: .objectIDAttributeType))
        }

        private func value(of source: DictionaryPlan.Source) throws -> SQLValue {
            switch source {
            case .keyPath(let path): try translator.result(path)
            case .expression(let expression): try translator.result(expression)
            }
        }

        /// The type that the plan demands, else that of the attribute or of the expression's kind.
        private func type(
            of column: DictionaryPlan.Column, _ kind: SQLKind
        ) throws -> NSAttributeType {
            if column.type == .objectIDAttributeType {
                throw SQLTranslationError.notTranslatable(column.name, "it is not an object")
            }
            if column.type != .undefinedAttributeType { return column.type }
            if case .keyPath(let path) = column.source,
                let type = attribute(at: path, from: translator.root.entity)?.attributeType
            {
                return type
            }
            switch kind {
            case .integer: return .integer64AttributeType
            case .number: return .doubleAttributeType
            case .decimal: return .decimalAttributeType
            case .date: return .dateAttributeType
            case .text: return .stringAttributeType
            case .url: return .URIAttributeType
            case .uuid: return .UUIDAttributeType
            case .data: return .binaryDataAttributeType
            case .object, .entity, .opaque:
                throw SQLTranslationError.notTranslatable(
                    column.name, "its values have no type; set expressionResultType")
            }
        }

        private func attribute(
            at path: PropertyPath, from entity: NSEntityDescription
        ) -> NSAttributeDescription? {
            var entity: NSEntityDescription? = entity
            for name in path.components.dropLast() {
                entity = entity?.relationshipsByName[name]?.destinationEntity
            }
            return entity?.attributesByName[path.components.last ?? ""]
        }

        /// The entity of the object whose key a piece of SQL yields.
        ///
        /// If the object may be of several entities, a column of its own beside the key.
        private func entityTerm(of key: String, _ entity: NSEntityDescription) -> SQLFragment {
            let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2, parts[1] == "Z_PK" { return SQLFragment(parts[0] + ".Z_ENT") }
            guard !entity.subentities.isEmpty, parts.count == 2 else {
                return SQLFragment(String(entity.index + 1))
            }
            let column = "Z" + String(entity.root.index + 1) + "_" + parts[1].dropFirst()
            return SQLFragment(parts[0] + "." + column)
        }

        func statement(
            _ plan: FetchPlan, _ dictionaries: DictionaryPlan, _ store: SQLiteStore
        ) throws -> SQLFragment {
            let condition = try SelectQuery.condition(of: plan, translator, store)
            let groups = try dictionaries.groups.map { try value(of: $0).fragment }
            let having = try dictionaries.having.map {
                try translator.groupCondition($0, results: values)
            }
            let order = try translator.order(plan.sortDescriptors)
            let table = SQLiteSchema.table(of: plan.layout)
            var text: SQLFragment = """
                SELECT \(raw: dictionaries.isDistinct ? "DISTINCT " : "")\
                \(terms.listed()) FROM \(raw: table) AS t0\(raw: translator.joins)
                """
            if let condition { text = "\(text) WHERE \(condition)" }
            if !groups.isEmpty { text = "\(text) GROUP BY \(groups.listed())" }
            if let having { text = "\(text) HAVING \(having)" }
            if let order { text = "\(text) ORDER BY \(order)" }
            return SelectQuery.appendPage(of: plan, to: text)
        }
    }
}

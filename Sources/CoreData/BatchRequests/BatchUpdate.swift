import Foundation

/// One batch update of one store, as one UPDATE.
struct BatchUpdate {
    private let selection: SQLFragment
    private let update: SQLFragment
    private let names: [String]

    /// - Throws: 134070 for a property that is not a stored attribute, for a value that is not of
    ///   its type, and for a predicate or an expression without a form in SQL.
    init(_ plan: FetchPlan, _ properties: [AnyHashable: Any], _ store: SQLiteStore) throws {
        let layout = plan.layout
        let table = SQLiteSchema.table(of: layout)
        do {
            func select(_ columns: String) throws -> SQLFragment {
                let translator = SelectQuery.makeTranslator(layout, store)
                let condition = try SelectQuery.condition(of: plan, translator, store)
                let text = SQLFragment(
                    "SELECT " + columns + " FROM " + table + " AS t0" + translator.joins)
                return condition.map { "\(text) WHERE \($0)" } ?? text
            }
            selection = try select("t0.Z_PK, t0.Z_ENT")
            var sets: [SQLFragment] = ["Z_OPT = Z_OPT + 1"]
            let values = try Self.values(properties, layout)
            names = values.map(\.0.propertyName)
            for (slot, value) in values {
                let new = try Self.newValue(value, of: slot, layout, table, store)
                let stored = slot.mayLieInFile ? "coredata_outside(\(new))" : new
                sets.append("\(SQLFragment(slot.column)) = \(stored)")
            }
            update = """
                UPDATE \(SQLFragment(table)) SET \(sets.listed()) \
                WHERE Z_PK IN (\(try select("t0.Z_PK")))
                """
        } catch let error as SQLTranslationError {
            throw CoreDataError.untranslatable(plan.predicate, "\(error)")
        }
    }

    /// The keys of the rows that the update will change.
    func keys(_ writer: BatchWriter) throws -> [ObjectKey] {
        try writer.keys("\(selection) ORDER BY t0.Z_PK")
    }

    /// - Returns: the number of updated rows.
    func run(_ writer: BatchWriter) throws -> Int {
        if let history = writer.history {
            for key in try keys(writer) {
                try history.update(key, writer.shape(of: key).columns(named: names))
            }
        }
        return try writer.run(update)
    }

    /// The slots to set, in the entity's order, with their new values.
    private static func values(
        _ properties: [AnyHashable: Any], _ layout: RowLayout
    ) throws -> [(Slot, Any)] {
        var values: [Int: Any] = [:]
        for (property, value) in properties {
            let name = (property.base as? NSPropertyDescription)?.name ?? property.base as? String
            guard let name, case .slot(let index) = layout.property(named: name),
                layout.slots[index].isStored, layout.slots[index].kind != .toOne
            else {
                throw CoreDataError.batch(
                    """
                    \(layout.entity.name ?? "") has no stored attribute \
                    “\(name ?? "\(property.base)")”
                    """, "A batch update sets attributes only")
            }
            guard !layout.slots[index].isDerived else {
                throw CoreDataError.batch(
                    "\(layout.entity.name ?? "").\(name) is derived",
                    "Update what it is derived from")
            }
            values[index] = value
        }
        guard !values.isEmpty else {
            throw CoreDataError.batch("propertiesToUpdate is empty", "Name at least one attribute")
        }
        return values.keys.sorted().map { (layout.slots[$0], values[$0]!) }
    }

    private static func newValue(
        _ value: Any, of slot: Slot, _ layout: RowLayout, _ table: String,
        _ store: SQLiteStore
    ) throws -> SQLFragment {
        let constant: Any?
        if let expression = value as? NSExpression {
            guard case .constantValue = expression.expressionType else {
                return try computed(expression, slot, layout, table, store)
            }
            constant = expression.constantValue
        } else {
            constant = value
        }
        // A scratch row converts the value, as an object's would.
        var allocator = RowAllocator(layout: layout)
        let slab = allocator.currentSlab()
        // A row does not retain its slab.
        return try withExtendedLifetime(slab) {
            let row = allocator.makeRow(key: .none)
            guard let constant else { return "NULL" }
            guard row.setIfFitting(constant, of: slot) else {
                throw CoreDataError.batchValue(constant, of: slot.attribute)
            }
            return "\(binding: SQLBinding(slot, of: row))"
        }
    }

    /// SQL for an expression over the row's values and its key paths.
    private static func computed(
        _ expression: NSExpression, _ slot: Slot, _ layout: RowLayout, _ table: String,
        _ store: SQLiteStore
    ) throws -> SQLFragment {
        let translator = SelectQuery.makeTranslator(layout, store)
        let value = try translator.value(try translator.operand(expression), at: "\(expression)")
        let attribute = slot.property as? NSAttributeDescription
        let kind = SQLKind(attribute?.attributeType ?? .undefinedAttributeType)
        guard kind.isComparable(with: value.kind) || value.fragment == "NULL" else {
            throw SQLTranslationError.notTranslatable(
                "\(expression)", "its values are not of the type of “\(slot.name)”")
        }
        let from = SQLFragment(table + " AS t0" + translator.joins)
        let fitted = fitted(value.fragment, to: slot.kind)
        return "(SELECT \(fitted) FROM \(from) WHERE t0.Z_PK = \(SQLFragment(table)).Z_PK)"
    }

    /// Converts as setting a computed number on an object would: a column has no type of its own.
    private static func fitted(_ value: SQLFragment, to kind: SlotKind) -> SQLFragment {
        switch kind {
        case .integer16, .integer32, .integer64: "CAST(\(value) AS INTEGER)"
        case .boolean: "(\(value) <> 0)"
        case .double, .date: "CAST(\(value) AS REAL)"
        case .float: "coredata_float(\(value))"
        default: value
        }
    }
}

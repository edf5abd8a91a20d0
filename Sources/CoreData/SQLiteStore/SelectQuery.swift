import Foundation

/// A fetch plan as one SELECT with its bindings.
struct SelectQuery {
    let fragment: SQLFragment

    /// - Parameter columns: the columns to select; `nil` counts rows.
    /// - Throws: `NSPersistentStoreOperationError` if the predicate has no form in SQL.
    init(_ plan: FetchPlan, columns: String?, store: SQLiteStore) throws {
        do {
            let select = try Self.select(plan, columns ?? "t0.Z_PK", columns != nil, store)
            // Count the rows of a subquery, so that limit and offset apply.
            fragment = columns == nil ? "SELECT count(*) FROM (\(select))" : select
        } catch let error as SQLTranslationError {
            throw CoreDataError.untranslatable(plan.predicate, "\(error)")
        }
    }

    private static func select(
        _ plan: FetchPlan, _ columns: String, _ isOrdered: Bool, _ store: SQLiteStore
    ) throws -> SQLFragment {
        let translator = makeTranslator(plan.layout, store)
        let condition = try condition(of: plan, translator, store)
        let order = isOrdered ? try translator.order(plan.sortDescriptors) : nil
        let table = SQLiteSchema.table(of: plan.layout)
        var text = SQLFragment("SELECT " + columns + " FROM " + table + " AS t0" + translator.joins)
        if let condition { text = "\(text) WHERE \(condition)" }
        if let order { text = "\(text) ORDER BY \(order)" }
        return appendPage(of: plan, to: text)
    }

    /// Makes a translator for the parts of one statement on an entity's table.
    static func makeTranslator(_ layout: RowLayout, _ store: SQLiteStore) -> SQLTranslator {
        SQLTranslator(entity: layout.entity) { keyOfObject($0, $1, store: store) }
    }

    /// The condition for the rows of a plan; `nil` for all rows of the table.
    static func condition(
        of plan: FetchPlan, _ translator: SQLTranslator, _ store: SQLiteStore
    ) throws -> SQLFragment? {
        var conditions: [SQLFragment] = []
        if let predicate = plan.predicate { conditions.append(try translator.condition(predicate)) }
        if plan.family.count != store.tableFamilyCount(plan.layout) {
            let numbers = plan.family.map { "\($0.number)" }.joined(separator: ", ")
            conditions.append(SQLFragment("t0.Z_ENT IN (" + numbers + ")"))
        }
        return conditions.isEmpty ? nil : conditions.joined(by: " AND ")
    }

    /// Adds the limit and the offset, if the plan has any.
    static func appendPage(of plan: FetchPlan, to text: SQLFragment) -> SQLFragment {
        guard plan.limit > 0 || plan.offset > 0 else { return text }
        var text = text
        text.text += " LIMIT ? OFFSET ?"
        // OFFSET requires a LIMIT; -1 is no limit.
        text.bindings.append(.integer(plan.limit > 0 ? Int64(plan.limit) : -1))
        text.bindings.append(.integer(Int64(plan.offset)))
        return text
    }

    /// The row number of an object or ID in a predicate; `nil` if no row of the entity can match.
    private static func keyOfObject(
        _ object: Any, _ entity: NSEntityDescription, store: SQLiteStore
    ) -> Int64? {
        guard let coordinator = store.persistentStoreCoordinator else { return nil }
        let found: ObjectKey? =
            switch object {
            case let object as NSManagedObject: object.key(in: coordinator)
            case let id as NSManagedObjectID: id.key(in: coordinator)
            default: nil
            }
        guard let key = found, !key.isTemporary, !key.isNone, key.store == store.number,
            store.model[key.entity].rootNumber == entity.root.index + 1
        else { return nil }
        return key.number
    }

    /// The statement, ready to step; the caller resets it.
    func bind(on connection: SQLiteConnection) throws -> SQLiteStatement {
        try fragment.bind(on: connection)
    }
}

extension SQLFragment {
    /// The statement with its values bound, ready to step; the caller resets it.
    func bind(on connection: SQLiteConnection) throws -> SQLiteStatement {
        let statement = try connection.statement(text)
        for (index, binding) in bindings.enumerated() {
            statement.bind(binding, at: Int32(index + 1))
        }
        return statement
    }
}

import Foundation

/// A fetch plan as one SELECT with its bindings.
struct SelectQuery {
    private let fragment: SQLFragment

    /// - Parameter columns: what to select; `nil` counts.
    /// - Throws: `NSPersistentStoreOperationError` when the predicate has no form in SQL.
    init(_ plan: FetchPlan, columns: String?, store: SQLiteStore) throws {
        do {
            let select = try Self.select(plan, columns ?? "t0.Z_PK", columns != nil, store)
            fragment = columns == nil ? "SELECT count(*) FROM (\(select))" : select
        } catch let error as SQLTranslationError {
            throw CoreDataError.untranslatable(plan.predicate, "\(error)")
        }
    }

    private static func select(
        _ plan: FetchPlan, _ columns: String, _ isOrdered: Bool, _ store: SQLiteStore
    ) throws -> SQLFragment {
        let translator = SQLTranslator(entity: plan.layout.entity, keyOfObject: keyOfObject)
        var conditions: [SQLFragment] = []
        if let predicate = plan.predicate { conditions.append(try translator.condition(predicate)) }
        if plan.family.count != store.tableFamilyCount(plan.layout) {
            let numbers = plan.family.map { "\($0.number)" }.joined(separator: ", ")
            conditions.append(SQLFragment("t0.Z_ENT IN (" + numbers + ")"))
        }
        let order = isOrdered ? try translator.order(plan.sortDescriptors) : nil
        let table = SQLiteSchema.table(of: plan.layout)
        var text = SQLFragment("SELECT " + columns + " FROM " + table + " AS t0" + translator.joins)
        if !conditions.isEmpty { text = "\(text) WHERE \(conditions.joined(by: " AND "))" }
        if let order { text = "\(text) ORDER BY \(order)" }
        if plan.limit > 0 || plan.offset > 0 {
            text.text += " LIMIT ? OFFSET ?"
            text.bindings.append(.integer(plan.limit > 0 ? Int64(plan.limit) : -1))
            text.bindings.append(.integer(Int64(plan.offset)))
        }
        return text
    }

    /// The row number of an object or ID in a predicate; `nil` when no row of the entity can match.
    private static func keyOfObject(_ object: Any, _ entity: NSEntityDescription) -> Int64? {
        let key: ObjectKey
        let other: RowLayout
        switch object {
        case let object as NSManagedObject:
            key = object.key
            other = object.layout
        case let id as NSManagedObjectID:
            key = id.key
            other = id.entity.layout
        default: return nil
        }
        guard !key.isTemporary, other.rootNumber == entity.root.index + 1 else { return nil }
        return key.number
    }

    /// The statement, ready to step; the caller resets it.
    func bind(on connection: SQLiteConnection) throws -> SQLiteStatement {
        let statement = try connection.statement(fragment.text)
        for (index, binding) in fragment.bindings.enumerated() {
            statement.bind(binding, at: Int32(index + 1))
        }
        return statement
    }
}

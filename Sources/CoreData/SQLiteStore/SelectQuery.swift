import Foundation

/// A fetch plan as one SELECT with its bindings.
struct SelectQuery {
    private let text: String
    private let bindings: [SQLBinding]

    /// - Parameter columns: what to select; `nil` counts.
    /// - Throws: `NSCoreDataError` when the predicate has no form in SQL.
    init(_ plan: FetchPlan, columns: String?, context store: SQLiteStore) throws {
        let translator = SQLTranslator(entity: plan.layout.entity)
        let table = SQLiteSchema.table(of: plan.layout)
        var conditions: [String] = []
        var bindings: [SQLBinding] = []
        var joins = ""
        var order = ""
        do {
            let translated = try translator.translate(
                predicate: plan.predicate, sortDescriptors: columns == nil ? [] : plan.sortDescriptors)
            joins = translated.joins
            if !translated.condition.isEmpty { conditions.append(translated.condition) }
            bindings = translated.bindings
            order = translated.order
        } catch let error as SQLTranslationError {
            throw CoreDataError.untranslatable(plan.predicate, "\(error)")
        }
        if plan.layout.entity.superentity != nil || plan.family.count != store.familyCount(plan.layout) {
            let numbers = plan.family.map { "\($0.number)" }.joined(separator: ", ")
            conditions.append("t0.Z_ENT IN (\(numbers))")
        }
        var text = "SELECT \(columns ?? "t0.Z_PK") FROM \(table) t0"
        if !joins.isEmpty { text += " \(joins)" }
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        if !order.isEmpty { text += " ORDER BY \(order)" }
        if plan.limit > 0 || plan.offset > 0 {
            text += " LIMIT ? OFFSET ?"
            bindings.append(.integer(plan.limit > 0 ? Int64(plan.limit) : -1))
            bindings.append(.integer(Int64(plan.offset)))
        }
        self.text = columns == nil ? "SELECT count(*) FROM (\(text))" : text
        self.bindings = bindings
    }

    /// The statement, ready to step; the caller resets it.
    func bind(on connection: SQLiteConnection) throws -> SQLiteStatement {
        let statement = try connection.statement(text)
        for (index, binding) in bindings.enumerated() {
            statement.bind(binding, at: Int32(index + 1))
        }
        return statement
    }
}

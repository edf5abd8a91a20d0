/// The rows of a subquery: the members of a to-many relationship that satisfy a condition.
struct SQLCollection {
    let from: SQLScope.FromClause
    /// Ties the rows to the outer row, and has the condition of a SUBQUERY.
    var condition: SQLFragment
    /// One member.
    var scope: SQLScope
    /// The part of each member that the collection contains: its key, or one of its values.
    var element: SQLValue

    /// A subquery over the rows.
    ///
    /// Translate `result` and `extra` before this call, which uses the joins they need.
    func select(_ result: SQLFragment, where extra: SQLFragment? = nil) -> SQLFragment {
        let condition: SQLFragment = extra.map { "\(self.condition) AND (\($0))" } ?? condition
        return "(SELECT \(result) FROM \(raw: from.text) WHERE \(condition))"
    }

    /// Whether a row satisfies `extra`, too.
    func exists(where extra: SQLFragment?) -> SQLFragment {
        "EXISTS \(select("1", where: extra))"
    }
}

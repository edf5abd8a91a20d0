/// The rows of a subquery: the members of a to-many relationship that satisfy a condition.
struct SQLCollection {
    let from: SQLScope.FromClause
    /// What ties the rows to the row outside, and what a SUBQUERY demands of them.
    var condition: SQLFragment
    /// One member.
    var scope: SQLScope
    /// What the collection is made of: the members' keys, or a value of each.
    var element: SQLValue

    /// A subquery over the rows. Joins that `result` or `condition` need must have been made:
    /// both have to be translated before this is called.
    func select(_ result: SQLFragment, where extra: SQLFragment? = nil) -> SQLFragment {
        let condition: SQLFragment = extra.map { "\(self.condition) AND (\($0))" } ?? condition
        return "(SELECT \(result) FROM \(raw: from.text) WHERE \(condition))"
    }

    /// Whether a row satisfies `extra` too.
    func exists(where extra: SQLFragment?) -> SQLFragment {
        "EXISTS \(select("1", where: extra))"
    }
}

/// What stands behind a FROM: a table and the joins that were found to be needed.
final class SQLFromClause {
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

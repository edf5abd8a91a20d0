/// The triggers that tell `ExternalFiles` which rows name which files.
///
/// They are the writing connection's own (TEMP), so that the file has Apple's layout, and see every
/// row that any statement writes, also one that a constraint's settlement leaves out.
struct ExternalTriggers {
    let columns: [(table: String, column: String)]

    var statements: [String] {
        columns.flatMap { table, column in
            [
                statement("INSERT", table, column, nil, "NEW"),
                statement("UPDATE OF \(column)", table, column, "OLD", "NEW"),
                statement("DELETE", table, column, "OLD", nil),
            ]
        }
    }

    private func statement(
        _ event: String, _ table: String, _ column: String, _ old: String?, _ new: String?
    ) -> String {
        let named = [old, new].compactMap { $0.map { "\($0).\(column)" } }
        let conditions = named.map { "length(\($0)) IN \(ExternalReference.lengths)" }
        let values = [old, new].map { $0.map { "\($0).\(column)" } ?? "NULL" }
        return """
            CREATE TEMP TRIGGER lab_\(table)_\(column)_\(event.prefix(6)) \
            AFTER \(event) ON main.\(table) WHEN \(conditions.joined(separator: " OR ")) \
            BEGIN SELECT coredata_renamed(\(values.joined(separator: ", "))); END
            """
    }
}

import Results

/// damage.csv: every damaged store, and the result of opening it.
package enum DamageTable {
    static let columns = [
        "schema", "workload", "seed", "store", "damage", "expected", "found", "verdict", "error",
        "violations",
    ]

    /// The file's bytes.
    package static func bytes(of result: DamageResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        let head = [String(result.head.schema), result.head.workload, String(result.head.seed)]
        for record in result.records {
            table.append(
                head + [
                    record.store, record.damage, record.expected, record.found,
                    record.isAsExpected ? "expected" : CrashVerdict.violation.rawValue, record.text,
                    record.violations.joined(separator: "; "),
                ])
        }
        return table.bytes
    }
}

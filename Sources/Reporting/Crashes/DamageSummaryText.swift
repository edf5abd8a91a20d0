import Results

/// The output of `lab crash --damage`, except the machine line.
package enum DamageSummaryText {
    /// The text, each line with its newline.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of result: DamageResult, width: Int = TextLines.fileWidth) -> String {
        let records = result.records
        var facts = [
            "damaged stores, opened through the engine: \(records.count)",
            "\(result.violationCount) otherwise than expected",
            "\(result.head.build) build", "commit \(result.head.commit.prefix(12))",
        ]
        if result.head.isInterrupted { facts.append("INTERRUPTED: what had run until then") }
        let table = TextTable(
            columns: [
                TextTable.Column(title: "store", alignsLeft: true, cells: records.map(\.store)),
                TextTable.Column(title: "damage", alignsLeft: true, cells: records.map(\.damage)),
                TextTable.Column(title: "outcome", alignsLeft: true, cells: records.map(\.found)),
            ], labels: 2)
        let bad = records.filter { !$0.isAsExpected }.flatMap { record in
            TextLines.wrapped(
                "\(record.store), \(record.damage): \(record.found), where \(record.expected) was "
                    + "expected \(record.violations.joined(separator: "; "))",
                width: width, first: "    ")
        }
        let sections = [
            TextLines.wrapped(facts.joined(separator: ", "), width: width),
            table.lines(width: width), bad,
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }
}

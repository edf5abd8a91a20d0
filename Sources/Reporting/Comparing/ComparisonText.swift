import Results
import Verdicts

/// The output of `lab compare`, except the machine line.
package enum ComparisonText {
    /// The text, each line with its newline.
    ///
    /// - Parameter width: in characters; lines keep to it wherever words allow.
    package static func text(of report: ComparisonReport, width: Int = TextLines.fileWidth)
        -> String
    {
        let comparison = report.comparison
        var sections = [head(of: comparison, width: width)]
        sections.append(table(of: comparison.gates, width: width))
        let changed = comparison.described
        if !changed.isEmpty {
            sections.append(
                ["beside the gates, changed beyond chance (described, fails nothing)"]
                    + table(of: changed, width: width))
        }
        let findings =
            report.redefinitions + report.work + report.blames + report.omissions
        sections.append(findings.flatMap { TextLines.wrapped($0, width: width) })
        sections.append(
            ([report.gateCount].compactMap(\.self) + report.gateLines).flatMap {
                TextLines.wrapped($0, width: width)
            })
        let method = (report.method + [report.roundsNeeded].compactMap(\.self))
        sections.append(
            method.flatMap { TextLines.wrapped($0, width: width) })
        sections.append(TextLines.wrapped(report.sentence, width: width))
        sections.append(TextLines.wrapped(SummaryText.caution, width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func head(of comparison: Comparison, width: Int) -> [String] {
        let arms = [("baseline ", comparison.baseline), ("candidate", comparison.candidate)]
        return ["\(comparison.workload)"]
            + arms.flatMap { name, arm in
                TextLines.wrapped(
                    "run \(arm.run), commit \(arm.commit.prefix(12)), \(arm.started)",
                    width: width, first: "  \(name)  ")
            }
    }

    private static func table(of rows: [ComparisonRow], width: Int) -> [String] {
        TextTable(columns: columns(of: rows), labels: 2).lines(width: width)
    }

    private static func columns(of rows: [ComparisonRow]) -> [TextTable.Column] {
        guard !rows.isEmpty else { return [] }
        return [
            .init(title: "topology", alignsLeft: true, cells: rows.map(\.variant)),
            .init(title: "figure", alignsLeft: true, cells: rows.map(ComparisonCells.figure)),
            .init(title: "verdict", alignsLeft: true, cells: rows.map(verdict)),
            // The candidate's cell has the unit of both.
            .init(
                title: "baseline", rank: 1,
                cells: rows.map { $0.baseline.map(NumberText.short) ?? "–" }),
            .init(
                title: "candidate", rank: 1,
                cells: rows.map { ComparisonCells.value($0.candidate, $0) }),
            .init(title: "change", cells: rows.map(ComparisonCells.change)),
            .init(title: "95 %", rank: 1, cells: rows.map(ComparisonCells.interval)),
        ]
    }

    /// The verdict in words: capitals for rows that need a look, with the tolerance if equivalent.
    private static func verdict(_ row: ComparisonRow) -> String {
        switch row.verdict {
        case .regressed, .incomparable: row.verdict.rawValue.uppercased()
        case .equivalent: "\(row.verdict.rawValue), \(ComparisonCells.tolerance(row))"
        default: row.verdict.rawValue
        }
    }
}

extension Comparison {
    /// Rows other than gates that concern the whole run and changed beyond chance, without the
    /// figures that only split others up.
    var described: [ComparisonRow] {
        rows.filter {
            !$0.isGate && $0.isHeadline && !$0.isCounted
                && [.improved, .regressed].contains($0.verdict)
        }
    }
}

import Results
import Verdicts

/// comparison.md: a comparison as a pull request shows it.
package struct ComparisonPage {
    struct Line {
        let text: String
    }

    // The template reads the following properties by name.
    let workload: String
    let mark: String
    let sentence: String
    let caution = SummaryText.caution
    let notable: ReportTable
    let hasNotable: Bool
    let all: ReportTable
    let count: Int
    let hasAll: Bool
    let described: ReportTable
    let describedCount: Int
    let hasDescribed: Bool
    let findings: [Line]
    let hasFindings: Bool
    let gates: [Line]
    let gateCount: String?
    let method: [Line]
    let arms: ReportTable

    package init(of report: ComparisonReport) {
        let comparison = report.comparison
        workload = comparison.workload
        sentence = report.sentence
        mark = Self.mark(of: report)
        let rows = comparison.gates
        let quiet: [Verdict] = [.identical, .equivalent]
        let loud = rows.filter { !quiet.contains($0.verdict) }
        notable = Self.table(of: loud)
        hasNotable = !loud.isEmpty
        all = Self.table(of: rows)
        count = rows.count
        hasAll = !rows.isEmpty
        let described = comparison.described
        self.described = Self.table(of: described)
        describedCount = described.count
        hasDescribed = !described.isEmpty
        findings = (report.redefinitions + report.work + report.blames + report.omissions)
            .map { Line(text: $0) }
        hasFindings = !findings.isEmpty
        gates = report.gateLines.map { Line(text: $0) }
        gateCount = report.gateCount
        method = (report.method + [report.roundsNeeded].compactMap(\.self)).map { Line(text: $0) }
        arms = ReportTable(
            head: ["", "run", "commit", "started"], left: 4,
            rows: [("baseline", comparison.baseline), ("candidate", comparison.candidate)].map {
                [$0.0, $0.1.run, String($0.1.commit.prefix(12)), $0.1.started]
            })
    }

    /// The sign for a reader that only scrolls past.
    private static func mark(of report: ComparisonReport) -> String {
        switch report.outcome.code {
        case .ok: report.comparison.verdict == .inconclusive ? "undecided" : "passed"
        case .inconclusive: "undecided"
        default: "failed"
        }
    }

    private static func table(of rows: [ComparisonRow]) -> ReportTable {
        ReportTable(
            head: [
                "topology", "figure", "verdict", "baseline", "candidate", "change", "95 %",
                "does not matter", "note",
            ], left: 3,
            rows: rows.map { row in
                [
                    "`\(row.variant)`", "`\(ComparisonCells.figure(row))`",
                    [.regressed, .incomparable].contains(row.verdict)
                        ? "**\(row.verdict.rawValue)**" : row.verdict.rawValue,
                    ComparisonCells.value(row.baseline, row),
                    ComparisonCells.value(row.candidate, row), ComparisonCells.change(row),
                    ComparisonCells.interval(row), ComparisonCells.tolerance(row),
                    ComparisonCells.note(row),
                ]
            })
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(
            of: self, ComparisonTemplate.text, file: ComparisonReport.pageName)
    }
}

import Verdicts

/// A comparison in some twenty lines of Markdown, as a pull request shows it: what changed, and
/// where all of it stands.
package struct PullRequestPage {
    /// The most rows of the table: the page behind the link has all.
    private static let mostRows = 6
    /// The most findings and broken gates, each.
    private static let mostLines = 3

    // The template reads the following properties by name.
    let workload: String
    let mark: String
    let sentence: String
    let notable: ReportTable
    let hasNotable: Bool
    let lines: [ComparisonPage.Line]
    let hasLines: Bool
    let rest: String
    let link: String
    let caution = SummaryText.caution

    /// - Parameter link: where comparison.html is read.
    package init(of report: ComparisonReport, link: String) {
        let whole = ComparisonPage(of: report)
        workload = whole.workload
        mark = whole.mark
        sentence = whole.sentence
        self.link = link
        let gates = report.comparison.gates
        let loud = Self.order.flatMap { verdict in gates.filter { $0.verdict == verdict } }
        notable = ReportTable(
            head: ["topology", "figure", "verdict", "baseline", "candidate", "change", "95 %"],
            left: 3,
            rows: loud.prefix(Self.mostRows).map { row in
                [
                    "`\(row.variant)`", "`\(ComparisonCells.figure(row))`", row.verdict.rawValue,
                    ComparisonCells.value(row.baseline, row),
                    ComparisonCells.value(row.candidate, row), ComparisonCells.change(row),
                    ComparisonCells.interval(row),
                ]
            })
        hasNotable = !loud.isEmpty
        lines = Array(whole.gates.prefix(Self.mostLines) + whole.findings.prefix(Self.mostLines))
        hasLines = !lines.isEmpty
        let quiet = gates.count - loud.count
        let parts = [
            Self.words(loud.count - Self.mostRows, "figure", "more that differs or cannot be told"),
            Self.words(whole.gates.count - Self.mostLines, "gate", "more that does not hold"),
            Self.words(whole.findings.count - Self.mostLines, "finding", "more"),
            Self.words(quiet, "figure", "unchanged"),
        ].compactMap(\.self)
        rest = parts.isEmpty ? "The whole comparison" : TextLines.list(parts)
    }

    /// What a reader wants to see first.
    private static let order: [Verdict] = [.regressed, .incomparable, .improved, .inconclusive]

    /// `2 figures unchanged`; `nil` for none.
    private static func words(_ count: Int, _ noun: String, _ what: String) -> String? {
        count > 0 ? "\(count) \(noun)\(count == 1 ? "" : "s") \(what)" : nil
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(of: self, PullRequestTemplate.text, file: "--markdown")
    }
}

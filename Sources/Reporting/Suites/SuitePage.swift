import Results

/// index.md: one page over all runs of a suite.
package struct SuitePage {
    // The template reads the following properties by name.
    let title: String
    let caution = SummaryText.caution
    let table: ReportTable
    let missing: [String]
    let hasMissing: Bool
    let provenance: ReportTable

    package init(of record: SuiteRecord) {
        title = record.title
        table = ReportTable(
            head: ["run", "workload", "topologies", "repetitions", "result", "baseline", "time"],
            left: 3,
            rows: record.entries.map { entry in
                [
                    "[\(entry.name)](\(entry.name)/report.md)", entry.workload,
                    entry.topologies.map { "`\($0)`" }.joined(separator: " "),
                    "\(entry.repetitions)",
                    entry.code == 0 ? entry.word : "**\(entry.word)** (\(entry.code))",
                    entry.verdict.map { "[\($0)](\(entry.name)/comparison.md)" } ?? "–",
                    ComparisonReport.duration(entry.seconds),
                ]
            })
        missing = record.missing
        hasMissing = !missing.isEmpty
        provenance = ReportTable(
            head: ["what", "value"], left: 2,
            rows: [
                ["suite", record.name], ["digest", String(record.digest.prefix(12))],
                ["commit", record.commit], ["build", record.build], ["started", record.started],
            ])
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(of: self, SuiteTemplate.text, file: "index.md")
    }
}

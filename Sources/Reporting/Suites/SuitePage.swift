import Results

/// index.md: one page over all runs of a suite.
package struct SuitePage {
    // The template reads the following properties by name.
    let title: String
    let caution = SummaryText.caution
    let table: ReportTable
    let findings: [Finding]
    private let entries: [SuiteRecord.Entry]
    let missing: [String]
    let hasMissing: Bool
    let provenance: ReportTable

    /// What one run found, as the template reads it.
    struct Finding {
        let name: String
        let conclusion: String?
        let table: ReportTable
    }

    package init(of record: SuiteRecord) {
        title = record.title
        entries = record.entries
        findings = record.entries.compactMap { entry in
            entry.finding.map {
                Finding(name: entry.name, conclusion: $0.conclusion, table: $0.table)
            }
        }
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

    /// The page for a browser.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func html() throws(ReportingError) -> String {
        let bad = entries.filter { $0.code != 0 }
        let count = "\(entries.count) \(entries.count == 1 ? "run" : "runs")"
        let sentence =
            bad.isEmpty
            ? "\(count), and each ended well."
            : "\(count); \(TextLines.list(bad.map { "\($0.name) (\($0.word))" })) did not end well."
        let answer: [PageBlock?] = [
            .paragraph(sentence),
            hasMissing
                ? .notice(
                    "**Not complete.** Not run yet: \(TextLines.list(missing)). Run the suite "
                        + "again, and it goes on; or merge the other shards.") : nil,
            runs.map(PageBlock.table), .notice(caution),
        ]
        let found = findings.flatMap { finding -> [PageBlock?] in
            [
                .heading(finding.name), finding.conclusion.map { PageBlock.paragraph($0) },
                .table("What each topology of \(finding.name) came to", finding.table),
            ]
        }
        let sections = [
            PageSection("answer", "The runs", answer),
            PageSection("found", "What each run found", found),
            PageSection(
                "method", "Machine and data",
                [.table("Where the figures come from", provenance)]),
        ]
        return try HTMLPage(
            title: title, origin: "A suite of runs", sections: sections.compactMap(\.self)
        ).text()
    }

    private var runs: PageTable? {
        guard !entries.isEmpty else { return nil }
        return PageTable(
            "Each run with the page of its report, and its comparison with a baseline",
            head: ["run", "workload", "topologies", "result", "baseline", "repetitions", "time"],
            left: 5,
            rows: entries.map { entry in
                [
                    PageTable.Cell(
                        entry.name, link: "\(entry.name)/\(ReportFolder.htmlName)"),
                    PageTable.Cell(entry.workload),
                    PageTable.Cell(entry.topologies.joined(separator: ", ")),
                    PageTable.Cell(
                        entry.code == 0 ? entry.word : "**\(entry.word)** (\(entry.code))"),
                    PageTable.Cell(
                        entry.verdict ?? SummaryColumns.none,
                        link: entry.verdict.map { _ in
                            "\(entry.name)/\(ComparisonReport.htmlName)"
                        }),
                    PageTable.Cell("\(entry.repetitions)"),
                    PageTable.Cell(ComparisonReport.duration(entry.seconds)),
                ]
            })
    }
}

import Results
import Verdicts

/// The changes of level in a history, as text, charts, and tables for other programs.
package struct HistoryReport: Sendable {
    private let series: [HistorySeries]
    private let records: [HistoryRecord]
    package let changes: [SeriesChange]
    private let groups: [HistoryGroup]

    /// - Parameter smallest: the least change that counts, as a share.
    package init(_ records: [HistoryRecord], smallest: Double) {
        self.records = records
        series = HistorySeries.series(of: records)
        changes = series.flatMap { $0.changes(smallest: smallest) }
        groups = HistoryGroup.groups(of: series)
    }

    /// The text, each line with its newline.
    ///
    /// - Parameter commits: the commits after the first, up to the second, a line each; empty if
    ///   git does not know them.
    package func text(
        of file: String, width: Int = 108, commits: (_ from: String, _ to: String) -> [String]
    ) -> String {
        let dates = records.map(\.date)
        let runs = groups.reduce(0) { $0 + $1.runs.count }
        let span =
            dates.isEmpty
            ? "" : ", \(dates.min()!.prefix(10)) … \(dates.max()!.prefix(10))"
        let longest = series.map(\.records.count).max() ?? 0
        var lines = TextLines.wrapped(
            "\(file): \(NumberText.grouped(Double(records.count))) figures of \(runs) runs in "
                + "\(series.count) series, the longest of \(longest)\(span)", width: width)
        lines.append("")
        if changes.isEmpty {
            lines += TextLines.wrapped("no series has changed its level", width: width)
        } else {
            lines += TextTable(columns: columns).lines(width: width) + [""]
            lines += places(commits, width: width)
        }
        lines += ["", SummaryText.caution]
        return lines.map { $0 + "\n" }.joined()
    }

    private var columns: [TextTable.Column] {
        [
            .init(title: "#", cells: changes.indices.map { "\($0 + 1)" }),
            .init(title: "workload", alignsLeft: true, cells: changes.map(\.series.workload)),
            .init(title: "topology", alignsLeft: true, cells: changes.map(\.series.variant)),
            .init(title: "figure", alignsLeft: true, cells: changes.map(\.series.metric)),
            .init(title: "from", cells: changes.map { NumberText.short($0.meanBefore) }),
            .init(
                title: "to",
                cells: changes.map { "\(NumberText.short($0.meanAfter)) \($0.series.unit)" }),
            .init(
                title: "change",
                cells: changes.map { change in
                    change.ratio.map { ComparisonCells.signed(($0 - 1) * 100) + " %" } ?? "new"
                }),
            .init(title: "verdict", alignsLeft: true, cells: changes.map(\.verdict.rawValue)),
        ]
    }

    /// Where each change lies; those between the same two runs together.
    private func places(
        _ commits: (_ from: String, _ to: String) -> [String], width: Int
    ) -> [String] {
        var seen: [String] = []
        return changes.indices.flatMap { index -> [String] in
            let change = changes[index]
            let place =
                "after \(change.commitBefore.prefix(12)) (\(change.dateBefore)), up to "
                + "\(change.commitAfter.prefix(12)) (\(change.dateAfter))"
            guard !seen.contains(place) else { return [] }
            seen.append(place)
            let numbers = changes.indices.filter {
                changes[$0].dateBefore == change.dateBefore
                    && changes[$0].dateAfter == change.dateAfter
            }.map { "#\($0 + 1)" }
            let between = commits(change.commitBefore, change.commitAfter)
            return TextLines.wrapped(
                "\(TextLines.list(numbers)) lie\(numbers.count == 1 ? "s" : "") \(place)"
                    + (between.isEmpty ? "" : ":"), width: width)
                + between.flatMap { TextLines.wrapped($0, width: width, first: "    ") }
        }
    }

    /// The charts, one a group.
    package var charts: [Chart] {
        groups.compactMap { HistoryChart.chart(of: $0, changes: changes) }
    }

    /// Writes a table a workload and machine for Apache Otava, and its configuration.
    ///
    /// - Returns: the names of columns that not every run has, which Otava cannot read.
    /// - Throws: `ReportingError`.
    package func writeOtava(to folder: ReportFolder) throws(ReportingError) -> [String] {
        try folder.prepare()
        var configuration = "tests:\n"
        var omitted: [String] = []
        var files = FileBatch()
        for table in OtavaTable.tables(of: records) {
            let file = folder.file("\(table.name).csv")
            try files.add(table.bytes, as: file)
            configuration += table.configuration(file: file)
            omitted += table.omitted
        }
        try files.add(configuration, as: folder.file("otava.yaml"))
        try files.publish()
        return omitted
    }
}

import Results
import Verdicts

/// The changes of level in a history, as text, charts, and tables for other programs.
package struct HistoryReport: Sendable {
    private let series: [HistorySeries]
    private let records: [HistoryRecord]
    package let changes: [SeriesChange]
    /// The acknowledgement of each change; `nil` for a change without one.
    private let notes: [String?]
    /// How many series chance could show a change in.
    private let questions: Int
    private let groups: [HistoryGroup]

    /// - Parameters:
    ///   - smallest: the smallest change that counts, as a share.
    ///   - acknowledged: the acknowledgements of known changes.
    package init(
        _ records: [HistoryRecord], smallest: Double, acknowledged: [Acknowledgement] = []
    ) {
        self.records = HistoryRecord.unified(records)
        let series = HistorySeries.series(of: self.records)
        let questions = series.count(where: \.isQuestion)
        let changes = series.flatMap { one in
            one.changes(among: questions, smallest: smallest).map { (change: $0, series: one) }
        }
        self.series = series
        self.questions = questions
        self.changes = changes.map(\.change)
        notes = changes.map { change, series in
            acknowledged.last { $0.isOf(change, in: series.records) }?.note
        }
        groups = HistoryGroup.groups(of: series)
    }

    /// The changes for the worse that have no acknowledgement.
    package var open: [SeriesChange] {
        zip(changes, notes).filter { $0.verdict == .regressed && $1 == nil }.map(\.0)
    }

    /// The change of a series at a commit.
    ///
    /// - Parameters:
    ///   - series: as `HistorySeries.Key.name` calls it.
    ///   - commit: the first run's of the new level, or its first digits, seven or more.
    package func change(of series: String, at commit: String) -> SeriesChange? {
        guard commit.count >= 7 else { return nil }
        // A report of fewer series may have shown more: there was less to correct for.
        let alone = self.series.filter { $0.key.name == series }.flatMap { $0.changes() }
        return (changes + alone).first {
            $0.series.name == series && $0.commitAfter.hasPrefix(commit)
        }
    }

    /// The text, each line with its newline.
    ///
    /// - Parameter commits: the commits after the first, up to the second, a line each; empty if
    ///   git does not know them.
    package func text(
        of file: String, width: Int = TextLines.fileWidth,
        commits: (_ from: String, _ to: String) -> [String]
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
        lines += TextLines.wrapped(
            "two levels are told apart at 0.1 %, corrected for \(questions) series", width: width)
        lines += redefinitions.flatMap { TextLines.wrapped($0, width: width) }
        lines.append("")
        if changes.isEmpty {
            lines += TextLines.wrapped("no series has changed its level", width: width)
        } else {
            lines += TextTable(columns: columns).lines(width: width) + [""]
            lines += places(commits, width: width)
            lines += acknowledgements(of: file, width: width)
        }
        lines += [""] + TextLines.wrapped(SummaryText.caution, width: width)
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
            .init(title: "does not matter", cells: changes.map(Self.tolerance)),
            .init(title: "beyond it", cells: changes.map(Self.excess)),
            .init(title: "verdict", alignsLeft: true, cells: changes.map(\.verdict.rawValue)),
        ]
    }

    /// `± 10 %`, or `less than 0.1 ms` for a figure so small that its unit decides.
    private static func tolerance(_ change: SeriesChange) -> String {
        guard change.tolerance > 0 else { return "" }
        guard change.tolerance > NoiseFloor.smallest(change.series.unit), change.meanBefore != 0
        else { return "less than \(NumberText.short(change.tolerance)) \(change.series.unit)" }
        return "± \(NumberText.short(change.tolerance / abs(change.meanBefore) * 100)) %"
    }

    /// `20 points`: of the per cent of the old level; from 0 in the figure's unit.
    private static func excess(_ change: SeriesChange) -> String {
        guard change.excess > 0 else { return "–" }
        guard change.meanBefore != 0 else {
            return "\(NumberText.short(change.excess)) \(change.series.unit)"
        }
        return "\(NumberText.short(change.excess / abs(change.meanBefore) * 100)) points"
    }

    /// The acknowledgements of changes, and the command that acknowledges each open one.
    private func acknowledgements(of file: String, width: Int) -> [String] {
        let said = zip(1..., notes).flatMap { number, note in
            note.map {
                TextLines.wrapped($0, width: width, first: "#\(number) is acknowledged: ")
            } ?? []
        }
        let commands = open.flatMap { change in
            TextLines.command(
                [
                    "lab history acknowledge", "--file \(file)", "--series \(change.series.name)",
                    "--commit \(change.commitAfter.prefix(12))", "--note '…'",
                ], width: width, first: "    ")
        }
        return said + (commands.isEmpty ? [] : ["what is meant to stay can be acknowledged:"])
            + commands
    }

    /// The topologies that became others under their name, a line each.
    private var redefinitions: [String] {
        var lines: [String] = []
        for series in series {
            for (before, after) in zip(series.records, series.records.dropFirst()) {
                guard let old = before.definition, let new = after.definition, old != new else {
                    continue
                }
                let line =
                    "\(after.variant) of \(after.workload) is defined otherwise from "
                    + "\(after.commit.prefix(12)) (\(after.date)) on: a change of its figures "
                    + "there may be the definition's"
                if !lines.contains(line) { lines.append(line) }
            }
        }
        return lines
    }

    /// The two runs around each change; changes between the same runs share a line.
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

import Results
import Verdicts

extension ReportFolder {
    /// Writes the report of `lab study`: study.csv, ratios.csv, verdicts.csv, report.md, and of a
    /// study with published figures a chart.
    ///
    /// - Parameters:
    ///   - drawsCharts: `false` for `--no-charts`, which still writes scripts and data.
    ///   - gnuplot: the program that draws; a test passes one that does not exist.
    ///   - isCancelled: whether the command was interrupted; called while the chart is drawn.
    /// - Returns: a warning if the chart could not be drawn, as in report.md.
    /// - Throws: `ReportingError`; then either no file has changed, or only the picture is missing.
    package func write(
        _ judgement: StudyJudgement, drawsCharts: Bool = true, gnuplot: String = "gnuplot",
        isCancelled: () -> Bool = { false }
    ) throws(ReportingError) -> [RunWarning] {
        let charts = Chart.all(of: judgement)
        let folder = ChartFolder(path: file("charts"), program: gnuplot)
        let tables = [
            ("study.csv", StudyTable.bytes(of: judgement)),
            ("ratios.csv", StudyTable.ratios(of: judgement)),
            ("verdicts.csv", StudyTable.verdicts(of: judgement)),
        ]
        try makeFolder(path)
        var files = FileBatch(option: option)
        if !charts.isEmpty {
            try makeFolder(folder.path)
            try folder.stage(charts, in: &files)
        }
        for (name, bytes) in tables { try files.add(bytes, as: file(name)) }
        try files.add(StudyPage(of: judgement, charts: []).markdown(), as: page)
        folder.removeOthers(than: charts, in: &files)
        removeOthers(than: tables.map(\.0) + [Self.pageName], in: &files)
        try files.publish()

        guard drawsCharts, !charts.isEmpty else { return [] }
        let warnings = try folder.draw(charts, isCancelled: isCancelled)
        var judged = judgement
        judged.warn(warnings)
        var changed = FileBatch(option: option)
        try changed.add(
            StudyPage(of: judged, charts: folder.drawn(charts)).markdown(), as: page)
        try changed.publish()
        return warnings
    }
}

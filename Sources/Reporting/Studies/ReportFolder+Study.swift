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
        return try writePage(
            [
                ("study.csv", StudyTable.bytes(of: judgement)),
                ("ratios.csv", StudyTable.ratios(of: judgement)),
                ("verdicts.csv", StudyTable.verdicts(of: judgement)),
            ], charts, drawsCharts ? gnuplot : nil, isCancelled: isCancelled
        ) { (warnings, drawn) throws(ReportingError) in
            var judged = judgement
            judged.warn(warnings)
            let page = StudyPage(of: judged, charts: drawn)
            return (
                try page.markdown(), try page.html(charts, pictures: pictures(of: drawn))
            )
        }
    }

    /// Writes the tables, the charts and the page of a command without run.json, then draws.
    ///
    /// - Parameters:
    ///   - program: draws; `nil` if the command wants no pictures.
    ///   - pages: makes report.md and report.html of the warnings about missing charts and of the
    ///     drawn ones.
    func writePage(
        _ tables: [(name: String, bytes: [UInt8])], _ charts: [Chart], _ program: String?,
        isCancelled: () -> Bool,
        pages: ([RunWarning], [Chart]) throws(ReportingError) -> (markdown: String, html: String)
    ) throws(ReportingError) -> [RunWarning] {
        let folder = ChartFolder(path: file("charts"), program: program ?? "gnuplot")
        try makeFolder(path)
        var files = FileBatch(option: option)
        if !charts.isEmpty {
            try makeFolder(folder.path)
            try folder.stage(charts, in: &files)
        }
        for (name, bytes) in tables { try files.add(bytes, as: file(name)) }
        let first = try pages([], [])
        try files.add(first.markdown, as: page)
        try files.add(first.html, as: htmlPage)
        folder.removeOthers(than: charts, in: &files)
        removeOthers(than: tables.map(\.name) + [Self.pageName, Self.htmlName], in: &files)
        try files.publish()

        guard program != nil, !charts.isEmpty else { return [] }
        let warnings = try folder.draw(charts, isCancelled: isCancelled)
        var changed = FileBatch(option: option)
        let last = try pages(warnings, folder.drawn(charts))
        try changed.add(last.markdown, as: page)
        try changed.add(last.html, as: htmlPage)
        try changed.publish()
        return warnings
    }
}

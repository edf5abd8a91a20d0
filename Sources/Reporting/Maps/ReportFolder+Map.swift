import Results
import Verdicts

extension ReportFolder {
    /// Writes a decision map: map.csv, report.md and its chart.
    ///
    /// - Parameters:
    ///   - drawsCharts: `false` for `--no-charts`, which still writes scripts and data.
    ///   - isCancelled: whether the command was interrupted; called while the chart is drawn.
    /// - Returns: a warning if the chart could not be drawn, as in report.md.
    /// - Throws: `ReportingError`; then either no file has changed, or only the picture is missing.
    package func write(
        _ map: DecisionMap, drawsCharts: Bool = true, gnuplot: String = "gnuplot",
        isCancelled: () -> Bool = { false }
    ) throws(ReportingError) -> [RunWarning] {
        let charts = [DecisionMapChart.chart(of: map)].compactMap(\.self)
        return try writePage(
            [(DecisionMapTable.name, DecisionMapTable.bytes(of: map))], charts,
            drawsCharts ? gnuplot : nil, isCancelled: isCancelled
        ) { (warnings, drawn) throws(ReportingError) in
            var map = map
            map.head.warnings += warnings
            let page = DecisionMapPage(of: map, charts: drawn)
            return (
                try page.markdown(), try page.html(charts, pictures: pictures(of: drawn))
            )
        }
    }
}

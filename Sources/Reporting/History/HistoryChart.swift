import Foundation
import Results
import Verdicts

/// Chart 6 across nights: a panel a figure, a line a topology, a mark at each change of level.
///
/// Runs stand at equal distances, for a night without a run carries no information.
enum HistoryChart {
    private static let title = "What the nights have changed"
    private static let width = 960.0
    private static let left = 84.0
    /// Room for the lines' names.
    private static let right = 230.0
    private static let head = 76.0
    private static let foot = 70.0
    private static let panelHeight = 150.0
    private static let panelPitch = 196.0
    /// As many dates as have room below the last panel.
    private static let mostDates = 6

    /// The figures to draw, if the history has them.
    private static let panels = [
        (Metric.mainDelay[.p99], "delay on the main queue, p99"),
        (Metric.mainBusy[.total], "CPU time of the main queue"),
        (Metric.importDuration[.total], "import, from the first batch to the last commit"),
        (Metric.lossKill[.exposure], "saved edits that a kill takes, mean over time"),
    ]

    /// One topology in one panel.
    private struct Line {
        let mark: TopologyMarks.Mark
        let series: HistorySeries
        let points: [(place: Int, record: HistoryRecord)]
        let changes: [SeriesChange]

        var name: String {
            series.key.variant + (series.key.role.isEmpty ? "" : ", \(series.key.role)")
        }
    }

    private struct Panel {
        let title: String
        let lines: [Line]
        let axis: Axis
    }

    /// - Parameter changes: of all series of the group.
    static func chart(of group: HistoryGroup, changes: [SeriesChange]) -> Chart? {
        let drawn = panels.compactMap { measure, title -> (String, [Line])? in
            let lines = lines(of: measure, in: group, changes)
            guard let unit = lines.first?.series.key.unit else { return nil }
            return ("\(title), in \(unit)", lines)
        }
        guard !drawn.isEmpty else { return nil }
        let height = head + foot + panelPitch * Double(drawn.count)
        let panels = drawn.enumerated().map { index, panel in
            let top = height - head - panelPitch * Double(index) - (panelPitch - panelHeight)
            return Panel(
                title: panel.0, lines: panel.1,
                axis: axis(panel.1, pixels: top - panelHeight...top))
        }
        return Chart(
            name: group.name, title: title, description: description(panels, group),
            script: script(panels, group, height: height), data: data(panels, group))
    }

    private static func description(_ panels: [Panel], _ group: HistoryGroup) -> String {
        let parts = panels.map { panel in
            let figures = panel.lines.map { line in
                let last = line.points.last.map { NumberText.short($0.record.value) } ?? "–"
                let levels = line.changes.count == 1 ? "change" : "changes"
                return "\(line.name) \(last) in the last run, \(line.changes.count) \(levels) of "
                    + "level"
            }
            return "\(panel.title): \(figures.joined(separator: "; "))."
        }
        return "\(group.key.workload), \(group.runs.count) runs. " + parts.joined(separator: " ")
            + " " + SummaryText.caution
    }

    private static func lines(
        of measure: Measure, in group: HistoryGroup, _ changes: [SeriesChange]
    ) -> [Line] {
        let marks = TopologyMarks(group.variants)
        return group.series.filter { $0.key.metric == measure.name }.map { series in
            let points = series.records.compactMap { record in
                group.place(of: record).map { (place: $0, record: record) }
            }
            return Line(
                mark: marks[series.key.variant], series: series, points: points,
                changes: changes.filter { $0.series == series.key })
        }
    }

    private static func axis(_ lines: [Line], pixels: ClosedRange<Double>) -> Axis {
        let values = lines.flatMap(\.points).map { $0.record.high ?? $0.record.value }
        let highest = values.max() ?? 0
        return Axis(
            scale: .linear, low: 0, high: highest > 0 ? highest * 1.15 : 1, pixels: pixels)
    }

    private static func data(_ panels: [Panel], _ group: HistoryGroup) -> String {
        var text = """
            # A block for each panel and topology: a row a run.
            # place value low high date commit metric topology

            """
        let perPixel = Double(group.runs.count) / (width - left - right)
        // A run is a point and its bar.
        let thinned = Thinning.fitted(
            panels.flatMap(\.lines).map(\.points), place: { Double($0.place) / perPixel },
            weight: { _ in 2 }
        ) { column, _ in
            Thinning.outline(
                column,
                by: [{ $0.record.low ?? $0.record.value }, { $0.record.high ?? $0.record.value }])
        }
        if let runs = thinned.width.map({ $0 * perPixel }) {
            text +=
                "# Thinned: of \(NumberText.short(runs)) neighbouring runs the first, the lowest, "
                + "the highest and the last.\n"
        }
        for points in thinned.series {
            for (place, record) in points {
                let numbers = [
                    record.value, record.low ?? record.value, record.high ?? record.value,
                ].map(NumberText.exact)
                let words = [record.date, record.commit, record.metric, record.variant]
                    .map(ChartScript.cell)
                text += ([String(place + 1)] + numbers + words).joined(separator: " ") + "\n"
            }
            text += "\n\n"
        }
        return text
    }

    private static func script(_ panels: [Panel], _ group: HistoryGroup, height: Double) -> String {
        let isSimulated = group.key.mode == ResultFigures.simulatedMode
        let machine = isSimulated ? "" : group.key.machine.map { ", \($0)" } ?? ""
        var script = ChartScript(
            name: group.name, title: title,
            subtitle: "\(group.key.workload), \(group.runs.count) runs, \(group.key.build) "
                + "build, \(group.key.cores) cores\(machine); each a median over repetitions, with "
                + "its bar from low to high",
            width: width, height: height)
        script.add("set multiplot")
        let across = Axis(
            scale: .linear, low: 0.5, high: Double(group.runs.count) + 0.5,
            pixels: left...width - right)
        var block = 0
        for (index, panel) in panels.enumerated() {
            if index > 0 { script.add("unset label; unset arrow") }
            script.margins(
                of: Box(
                    left: left, bottom: panel.axis.pixels.lowerBound, right: width - right,
                    top: panel.axis.pixels.upperBound))
            axes(panel, across, group, isLast: index == panels.count - 1, script: &script)
            marks(panel, across, script: &script)
            labels(panel, across, script: &script)
            let plots = panel.lines.enumerated().flatMap { number, line in
                Self.plots(line, block: block + number, name: group.name)
            }
            script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
            block += panel.lines.count
        }
        script.add("unset multiplot")
        return script.script
    }

    private static func axes(
        _ panel: Panel, _ across: Axis, _ group: HistoryGroup, isLast: Bool,
        script: inout ChartScript
    ) {
        let up = panel.axis
        script.ticks("y", Axis.steps(to: up.high, count: 4))
        script.add("set yrange [0:\(NumberText.exact(up.high))]")
        script.add(
            "set xrange [\(NumberText.exact(across.low)):\(NumberText.exact(across.high))]")
        script.add("set border 3; set grid ytics lc rgb \"#ECECEC\" lw 1 dt 1")
        let every = max(1, (group.runs.count + mostDates - 1) / mostDates)
        let dates = stride(from: 0, to: group.runs.count, by: every).map { place in
            let date = ChartScript.quoted(String(group.runs[place].date.prefix(10)))
            return isLast ? "\(date) \(place + 1)" : "'' \(place + 1)"
        }
        script.add("set xtics (\(dates.joined(separator: ", "))) noenhanced font \",11\"")
        script.add("unset xlabel")
        script.text(
            panel.title, x: left, y: up.pixels.upperBound + 14, size: ChartStyle.normal,
            colour: "#000000")
    }

    /// A rule between the last run of the old level and the first of the new one, with its size.
    private static func marks(_ panel: Panel, _ across: Axis, script: inout ChartScript) {
        for line in panel.lines {
            for change in line.changes where line.points.indices.contains(change.index) {
                let x = across.place(Double(line.points[change.index].place) + 0.5)
                script.rule(
                    fromX: x, fromY: panel.axis.pixels.lowerBound, toX: x,
                    toY: panel.axis.pixels.upperBound, colour: line.mark.colour, dash: "(3,3)")
                let size = change.ratio.map { ComparisonCells.signed(($0 - 1) * 100) + " %" }
                script.text(
                    size ?? "new", x: x + 3, y: panel.axis.pixels.upperBound - 6,
                    colour: line.mark.ink, isBoxed: true)
            }
        }
    }

    /// Each line's name to the right of its last point, pushed apart where lines lie close.
    private static func labels(_ panel: Panel, _ across: Axis, script: inout ChartScript) {
        let ends = panel.lines.map { panel.axis.place($0.points.last?.record.value ?? 0) }
        let places = SweepChart.spread(ends, within: panel.axis.pixels)
        for (line, (end, place)) in zip(panel.lines, zip(ends, places)) {
            guard let last = line.points.last else { continue }
            let edge = across.pixels.upperBound + 14
            script.rule(
                fromX: across.place(Double(last.place + 1)) + 6, fromY: end, toX: edge - 4,
                toY: place, colour: line.mark.colour, dash: "(1,2)")
            script.mark(line.mark, x: edge + 5, y: place)
            let size = ChartStyle.small + 1
            script.text(
                ChartScript.fitted(line.name, size: size, width: right - 34), x: edge + 14,
                y: place, size: size, colour: line.mark.ink)
        }
    }

    private static func plots(_ line: Line, block: Int, name: String) -> [String] {
        let mark = line.mark
        let source = "'\(name).dat' index \(block) using 1:2"
        let colour = "lc rgb \"\(mark.colour)\""
        return [
            "  \(source):3:4 with yerrorbars pt -1 ps 0 lw 1 \(colour)",
            "  \(source) with linespoints lw 1.6 dt \(mark.dash) pt \(mark.point) ps 0.8 "
                + colour,
        ]
    }
}

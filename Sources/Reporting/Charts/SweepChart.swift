import Foundation
import Results

/// Chart 6: across a sweep, three panels above each other, a line a topology, over the swept
/// values.
///
/// The panels show the wait of an event, the loss by a kill, and the import rate. The values have
/// equal distances in their given order: they need not be numbers, and those that are tend to be
/// doubled. A line joins neighbours that are numbers of one unit; to a word such as `lifecycle`
/// there is no slope. A topology that lacks the swept field ran once and is a level line.
enum SweepChart {
    static let name = "sweep"
    private static let title = "What the swept value changes"
    private static let width = 960.0
    private static let left = 84.0
    /// Room for the lines' names.
    private static let right = 230.0
    private static let head = 76.0
    private static let foot = 82.0
    private static let panelHeight = 168.0
    private static let panelPitch = 212.0
    /// From one name to the next.
    private static let labelPitch = 15.0

    private struct Panel {
        let measure: Measure
        let title: String
        let scale: Axis.Scale
        /// The least that the axis reaches, so that noise about nothing does not fill the panel.
        let least: Double
        let firstTick: Double
        let steps: [Double]
    }

    /// The panels with their axes.
    ///
    /// Delay and loss are zero or anything up to thousands: their axes are linear about a unit too
    /// small to matter and logarithmic beyond, as in the trade-off. Rates lie close together.
    private static let panels = [
        Panel(
            measure: Metric.mainDelay[.p99], title: "delay on the main queue, p99, in ms",
            scale: .aroundZero(unit: 1), least: 20, firstTick: 1, steps: [1, 5]),
        Panel(
            measure: Metric.lossKill[.exposure],
            title: "saved edits that a kill takes: mean over time",
            scale: .aroundZero(unit: 0.1), least: 1, firstTick: 1, steps: [1]),
        Panel(
            measure: Metric.importRate[.total], title: "imported objects a second", scale: .linear,
            least: 1,
            firstTick: 0, steps: []),
    ]

    /// One topology in one panel.
    private struct Line {
        let name: String
        let mark: TopologyMarks.Mark
        let isLevel: Bool
        /// By index of the value; from the first to the last for a level line.
        let points: [(place: Int, figure: Figure)]
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        guard let sweep = Sweep(result) else { return nil }
        let drawn = panels.map { ($0, lines(of: $0, in: sweep)) }.filter { !$0.1.isEmpty }
        guard !drawn.isEmpty else { return nil }
        return Chart(
            name: name, title: title, description: description(drawn, sweep, result),
            script: script(drawn, sweep, result), data: data(drawn, sweep))
    }

    private static func description(
        _ panels: [(Panel, [Line])], _ sweep: Sweep, _ result: WorkloadResult
    ) -> String {
        let parts = panels.map { panel, lines in
            let figures = lines.map { line in
                let values = line.points.map {
                    "\(NumberText.short($0.figure.value)) at \(sweep.values[$0.place])"
                }
                return line.isLevel
                    ? "\(line.name) \(NumberText.short(line.points[0].figure.value)) throughout"
                    : "\(line.name) \(TextLines.list(values))"
            }
            return "\(panel.title): \(figures.joined(separator: "; "))."
        }
        return "\(result.workload), phase \(sweep.phase), by \(sweep.key). "
            + parts.joined(separator: " ") + " " + Caution.line(of: result)
    }

    private static func lines(of panel: Panel, in sweep: Sweep) -> [Line] {
        let marks = TopologyMarks(sweep.rows.map(\.name))
        return sweep.rows.compactMap { row in
            let points = sweep.values.indices.compactMap { place in
                row.headline(at: place)?.figure(panel.measure).map { (place: place, figure: $0) }
            }
            guard !points.isEmpty else { return nil }
            return Line(
                name: row.name, mark: marks[row.name], isLevel: row.unswept != nil, points: points)
        }
    }

    private static func data(_ panels: [(Panel, [Line])], _ sweep: Sweep) -> String {
        var text = """
            # A block for each panel and topology: the median over repetitions, with low and high.
            # A blank line within a block ends a line: beyond it values are no numbers of one unit.
            # place value figure low high metric topology

            """
        for (panel, lines) in panels {
            for line in lines {
                for (number, (place, figure)) in line.points.enumerated() {
                    if number > 0, !isJoined(line, at: number, sweep) { text += "\n" }
                    let cells =
                        [String(place + 1), ChartScript.cell(sweep.values[place])]
                        + [figure.value, figure.low ?? figure.value, figure.high ?? figure.value]
                        .map(NumberText.exact)
                        + [panel.measure.shortName, ChartScript.cell(line.name)]
                    text += cells.joined(separator: " ") + "\n"
                }
                text += "\n\n"
            }
        }
        return text
    }

    /// Whether a line leads to a point from the one before it.
    private static func isJoined(_ line: Line, at number: Int, _ sweep: Sweep) -> Bool {
        let places = [line.points[number - 1].place, line.points[number].place]
        guard !line.isLevel else { return true }
        return SweptQuantity.areAlike(sweep.values[places[0]], sweep.values[places[1]])
    }

    private static func script(
        _ panels: [(Panel, [Line])], _ sweep: Sweep, _ result: WorkloadResult
    ) -> String {
        let height = head + foot + panelPitch * Double(panels.count)
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), phase \(sweep.phase); values at equal distances, "
                + "joined where they are numbers of one unit; "
                + RepetitionBars.words(of: result.topologies),
            width: width, height: height, caution: Caution.line(of: result))
        script.add("set multiplot")
        var block = 0
        for (index, (panel, lines)) in panels.enumerated() {
            let top = height - head - panelPitch * Double(index) - (panelPitch - panelHeight)
            let across = Axis(
                scale: .linear, low: 0.75, high: Double(sweep.values.count) + 0.25,
                pixels: left...width - right)
            let up = axis(panel, lines, pixels: top - panelHeight...top)
            if index > 0 { script.add("unset label; unset arrow") }
            script.margins(
                of: Box(
                    left: left, bottom: up.pixels.lowerBound, right: width - right,
                    top: up.pixels.upperBound))
            axes(panel, across, up, sweep, isLast: index == panels.count - 1, script: &script)
            labels(lines, across, up, key: sweep.key, script: &script)
            script.add("plot \\\n" + plots(lines, first: block).joined(separator: ", \\\n"))
            block += lines.count
        }
        script.add("unset multiplot")
        return script.script
    }

    private static func axis(
        _ panel: Panel, _ lines: [Line], pixels: ClosedRange<Double>
    ) -> Axis {
        let figures = lines.flatMap(\.points).map(\.figure)
        let highest = figures.map { $0.high ?? $0.value }.max() ?? 0
        switch panel.scale {
        case .aroundZero(let unit):
            let high = max(panel.least, highest * 1.5)
            // A little below zero, so that a point there is drawn whole.
            let low = unit * sinh(-0.05 * asinh(high / unit))
            return Axis(scale: panel.scale, low: low, high: high, pixels: pixels)
        case .linear, .logarithmic:
            return Axis(
                scale: .linear, low: 0, high: max(panel.least, highest * 1.1), pixels: pixels)
        }
    }

    private static func axes(
        _ panel: Panel, _ across: Axis, _ up: Axis, _ sweep: Sweep, isLast: Bool,
        script: inout ChartScript
    ) {
        let ticks: [Double]
        if case .aroundZero(let unit) = up.scale {
            script.add("up(y) = asinh(y / \(NumberText.exact(unit)))")
            ticks = [0] + Axis.decades(from: panel.firstTick, to: up.high, steps: panel.steps)
        } else {
            script.add("up(y) = y")
            let step = Axis.step(for: up.high, count: 4)
            ticks = Array(stride(from: 0, through: up.high, by: step))
        }
        script.ticks("y", ticks) { "up(\($0))" }
        script.add(
            "set yrange [\(NumberText.exact(up.scaled(up.low))):"
                + "\(NumberText.exact(up.scaled(up.high)))]")
        script.add(
            "set xrange [\(NumberText.exact(across.low)):\(NumberText.exact(across.high))]")
        script.add("set border 3; set grid ytics lc rgb \"#ECECEC\" lw 1 dt 1")
        let values = sweep.values.enumerated().map { place, value in
            isLast ? "\(ChartScript.tickLabel(value)) \(place + 1)" : "'' \(place + 1)"
        }
        script.add("set xtics (\(values.joined(separator: ", "))) noenhanced font \",12\"")
        script.add("unset xlabel")
        if isLast {
            script.text(
                sweep.key, x: (left + width - right) / 2, y: up.pixels.lowerBound - 36,
                size: ChartStyle.normal, colour: "#000000", align: .center)
        }
        script.text(
            panel.title + words(of: up.scale), x: left, y: up.pixels.upperBound + 14,
            size: ChartStyle.normal,
            colour: "#000000")
    }

    private static func words(of scale: Axis.Scale) -> String {
        guard case .aroundZero = scale else { return "" }
        return " (scale linear near 0, logarithmic beyond)"
    }

    /// Each line's name to the right of its last point, pushed apart where lines lie close.
    private static func labels(
        _ lines: [Line], _ across: Axis, _ up: Axis, key: String, script: inout ChartScript
    ) {
        let ends = lines.map { up.place($0.points[$0.points.count - 1].figure.value) }
        let places = spread(ends, within: up.pixels)
        for (line, (end, place)) in zip(lines, zip(ends, places)) {
            let last = across.place(Double(line.points[line.points.count - 1].place + 1))
            let edge = across.pixels.upperBound + 14
            script.rule(
                fromX: last + 6, fromY: end, toX: edge - 4, toY: place, colour: line.mark.colour,
                dash: "(1,2)")
            script.mark(line.mark, x: edge + 5, y: place)
            let name = line.name + (line.isLevel ? ", without \(key)" : "")
            let size = ChartStyle.small + 1
            script.text(
                ChartScript.fitted(name, size: size, width: right - 34), x: edge + 14, y: place,
                size: size, colour: line.mark.ink)
        }
    }

    /// Heights near the wanted ones, in their order, and at least a line of text apart.
    static func spread(_ wanted: [Double], within pixels: ClosedRange<Double>) -> [Double] {
        let order = wanted.indices.sorted { (wanted[$0], $1) < (wanted[$1], $0) }
        var places = wanted
        var floor = pixels.lowerBound
        for index in order {
            places[index] = max(places[index], floor)
            floor = places[index] + labelPitch
        }
        // Labels that were pushed above the panel come down again, and push those below them.
        var ceiling = max(
            pixels.upperBound, pixels.lowerBound + labelPitch * Double(wanted.count - 1))
        for index in order.reversed() {
            places[index] = min(places[index], ceiling)
            ceiling = places[index] - labelPitch
        }
        return places
    }

    private static func plots(_ lines: [Line], first: Int) -> [String] {
        lines.enumerated().flatMap { number, line -> [String] in
            let mark = line.mark
            let source = "'\(name).dat' index \(first + number) using 1:(up($3))"
            let colour = "lc rgb \"\(mark.colour)\""
            guard !line.isLevel else {
                return ["  \(source) with lines lw 1.6 dt \(mark.dash) \(colour)"]
            }
            return [
                "  \(source):(up($4)):(up($5)) with yerrorbars pt -1 ps 0 lw 1 \(colour)",
                "  \(source) with linespoints lw 1.8 dt \(mark.dash) pt \(mark.point) ps 1 "
                    + colour,
            ]
        }
    }
}

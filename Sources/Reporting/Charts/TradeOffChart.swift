import Foundation
import Results

/// Chart 3: the trade-off, a point a topology, with the Pareto front.
///
/// One axis is the wait of an event for main, the other the number of saved edits that a kill
/// takes. A loss of zero is the most important finding, and a logarithmic axis cannot show it: both
/// axes are asinh scales, which can.
enum TradeOffChart {
    static let name = "trade-off"
    private static let title = "What each topology costs, and what a kill takes"
    private static let width = 960.0
    private static let height = 600.0
    /// A delay below a millisecond does not matter to a user.
    private static let delayUnit = 1.0
    /// A tenth of an edit: exposures are means over time, mostly below one for a user's edits.
    private static let lossUnit = 0.1

    private struct Point {
        let index: Int
        let name: String
        let delay: Figure
        let loss: Figure
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let points = Headline.all(of: result).enumerated().compactMap { index, headline -> Point? in
            guard let delay = headline.figure(Metric.mainDelay[.p99]),
                let loss = headline.figure(Metric.lossKill[.exposure])
            else { return nil }
            return Point(
                index: index, name: headline.topology.variant, delay: delay, loss: loss)
        }
        guard !points.isEmpty else { return nil }
        let front = ParetoFront.indices(of: points.map { ($0.delay.value, $0.loss.value) })
            .map { points[$0] }
        return Chart(
            name: name, title: title, script: script(points, front: front, of: result),
            data: data(points, front: front))
    }

    private static func data(_ points: [Point], front: [Point]) -> String {
        func cells(_ figure: Figure) -> [String] {
            [figure.value, figure.low ?? figure.value, figure.high ?? figure.value]
                .map(NumberText.exact)
        }
        var text = """
            # A point a topology: the median over repetitions, with low and high.
            # delay_p99_ms low high loss_kill_exposure_edits low high topology

            """
        for point in points {
            text +=
                (cells(point.delay) + cells(point.loss) + [ChartScript.cell(point.name)])
                .joined(separator: " ") + "\n\n\n"
        }
        text += "# The Pareto front: delay_p99_ms loss_kill_exposure_edits topology\n"
        for point in front {
            text += "\(NumberText.exact(point.delay.value)) \(NumberText.exact(point.loss.value)) "
            text += "\(ChartScript.cell(point.name))\n"
        }
        return text
    }

    private static func script(
        _ points: [Point], front: [Point], of result: WorkloadResult
    ) -> String {
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), phase \(result.headlinePhase); lower left is better; "
                + "bars span the repetitions",
            width: width, height: height)
        let across = axis(
            points.map(\.delay), unit: delayUnit, least: 20, keepsZero: false,
            pixels: 84...width - 40)
        let up = axis(
            points.map(\.loss), unit: lossUnit, least: 1, keepsZero: true,
            pixels: 96...height - 80)
        script.margins(
            of: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        script.add("# Linear about 0, logarithmic beyond: a zero has its place on the axis.")
        script.add("delay(x) = asinh(x / \(NumberText.exact(delayUnit)))")
        script.add("loss(y) = asinh(y / \(NumberText.exact(lossUnit)))")
        for (letter, axis, function, steps) in [
            ("x", across, "delay", [1.0, 2, 5]), ("y", up, "loss", [1.0, 3]),
        ] {
            let low = NumberText.exact(axis.scaled(axis.low))
            let high = NumberText.exact(axis.scaled(axis.high))
            script.add("set \(letter)range [\(low):\(high)]")
            // From its unit on, the scale has room for ticks.
            let unit = letter == "x" ? delayUnit : lossUnit
            let ticks =
                (axis.low <= 0 ? [0] : [])
                + Axis.decades(from: max(unit, axis.low), to: axis.high, steps: steps)
            let texts = ticks.map {
                "'\(NumberText.short($0))' \(function)(\(NumberText.exact($0)))"
            }
            script.add("set \(letter)tics (\(texts.joined(separator: ", ")))")
        }
        script.add("set border 3; set grid lc rgb \"#ECECEC\" lw 1 dt 1")
        script.add("set xlabel 'delay on the main queue, p99, in ms'")
        script.add("set ylabel 'saved edits that a kill takes: mean over time' offset 1")
        zero(up: up, across: across, script: &script)
        let corners = corners(of: front, across: across, up: up)
        frontLine(corners, script: &script)
        labels(points, corners: corners, across: across, up: up, script: &script)
        script.add("plot \\\n" + plots(points).joined(separator: ", \\\n"))
        return script.script
    }

    /// From a little below zero, so that a point there is drawn whole, or from a part of the
    /// smallest value when all are far from zero and `keepsZero` is not asked for.
    private static func axis(
        _ figures: [Figure], unit: Double, least: Double, keepsZero: Bool,
        pixels: ClosedRange<Double>
    ) -> Axis {
        let smallest = figures.map { $0.low ?? $0.value }.min() ?? 0
        let highest = figures.map { $0.high ?? $0.value }.max() ?? 0
        let high = max(least, highest * 2)
        let low =
            keepsZero || smallest < 5 * unit
            ? unit * sinh(-0.06 * asinh(high / unit)) : smallest / 2
        return Axis(scale: .aroundZero(unit: unit), low: low, high: high, pixels: pixels)
    }

    /// The line on which nothing is lost.
    private static func zero(up: Axis, across: Axis, script: inout ChartScript) {
        script.rule(
            fromX: across.pixels.lowerBound, fromY: up.place(0), toX: across.pixels.upperBound,
            toY: up.place(0), colour: ChartStyle.Colour.grey)
        script.text(
            "nothing lost", x: across.pixels.upperBound - 2, y: up.place(0) + 9, align: .right)
    }

    /// The stairs of the front, from the upper edge to the right one.
    private static func corners(
        of front: [Point], across: Axis, up: Axis
    ) -> [(x: Double, y: Double)] {
        var corners: [(x: Double, y: Double)] = []
        var y = up.pixels.upperBound
        for point in front {
            let x = across.place(point.delay.value)
            corners.append((x, y))
            y = up.place(point.loss.value)
            corners.append((x, y))
        }
        return corners + [(across.pixels.upperBound, y)]
    }

    private static func frontLine(
        _ corners: [(x: Double, y: Double)], script: inout ChartScript
    ) {
        for (from, to) in zip(corners, corners.dropFirst()) {
            script.rule(
                fromX: from.x, fromY: from.y, toX: to.x, toY: to.y,
                colour: ChartStyle.Colour.note, dash: "(8,5)")
        }
        if let first = corners.first {
            script.text("Pareto front", x: first.x + 6, y: first.y - 10)
        }
    }

    private static func labels(
        _ points: [Point], corners: [(x: Double, y: Double)], across: Axis, up: Axis,
        script: inout ChartScript
    ) {
        var placer = LabelPlacer(
            bounds: Box(
                left: across.pixels.lowerBound + 2, bottom: up.pixels.lowerBound + 2,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        placer.avoid(line: corners)
        placer.avoid(
            Box(
                left: across.pixels.upperBound - 76, bottom: up.place(0),
                right: across.pixels.upperBound, top: up.place(0) + 18))
        placer.avoid(
            line: [
                (across.pixels.lowerBound, up.place(0)), (across.pixels.upperBound, up.place(0)),
            ])
        for point in points {
            let x = across.place(point.delay.value)
            let y = up.place(point.loss.value)
            placer.avoid(Box(left: x - 8, bottom: y - 8, right: x + 8, top: y + 8))
            let low = across.place(point.delay.low ?? point.delay.value)
            let high = across.place(point.delay.high ?? point.delay.value)
            placer.avoid(line: [(low, y), (high, y)])
        }
        for point in points {
            let place = placer.place(
                point.name, size: 14,
                at: candidates(
                    around: (across.place(point.delay.value), up.place(point.loss.value))))
            script.text(
                point.name, x: place.anchor.x, y: place.anchor.y, size: 14,
                colour: ChartStyle.series(point.index).ink, align: place.align)
        }
    }

    /// Above, below, right and left, ever farther away.
    private static func candidates(around point: (x: Double, y: Double)) -> [LabelPlacer.Candidate]
    {
        [18.0, 36, 54, 72, 90].flatMap { gap -> [LabelPlacer.Candidate] in
            let penalty = gap / 100
            return [
                .init(anchor: (point.x, point.y + gap), align: .center, penalty: penalty),
                .init(anchor: (point.x + 12, point.y + gap - 4), align: .left, penalty: penalty),
                .init(anchor: (point.x - 12, point.y + gap - 4), align: .right, penalty: penalty),
                .init(anchor: (point.x + 14, point.y), align: .left, penalty: penalty + 0.1),
                .init(anchor: (point.x, point.y - gap), align: .center, penalty: penalty + 0.1),
            ]
        }
    }

    private static func plots(_ points: [Point]) -> [String] {
        points.enumerated().flatMap { number, point -> [String] in
            let series = ChartStyle.series(point.index)
            let source = "'\(name).dat' index \(number) using (delay($1)):(loss($4))"
            return [
                "  \(source):(delay($2)):(delay($3)):(loss($5)):(loss($6)) with xyerrorbars "
                    + "pt -1 ps 0 lw 1.2 lc rgb \"\(series.colour)\"",
                "  \(source) with points pt \(series.point) ps 1.5 lc rgb \"\(series.colour)\"",
            ]
        }
    }
}

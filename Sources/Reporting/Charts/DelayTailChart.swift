import Foundation
import Results
import Statistics

/// Chart 2: the share of arrivals that wait longer than x for the main queue, on two logarithmic
/// axes, in the headline phase: each quantile is the median of the repetitions' quantiles.
enum DelayTailChart {
    static let name = "delay-tail"
    private static let title = "How long an event waits for the main queue"
    private static let width = 960.0
    private static let height = 620.0
    /// One arrival in ten thousand: rarer waits rest on single stretches.
    private static let rarest = 0.0001

    /// Thresholds that readers know, with their names.
    private static let thresholds: [(milliseconds: Double, words: String)] = [
        (16.7, "one frame"), (50, "long task"), (100, "noticeable"),
        (250, "micro hang"), (500, "hang"),
    ]

    private struct Curve {
        /// The topology's index in the result, which decides its colour.
        let index: Int
        let name: String
        let delays: DelayTail
        let points: [DelayTail.Point]

        var label: String {
            "\(name): p99 \(NumberText.short(delays.quantileMilliseconds(0.99))) ms"
        }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let curves = result.topologies.enumerated().compactMap { index, topology -> Curve? in
            guard let delays = topology.delays(in: result.headlinePhase) else { return nil }
            let points = delays.points()
            guard !points.isEmpty else { return nil }
            return Curve(index: index, name: topology.variant, delays: delays, points: points)
        }
        guard !curves.isEmpty else { return nil }
        return Chart(
            name: name, title: title, script: script(curves, of: result), data: data(curves))
    }

    private static func data(_ curves: [Curve]) -> String {
        var text = """
            # P(D > x): the share of arrivals at random instants that wait longer than x.
            # curve topology x_ms share_percent; blank lines between curves

            """
        for (number, curve) in curves.enumerated() {
            if number > 0 { text += "\n\n" }
            for point in curve.points {
                text +=
                    "\(number) \(ChartScript.cell(curve.name)) "
                    + "\(NumberText.exact(point.milliseconds)) "
                    + "\(NumberText.exact(100 * point.probability))\n"
            }
        }
        return text
    }

    private static func script(_ curves: [Curve], of result: WorkloadResult) -> String {
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), phase \(result.headlinePhase), at random instants; "
                + "each quantile the median of the repetitions'",
            width: width, height: height)
        let across = across(curves)
        let up = Axis(
            scale: .logarithmic, low: 100 * rarest, high: 100, pixels: 84...height - 116)
        script.margins(
            of: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        script.add("set logscale xy")
        script.add("set xrange [\(NumberText.exact(across.low)):\(NumberText.exact(across.high))]")
        script.add("set yrange [\(NumberText.exact(up.low)):\(NumberText.exact(up.high))]")
        script.add("set border 3")
        script.add("set xtics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)")
        script.add(
            "set ytics ('100 %%' 100, '10 %%' 10, '1 %%' 1, '0.1 %%' 0.1, '0.01 %%' 0.01)")
        script.add("set mytics 10; set grid ytics lc rgb \"#E4E4E4\" lw 1 dt 1")
        script.add("set xlabel 'wait x, in milliseconds'")
        script.add("set ylabel 'arrivals that wait longer than x' offset 1")
        thresholds(across: across, up: up, script: &script)
        percentile(script: &script, across: across, up: up)
        labels(curves, across: across, up: up, script: &script)
        let plots = curves.enumerated().map { number, curve in
            let series = ChartStyle.series(curve.index)
            return "  '\(name).dat' index \(number) using 3:4 with lines lw 2.4 dt \(series.dash) "
                + "lc rgb \"\(series.colour)\""
        }
        script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
        return script.script
    }

    /// Vertical rules with the meaning of each threshold above them.
    private static func thresholds(across: Axis, up: Axis, script: inout ChartScript) {
        for threshold in thresholds {
            let x = across.place(threshold.milliseconds)
            let top = up.pixels.upperBound
            script.rule(
                fromX: x, fromY: up.pixels.lowerBound, toX: x, toY: top,
                colour: ChartStyle.Colour.grey, dash: "(6,4)")
            let value = "\(NumberText.exact(threshold.milliseconds)) ms"
            script.text(value, x: x, y: top + 24, colour: "#000000", align: .center)
            script.text(threshold.words, x: x, y: top + 10, align: .center)
        }
    }

    /// The line at 1 %, on which a curve's p99 is read.
    private static func percentile(script: inout ChartScript, across: Axis, up: Axis) {
        script.rule(
            fromX: across.pixels.lowerBound, fromY: up.place(1), toX: across.pixels.upperBound,
            toY: up.place(1), colour: ChartStyle.Colour.grey)
        script.text(
            "p99 is read here", x: across.pixels.upperBound - 4, y: up.place(1) + 9, align: .right)
    }

    /// From a millisecond to beyond the last threshold, and with room for the labels to the right
    /// of the slowest curve.
    private static func across(_ curves: [Curve]) -> Axis {
        let pixels = 84...width - 36
        let longest = max(2, curves.map(\.delays.maxMilliseconds).max() ?? 0)
        let letters = Double(curves.map(\.label.count).max() ?? 0)
        // 26 from the curve to its label, as in `labels`.
        let label = 26 + letters * ChartStyle.normal * ChartStyle.letterWidth
        let share = min(0.5, label / (pixels.upperBound - pixels.lowerBound))
        let decades = log10(longest) * share / (1 - share)
        return Axis(
            scale: .logarithmic, low: 1, high: max(900, longest * pow(10, decades)),
            pixels: pixels)
    }

    /// Names in a column to the right of the slowest curve, the slowest on top, each led from a
    /// point of its curve: the curves fall too close together for names between them.
    private static func labels(
        _ curves: [Curve], across: Axis, up: Axis, script: inout ChartScript
    ) {
        let ranked = curves.sorted { $0.delays.maxMilliseconds > $1.delays.maxMilliseconds }
        let left = across.place(max(across.low, ranked[0].delays.maxMilliseconds)) + 26
        // Below the line of the p99, above the axis.
        let top = up.place(1) - 26
        let pitch = min(30, (top - up.pixels.lowerBound - 14) / Double(max(1, ranked.count - 1)))
        for (row, curve) in ranked.enumerated() {
            let series = ChartStyle.series(curve.index)
            let y = top - pitch * Double(row)
            let share = (y - up.pixels.lowerBound) / (up.pixels.upperBound - up.pixels.lowerBound)
            let percent = up.low * pow(up.high / up.low, share)
            let wait = curve.delays.quantileMilliseconds(1 - percent / 100)
            script.rule(
                fromX: across.place(max(across.low, wait)), fromY: y, toX: left - 4, toY: y,
                colour: series.colour, layer: "front")
            script.text(
                curve.label, x: left, y: y, size: ChartStyle.normal,
                colour: series.ink, isBoxed: true)
        }
    }
}

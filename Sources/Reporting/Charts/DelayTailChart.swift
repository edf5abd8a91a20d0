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

    /// Longer names are cut; the tables have them whole.
    private static let mostName = 230.0
    /// From the plot's right end to the names.
    private static let labelGap = 30.0
    /// Waits below a hundredth of a millisecond are nothing to any reader.
    private static let shortest = 0.01

    private struct Curve {
        let name: String
        let mark: TopologyMarks.Mark
        let delays: DelayTail
        let points: [DelayTail.Point]

        var p99: Double { delays.quantileMilliseconds(0.99) }
        var figure: String { "p99 \(NumberText.short(p99)) ms" }
        var label: String {
            let room = DelayTailChart.mostName
            return "\(ChartScript.fitted(name, size: ChartStyle.normal, width: room)): \(figure)"
        }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let marks = TopologyMarks(result.topologies.map(\.variant))
        let each = Thinning.most / max(1, result.topologies.count)
        let curves = result.topologies.compactMap { topology -> Curve? in
            guard let delays = topology.delays(in: result.headlinePhase) else { return nil }
            let points = delays.points(atMost: each)
            guard !points.isEmpty else { return nil }
            return Curve(
                name: topology.variant, mark: marks[topology.variant], delays: delays,
                points: points)
        }
        guard !curves.isEmpty else { return nil }
        let figures = curves.map { curve in
            "\(curve.name): \(curve.figure), longest "
                + "\(NumberText.short(curve.delays.maxMilliseconds)) ms"
        }
        return Chart(
            name: name, title: title,
            description: "Waits for the main queue in \(result.workload), phase "
                + "\(result.headlinePhase). \(figures.joined(separator: "; ")). "
                + Caution.line(of: result),
            script: script(curves, of: result), data: data(curves))
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
                + "both axes logarithmic"
                + (result.topologies.contains { $0.countedRepetitions.count > 1 }
                    ? "; each quantile the median of the repetitions'" : ""),
            width: width, height: height, caution: Caution.line(of: result))
        let across = across(curves)
        let up = up(curves)
        script.margins(
            of: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        script.add("set logscale xy")
        script.add("set xrange [\(NumberText.exact(across.low)):\(NumberText.exact(across.high))]")
        script.add("set yrange [\(NumberText.exact(up.low)):\(NumberText.exact(up.high))]")
        script.add("set border 3")
        script.ticks("x", Axis.decades(from: across.low, to: across.high, steps: [1, 2, 5]))
        script.add(
            "set ytics ('100 %%' 100, '10 %%' 10, '1 %%' 1, '0.1 %%' 0.1, '0.01 %%' 0.01)")
        script.add("set mytics 10; set grid ytics lc rgb \"#E4E4E4\" lw 1 dt 1")
        script.add("set xlabel 'wait x, in milliseconds'")
        script.add("set ylabel 'arrivals that wait longer than x' offset 1")
        thresholds(across: across, up: up, script: &script)
        percentile(script: &script, across: across, up: up)
        labels(curves, across: across, up: up, script: &script)
        let plots = curves.enumerated().map { number, curve in
            "  '\(name).dat' index \(number) using 3:4 with lines lw 2.4 dt \(curve.mark.dash) "
                + "lc rgb \"\(curve.mark.colour)\""
        }
        script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
        return script.script
    }

    /// Vertical rules with the meaning of each threshold above them, as far as there are waits.
    private static func thresholds(across: Axis, up: Axis, script: inout ChartScript) {
        var free = -Double.infinity
        for threshold in DelayThreshold.all
        where across.low...across.high ~= threshold.milliseconds {
            let x = across.place(threshold.milliseconds)
            let top = up.pixels.upperBound
            script.rule(
                fromX: x, fromY: up.pixels.lowerBound, toX: x, toY: top,
                colour: ChartStyle.Colour.grey, dash: "(6,4)")
            let half = ChartScript.width(of: threshold.words, size: ChartStyle.small) / 2
            // Names that would touch stand in two rows.
            let isRaised = x - half < free
            free = x + half + 4
            let value = "\(NumberText.exact(threshold.milliseconds)) ms"
            let y = top + (isRaised ? 34 : 8)
            script.text(value, x: x, y: y + 12, colour: "#000000", align: .center)
            script.text(threshold.words, x: x, y: y, align: .center)
            if isRaised { free = -.infinity }
        }
    }

    /// The line at 1 %, on which a curve's p99 is read.
    private static func percentile(script: inout ChartScript, across: Axis, up: Axis) {
        guard up.high > 1 else { return }
        script.rule(
            fromX: across.pixels.lowerBound, fromY: up.place(1), toX: across.pixels.upperBound,
            toY: up.place(1), colour: ChartStyle.Colour.grey)
        script.text("p99 is read here", x: across.pixels.lowerBound + 6, y: up.place(1) + 9)
    }

    /// From a decade below the shortest p99 to the longest wait, with room for names beyond.
    private static func across(_ curves: [Curve]) -> Axis {
        let label = curves.map { ChartScript.width(of: $0.label, size: ChartStyle.normal) }.max()
        let pixels = 84...width - 24 - labelGap - (label ?? 0)
        // Where the queue is busy less than 1 % of the time, the p99 is nothing.
        let best = curves.map { $0.p99 > 0 ? $0.p99 : $0.delays.maxMilliseconds }.min() ?? 1
        let longest = curves.map(\.delays.maxMilliseconds).max() ?? 1
        let low = max(shortest, pow(10, log10(best / 2).rounded(.down)))
        return Axis(
            scale: .logarithmic, low: low, high: max(10 * low, longest * 1.1), pixels: pixels)
    }

    /// From one arrival in ten thousand to the decade of the busiest queue.
    private static func up(_ curves: [Curve]) -> Axis {
        let highest = 100 * (curves.compactMap(\.points.first?.probability).max() ?? 1)
        let high = pow(10, log10(max(highest, 1000 * rarest)).rounded(.up))
        return Axis(
            scale: .logarithmic, low: 100 * rarest, high: min(100, high),
            pixels: 84...height - 116)
    }

    /// Names in a column to the right of the plot, the slowest on top, each led from a point of
    /// its curve: the curves fall too close together for names between them.
    private static func labels(
        _ curves: [Curve], across: Axis, up: Axis, script: inout ChartScript
    ) {
        let ranked = curves.sorted { $0.delays.maxMilliseconds > $1.delays.maxMilliseconds }
        let left = across.pixels.upperBound + labelGap
        // Below the line of the p99, above the axis.
        let top = up.place(min(1, up.high)) - 26
        let pitch = min(30, (top - up.pixels.lowerBound - 14) / Double(max(1, ranked.count - 1)))
        for (row, curve) in ranked.enumerated() {
            let y = top - pitch * Double(row)
            let share = (y - up.pixels.lowerBound) / (up.pixels.upperBound - up.pixels.lowerBound)
            let percent = up.low * pow(up.high / up.low, share)
            let wait = curve.delays.quantileMilliseconds(1 - percent / 100)
            script.rule(
                fromX: across.place(min(max(across.low, wait), across.high)), fromY: y,
                toX: left - 16, toY: y, colour: curve.mark.colour, layer: "front")
            script.mark(curve.mark, x: left - 9, y: y)
            script.text(
                curve.label, x: left, y: y, size: ChartStyle.normal, colour: curve.mark.ink)
            guard curve.p99 >= across.low, up.high > 1 else { continue }
            script.mark(curve.mark, x: across.place(curve.p99), y: up.place(1))
        }
    }
}

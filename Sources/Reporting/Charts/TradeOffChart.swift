import Foundation
import Results
import Verdicts

/// Chart 3: the trade-off, a point a topology, with the Pareto front.
///
/// One axis is the wait of an event for main, the other the number of saved edits that a kill
/// takes. A loss of zero is the most important finding, and a logarithmic axis cannot show it: both
/// axes are asinh scales, which can.
///
///      │              ├──■──┤ private-writer
///     0┼─────────────────────────────
///      │ ├─▲─┤ siblings                  the band of those that lose nothing:
///      │       ├●┤ single-main           one above the other, so that bars are apart
enum TradeOffChart {
    static let name = "trade-off"
    private static let title = "What each topology costs, and what a kill takes"
    private static let width = 960.0
    private static let height = 600.0
    /// A delay below a millisecond does not matter to a user.
    private static let delayUnit = 1.0
    /// A tenth of an edit: exposures are means over time, mostly below one for a user's edits.
    private static let lossUnit = 0.1

    /// Between points that would lie on each other.
    private static let pitch = 16.0
    private static let left = 100.0
    private static let bottom = 88.0
    /// Said on both axes.
    private static let scale = "(scale linear near 0, logarithmic beyond)"

    private struct Point {
        /// The topology's place in the result.
        let index: Int
        let name: String
        let mark: TopologyMarks.Mark
        let delay: Figure
        let loss: Figure
        /// How many pixels above its value it is drawn, so that no bar lies on another.
        var shift = 0.0
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let marks = TopologyMarks(result.topologies.map(\.variant))
        let points = Headline.all(of: result).enumerated().compactMap { index, headline -> Point? in
            guard let delay = headline.figure(Metric.mainDelay[.p99]),
                let loss = headline.figure(Metric.lossKill[.exposure])
            else { return nil }
            let name = headline.topology.variant
            return Point(index: index, name: name, mark: marks[name], delay: delay, loss: loss)
        }
        guard !points.isEmpty else { return nil }
        let front = ParetoFront.indices(of: points.map { ($0.delay.value, $0.loss.value) })
        let certainty = FrontCertainty(
            Ranking(of: result), places: points.map(\.index),
            delays: points.map(\.delay.value), front: front)
        let across = across(points)
        let up = up(points)
        let shifted = shifted(points, up: up)
        let frame = Frame(across: across, up: up, certainty: certainty)
        return Chart(
            name: name, title: title, description: description(points, of: result),
            script: script(shifted, front: front.map { shifted[$0] }, frame, of: result),
            data: data(shifted, front: front.map { shifted[$0] }, certainty))
    }

    /// The axes, and how far the repetitions support the front.
    private struct Frame {
        let across: Axis
        let up: Axis
        let certainty: FrontCertainty
    }

    private static func description(_ points: [Point], of result: WorkloadResult) -> String {
        let figures = points.map { point in
            "\(point.name): delay p99 \(NumberText.short(point.delay.value)) ms, "
                + (point.loss.value == 0
                    ? "nothing lost to a kill"
                    : "\(NumberText.short(point.loss.value)) saved edits lost to a kill on average")
        }
        return "\(result.workload), phase \(result.headlinePhase). "
            + figures.joined(separator: "; ") + ". " + Caution.line(of: result)
    }

    /// Points of one height, one above the other: those that lose nothing below the line of zero,
    /// others about their height.
    private static func shifted(_ points: [Point], up: Axis) -> [Point] {
        var points = points
        let order = points.indices.sorted {
            (points[$0].loss.value, points[$0].delay.value, $0)
                < (points[$1].loss.value, points[$1].delay.value, $1)
        }
        var rows: [[Int]] = []
        for index in order {
            let value = points[index].loss.value
            let isSame = rows.last.map { row in
                let other = points[row[0]].loss.value
                return (other == 0) == (value == 0) && abs(up.place(other) - up.place(value)) < 8
            }
            if isSame == true { rows[rows.count - 1].append(index) } else { rows.append([index]) }
        }
        for row in rows {
            let isZero = points[row[0]].loss.value == 0
            for (place, index) in row.enumerated() {
                let middle = Double(row.count - 1) / 2
                points[index].shift =
                    isZero ? -pitch * (Double(place) + 1) : pitch * (Double(place) - middle)
            }
        }
        return points
    }

    private static func data(
        _ points: [Point], front: [Point], _ certainty: FrontCertainty
    ) -> String {
        func cells(_ figure: Figure) -> [String] {
            [figure.value, figure.low ?? figure.value, figure.high ?? figure.value]
                .map(NumberText.exact)
        }
        var text = """
            # A point a topology: the median over repetitions, with low and high.
            # shift: pixels above the value, so that points of one height are drawn apart.
            # delay_p99_ms low high loss_kill_exposure_edits low high topology shift

            """
        for point in points {
            text +=
                (cells(point.delay) + cells(point.loss)
                + [ChartScript.cell(point.name), NumberText.exact(point.shift)])
                .joined(separator: " ") + "\n\n\n"
        }
        text += "# The Pareto front: delay_p99_ms loss_kill_exposure_edits topology, and whether\n"
        text += "# the repetitions show that no other topology beats it in both.\n"
        for (place, point) in front.enumerated() {
            text += "\(NumberText.exact(point.delay.value)) \(NumberText.exact(point.loss.value)) "
            text += "\(ChartScript.cell(point.name)) "
            text += certainty.isCertain(member: place) ? "shown\n" : "open\n"
        }
        return text
    }

    private static func script(
        _ points: [Point], front: [Point], _ frame: Frame, of result: WorkloadResult
    ) -> String {
        let (across, up) = (frame.across, frame.up)
        let bars = RepetitionBars.words(of: points.map { result.topologies[$0.index] })
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), phase \(result.headlinePhase); lower left is better; "
                + bars,
            width: width, height: height, caution: Caution.line(of: result))
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
            script.ticks(letter, ticks) { "\(function)(\($0))" }
        }
        script.add("set border 3; set grid lc rgb \"#ECECEC\" lw 1 dt 1")
        script.add("set xlabel 'delay on the main queue, p99, in ms \(scale)' font \",12\"")
        script.add(
            "set ylabel \"saved edits lost to a kill: mean over time\\n\(scale)\" "
                + "font \",12\" offset 0.5")
        zero(up: up, across: across, script: &script)
        let corners = corners(of: front, across: across, up: up)
        frontLine(corners, frame.certainty, script: &script)
        labels(points, corners: corners, frame, script: &script)
        let pixel = (up.scaled(up.high) - up.scaled(up.low)) / (up.pixels.upperBound - bottom)
        script.add("# One pixel on the axis of losses, for points that are set apart.")
        script.add("pixel = \(NumberText.exact(pixel))")
        script.add("plot \\\n" + plots(points).joined(separator: ", \\\n"))
        return script.script
    }

    /// From below zero, so that a point there is drawn whole, or from a part of the smallest value
    /// when all are far from zero.
    private static func across(_ points: [Point]) -> Axis {
        let figures = points.map(\.delay)
        let smallest = figures.map { $0.low ?? $0.value }.min() ?? 0
        let high = max(20, 2 * (figures.map { $0.high ?? $0.value }.max() ?? 0))
        let low =
            smallest < 5 * delayUnit
            ? delayUnit * sinh(-0.06 * asinh(high / delayUnit)) : smallest / 2
        return Axis(
            scale: .aroundZero(unit: delayUnit), low: low, high: high, pixels: left...width - 40)
    }

    /// From below zero, with a band for the points that lose nothing.
    private static func up(_ points: [Point]) -> Axis {
        let figures = points.map(\.loss)
        let high = max(1, 2 * (figures.map { $0.high ?? $0.value }.max() ?? 0))
        let pixels = bottom...height - 88
        let band = pitch * (Double(figures.count { $0.value == 0 }) + 1)
        let share = min(0.6, band / (pixels.upperBound - pixels.lowerBound))
        let low = -lossUnit * sinh(asinh(high / lossUnit) * share / (1 - share))
        return Axis(scale: .aroundZero(unit: lossUnit), low: low, high: high, pixels: pixels)
    }

    /// The line of zero, with the band of those that lose nothing below it.
    private static func zero(up: Axis, across: Axis, script: inout ChartScript) {
        let band = Box(
            left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
            right: across.pixels.upperBound, top: up.place(0))
        script.rectangle(band, fill: "#F4F4F4", border: "#F4F4F4")
        script.rule(
            fromX: band.left, fromY: band.top, toX: band.right, toY: band.top,
            colour: ChartStyle.Colour.grey)
        script.text("nothing lost", x: band.right - 4, y: band.bottom + 9, align: .right)
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

    /// The front, solid where the repetitions show it, dotted where they do not.
    private static func frontLine(
        _ corners: [(x: Double, y: Double)], _ certainty: FrontCertainty,
        script: inout ChartScript
    ) {
        for (place, (from, to)) in zip(corners, corners.dropFirst()).enumerated() {
            script.rule(
                fromX: from.x, fromY: from.y, toX: to.x, toY: to.y,
                colour: ChartStyle.Colour.note,
                dash: certainty.isShown(segment: place) ? "1" : "(2,5)")
        }
        guard let first = corners.first else { return }
        let isLeft = isNamedLeft(first.x)
        script.text(
            words(certainty), x: first.x + (isLeft ? -6 : 6), y: first.y - 10,
            align: isLeft ? .right : .left)
    }

    private static func words(_ certainty: FrontCertainty) -> String {
        certainty.isShownThroughout
            ? "Pareto front" : "Pareto front of the medians; dotted: not told apart"
    }

    /// Whether the front's name has no room to the right of its line.
    private static func isNamedLeft(_ x: Double) -> Bool { x > width * 0.6 }

    private static func labels(
        _ points: [Point], corners: [(x: Double, y: Double)], _ frame: Frame,
        script: inout ChartScript
    ) {
        let (across, up) = (frame.across, frame.up)
        var placer = LabelPlacer(
            bounds: Box(
                left: across.pixels.lowerBound + 2, bottom: up.pixels.lowerBound + 2,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        placer.avoid(line: corners)
        if let first = corners.first {
            // The front's name, on either side of its line.
            let room = 6 + ChartScript.width(of: words(frame.certainty), size: ChartStyle.small)
            let isLeft = isNamedLeft(first.x)
            placer.avoid(
                Box(
                    left: first.x - (isLeft ? room : 0), bottom: first.y - 16,
                    right: first.x + (isLeft ? 0 : room), top: first.y))
        }
        placer.avoid(
            Box(
                left: across.pixels.upperBound - 90, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.lowerBound + 18))
        placer.avoid(
            line: [
                (across.pixels.lowerBound, up.place(0)), (across.pixels.upperBound, up.place(0)),
            ])
        for point in points {
            let x = across.place(point.delay.value)
            let y = up.place(point.loss.value) + point.shift
            placer.avoid(Box(left: x - 7, bottom: y - 7, right: x + 7, top: y + 7))
            let low = across.place(point.delay.low ?? point.delay.value)
            let high = across.place(point.delay.high ?? point.delay.value)
            placer.avoid(line: [(low, y), (high, y)])
        }
        let size = ChartStyle.normal
        for point in points {
            let y = up.place(point.loss.value) + point.shift
            let name = ChartScript.fitted(point.name, size: size, width: 360)
            let place = placer.place(
                name, size: size,
                at: candidates(
                    from: across.place(point.delay.low ?? point.delay.value),
                    to: across.place(point.delay.high ?? point.delay.value), y: y)
                    + (point.loss.value == 0
                        ? [] : candidates(around: (across.place(point.delay.value), y))))
            script.text(
                name, x: place.anchor.x, y: place.anchor.y, size: size,
                colour: point.mark.ink, align: place.align)
        }
    }

    /// Beside the bar, to its right or left.
    private static func candidates(
        from low: Double, to high: Double, y: Double
    ) -> [LabelPlacer.Candidate] {
        [
            .init(anchor: (high + 14, y), align: .left, penalty: 0.1),
            .init(anchor: (low - 14, y), align: .right, penalty: 0.2),
        ]
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

    private static func hasBar(_ figure: Figure) -> Bool {
        guard let low = figure.low, let high = figure.high else { return false }
        return high > low
    }

    private static func plots(_ points: [Point]) -> [String] {
        points.enumerated().flatMap { number, point -> [String] in
            let source = "'\(name).dat' index \(number) using (delay($1)):(loss($4)+pixel*$8)"
            let colour = "lc rgb \"\(point.mark.colour)\""
            let bars = "pt -1 ps 0 lw 1.2 \(colour)"
            var plots = ["  \(source) with points pt \(point.mark.point) ps 1.4 \(colour)"]
            // A bar without a length would strike its point through.
            if hasBar(point.loss) {
                plots.append(
                    "  \(source):(loss($5)+pixel*$8):(loss($6)+pixel*$8) with yerrorbars \(bars)")
            }
            if hasBar(point.delay) {
                plots.append("  \(source):(delay($2)):(delay($3)) with xerrorbars \(bars)")
            }
            return plots
        }
    }
}

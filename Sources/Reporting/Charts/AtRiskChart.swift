import Results
import Statistics

/// Chart 4: the edits that a kill would take, over time, a step line a topology; beneath it, a
/// strip a topology with the edits that were not yet saved.
///
/// The two are apart because they mean different things: the app believes a saved, uncommitted edit
/// safe; it knows about a dirty one.
enum AtRiskChart {
    static let name = "at-risk"
    private static let title = "What a kill would take, over time"
    private static let width = 960.0
    /// Title, subtitle and the plot's heading.
    private static let head = 104.0
    private static let mainHeight = 232.0
    /// Between the plot and the first strip.
    private static let gap = 66.0
    private static let stripHeight = 34.0
    /// A strip with the line of its name.
    private static let stripPitch = 56.0
    /// Axis, its title and the caution.
    private static let foot = 86.0

    private struct Line {
        let index: Int
        let name: String
        let atRisk: AtRisk
        let time: Interval

        var seconds: Double { Double(time.length) / 1e9 }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let lines = result.topologies.enumerated().compactMap { index, topology -> Line? in
            guard let record = topology.typicalRepetition?.record, let range = record.measured,
                !record.edits.isEmpty
            else { return nil }
            let time = Interval(began: range.lowerBound, ended: range.upperBound)
            return Line(
                index: index, name: topology.variant,
                atRisk: AtRisk(edits: record.edits, role: "", over: time), time: time)
        }
        guard !lines.isEmpty else { return nil }
        return Chart(name: name, title: title, script: script(lines, of: result), data: data(lines))
    }

    private static func data(_ lines: [Line]) -> String {
        var text = """
            # Edits at risk. Seconds since the first measured phase of the run; steps.
            # topology time_s at_risk_kill dirty; blank lines between topologies

            """
        for (number, line) in lines.enumerated() {
            if number > 0 { text += "\n\n" }
            for step in line.atRisk.joined + [line.atRisk.last(at: line.time.ended)] {
                let seconds = Double(step.time - line.time.began) / 1e9
                text +=
                    "\(ChartScript.cell(line.name)) \(NumberText.exact(seconds)) "
                    + "\(step.kill) \(step.dirty)\n"
            }
        }
        return text
    }

    private static func script(_ lines: [Line], of result: WorkloadResult) -> String {
        let height = head + mainHeight + gap + stripPitch * Double(lines.count) + foot
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), a typical repetition of each topology, "
                + "edits of all roles",
            width: width, height: height)
        let across = Axis(
            scale: .linear, low: 0, high: lines.map(\.seconds).max() ?? 1, pixels: 84...width - 40)
        script.add("set multiplot")
        script.add("set xrange [0:\(NumberText.exact(across.high))]")
        main(lines, across: across, top: height - head, script: &script)
        script.add("unset label; unset arrow; unset grid; unset ylabel")
        let top = height - head - mainHeight - gap
        script.text(
            "dirty: edited and not saved; the app knows", x: across.pixels.lowerBound, y: top + 16,
            size: ChartStyle.normal, colour: "#000000")
        let most = max(1, lines.map(\.atRisk.dirty.max).max() ?? 1)
        for (number, line) in lines.enumerated() {
            if number > 0 { script.add("unset label") }
            let bottom = top - stripPitch * Double(number + 1)
            dirtyStrip(
                line, number: number, isLast: number == lines.count - 1, most: most,
                box: Box(
                    left: across.pixels.lowerBound, bottom: bottom,
                    right: across.pixels.upperBound, top: bottom + stripHeight), script: &script)
        }
        script.add("unset multiplot")
        return script.script
    }

    /// The plot of saved, uncommitted edits.
    private static func main(
        _ lines: [Line], across: Axis, top: Double, script: inout ChartScript
    ) {
        let most = lines.map(\.atRisk.kill.max).max() ?? 0
        let high = max(1.0, Double(most)) * 1.25
        // It begins a little below zero, so that a line at zero is seen.
        let up = Axis(
            scale: .linear, low: -0.05 * high, high: high, pixels: top - mainHeight...top)
        let box = Box(
            left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
            right: across.pixels.upperBound, top: up.pixels.upperBound)
        script.margins(of: box)
        script.add("set yrange [\(NumberText.exact(up.low)):\(NumberText.exact(up.high))]")
        script.add("set border 3; set grid ytics lc rgb \"#E4E4E4\" lw 1 dt 1")
        script.add("set xtics auto format '%g' font \",11\"")
        let step = max(1, Axis.step(for: high, count: 4))
        script.add("set ytics 0,\(NumberText.exact(step)) font \",11\"")
        script.add("set ylabel 'edits'")
        script.text(
            "saved and not committed: a kill takes them, and the app believes them safe",
            x: box.left, y: box.top + 14, size: ChartStyle.normal, colour: "#000000")
        labels(lines, across: across, up: up, box: box, script: &script)
        let plots = lines.enumerated().map { number, line in
            let series = ChartStyle.series(line.index)
            return "  '\(name).dat' index \(number) using 2:3 with steps lw 2 dt \(series.dash) "
                + "lc rgb \"\(series.colour)\""
        }
        script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
    }

    /// One topology's dirty edits, as an area; all strips have one scale.
    private static func dirtyStrip(
        _ line: Line, number: Int, isLast: Bool, most: Int, box: Box, script: inout ChartScript
    ) {
        let series = ChartStyle.series(line.index)
        script.margins(of: box)
        script.add("set border \(isLast ? 3 : 2); set yrange [0:\(most)]; set ytics (0, \(most))")
        if isLast {
            script.add("set xtics auto nomirror format '%g' font \",11\" textcolor rgb 'black'")
            script.add("set xlabel 'seconds since the first measured phase'")
        } else {
            script.add("unset xtics")
        }
        script.text(
            "\(line.name): at most \(NumberText.grouped(Double(line.atRisk.dirty.max)))",
            x: box.left + 6, y: box.top + 8, size: 12, colour: series.ink)
        script.add(
            "plot '\(name).dat' index \(number) using 2:4 with fillsteps fs solid 0.45 "
                + "lc rgb \"\(series.colour)\", \\\n  '' index \(number) using 2:4 with steps "
                + "lw 0.8 lc rgb \"\(series.colour)\"")
    }

    /// Names at the lines; lines that stay at zero lie on each other and share one label.
    private static func labels(
        _ lines: [Line], across: Axis, up: Axis, box: Box, script: inout ChartScript
    ) {
        var placer = LabelPlacer(
            bounds: Box(
                left: box.left + 4, bottom: box.bottom + 2, right: box.right, top: box.top))
        let paths = lines.map { path(of: $0, across: across, up: up) }
        for path in paths { placer.avoid(line: path) }
        for (line, path) in zip(lines, paths) where line.atRisk.kill.max > 0 {
            let text = "\(line.name): at most \(NumberText.grouped(Double(line.atRisk.kill.max)))"
            let place = placer.place(
                text, size: ChartStyle.normal, at: candidates(along: path, box: box))
            script.text(
                text, x: place.anchor.x, y: place.anchor.y, size: ChartStyle.normal,
                colour: ChartStyle.series(line.index).ink, align: place.align)
        }
        let idle = lines.filter { $0.atRisk.kill.max == 0 }.map(\.name)
        guard !idle.isEmpty else { return }
        let text = "always 0: \(TextLines.list(idle))"
        let near = stride(from: 0.0, through: 1, by: 0.05).map { share in
            LabelPlacer.Candidate(
                anchor: (box.right - 6 - share * box.width, up.place(0) + 11), align: .right,
                penalty: share / 10)
        }
        let place = placer.place(
            text, size: ChartStyle.normal,
            at: near + [
                .init(anchor: (box.right - 6, box.top - 10), align: .right, penalty: 0.9)
            ])
        script.text(
            text, x: place.anchor.x, y: place.anchor.y, size: ChartStyle.normal,
            colour: "#333333", align: place.align)
    }

    private static func path(
        of line: Line, across: Axis, up: Axis
    ) -> [(x: Double, y: Double)] {
        var path: [(x: Double, y: Double)] = []
        for step in line.atRisk.kill.steps {
            let x = across.place(Double(step.time - line.time.began) / 1e9)
            if let last = path.last { path.append((x, last.y)) }
            path.append((x, up.place(Double(step.level))))
        }
        if let last = path.last { path.append((across.place(line.seconds), last.y)) }
        return path
    }

    /// Positions above the line's highest points first, then beside them.
    private static func candidates(
        along path: [(x: Double, y: Double)], box: Box
    ) -> [LabelPlacer.Candidate] {
        path.flatMap { point -> [LabelPlacer.Candidate] in
            let penalty = 0.8 * (box.top - point.y) / box.height
            return [
                .init(anchor: (point.x, point.y + 11), align: .left, penalty: penalty),
                .init(anchor: (point.x, point.y + 11), align: .right, penalty: penalty),
                .init(anchor: (point.x + 8, point.y - 8), align: .left, penalty: penalty + 0.1),
                .init(anchor: (point.x - 8, point.y - 8), align: .right, penalty: penalty + 0.1),
            ]
        }
    }
}

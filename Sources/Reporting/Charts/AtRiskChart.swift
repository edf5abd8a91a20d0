import Results
import Statistics

/// Chart 4: the edits that a kill would take, over time, a step line a topology; beneath it, a
/// strip a topology with the edits that were not yet saved.
///
/// The two are apart because they mean different things: the app believes a saved, uncommitted edit
/// safe; it knows about a dirty one.
enum AtRiskChart {
    static let name = "at-risk"
    private static let mostPlaces = 200
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

    /// Ticks of six digits, and their heading.
    private static let left = 92.0
    private static let right = 40.0

    private struct Line {
        let name: String
        let mark: TopologyMarks.Mark
        /// `repetition 2 of 3`.
        let repetition: String
        let atRisk: AtRisk
        let time: Interval

        var seconds: Double { Double(time.length) / 1e9 }
        var most: String { "at most \(NumberText.grouped(Double(atRisk.kill.max)))" }

        func seconds(of step: AtRisk.Step) -> Double { Double(step.time - time.began) / 1e9 }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let marks = TopologyMarks(result.topologies.map(\.variant))
        let lines = result.topologies.compactMap { topology -> Line? in
            guard let repetition = topology.typicalRepetition,
                let range = repetition.record.measured, !repetition.record.edits.isEmpty
            else { return nil }
            let time = Interval(began: range.lowerBound, ended: range.upperBound)
            return Line(
                name: topology.variant, mark: marks[topology.variant],
                repetition: topology.words(for: repetition),
                atRisk: AtRisk(edits: repetition.record.edits, role: "", over: time), time: time)
        }
        guard !lines.isEmpty else { return nil }
        let drawn = steps(lines)
        let figures = lines.map { "\($0.name), \($0.repetition): \($0.most)" }
        return Chart(
            name: name, title: title,
            description: "Saved edits that a kill would take in \(result.workload). "
                + figures.joined(separator: "; ") + ". " + Caution.line(of: result),
            script: script(lines, drawn.steps, of: result), data: data(lines, drawn))
    }

    /// The steps that are drawn, with the end of each line.
    private static func steps(
        _ lines: [Line]
    ) -> (steps: [[AtRisk.Step]], seconds: Double?) {
        let perPixel = (lines.map(\.seconds).max() ?? 1) / (width - left - right)
        let all = lines.map { line in
            (line.atRisk.joined + [line.atRisk.last(at: line.time.ended)]).map { (line, $0) }
        }
        // A step is a piece of a line and of an area.
        let thinned = Thinning.fitted(
            all, place: { $0.0.seconds(of: $0.1) / perPixel }, weight: { _ in 2 }
        ) { column, _ in
            Thinning.outline(column, by: [{ Double($0.1.kill) }, { Double($0.1.dirty) }])
        }
        return (thinned.series.map { $0.map(\.1) }, thinned.width.map { $0 * perPixel })
    }

    private static func data(
        _ lines: [Line], _ drawn: (steps: [[AtRisk.Step]], seconds: Double?)
    ) -> String {
        var text = """
            # Edits at risk. Seconds since the first measured phase of the run; steps.
            # topology time_s at_risk_kill dirty; blank lines between topologies

            """
        if let width = drawn.seconds {
            text +=
                "# Thinned: of steps within \(NumberText.short(width * 1000)) ms the first, the "
                + "lowest, the highest and the last.\n"
        }
        for (number, line) in lines.enumerated() {
            if number > 0 { text += "\n\n" }
            text += "# \(ChartScript.cell(line.name)), \(line.repetition), \(line.most)\n"
            for step in drawn.steps[number] {
                let seconds = line.seconds(of: step)
                text +=
                    "\(ChartScript.cell(line.name)) \(NumberText.exact(seconds)) "
                    + "\(step.kill) \(step.dirty)\n"
            }
        }
        return text
    }

    private static func script(
        _ lines: [Line], _ steps: [[AtRisk.Step]], of result: WorkloadResult
    ) -> String {
        let height = head + mainHeight + gap + stripPitch * Double(lines.count) + foot
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), edits of all roles"
                + (result.topologies.contains { $0.repetitions.count > 1 }
                    ? "; of each topology the repetition with the median longest stretch" : ""),
            width: width, height: height, caution: Caution.line(of: result))
        let across = Axis(
            scale: .linear, low: 0, high: lines.map(\.seconds).max() ?? 1,
            pixels: left...width - right)
        script.add("set multiplot")
        script.add("set xrange [0:\(NumberText.exact(across.high))]")
        main(lines, steps, across: across, top: height - head, script: &script)
        script.add("unset label; unset arrow; unset grid")
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
        _ lines: [Line], _ steps: [[AtRisk.Step]], across: Axis, top: Double,
        script: inout ChartScript
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
        script.ticks("y", Array(stride(from: 0, through: high, by: step)))
        // Beside the ticks it would leave the picture where they have five digits.
        script.text("edits", x: box.left - 10, y: box.top + 14, align: .right)
        script.text(
            "saved and not committed: a kill takes them, and the app believes them safe",
            x: box.left, y: box.top + 14, size: ChartStyle.normal, colour: "#000000")
        labels(lines, steps, across: across, up: up, box: box, script: &script)
        let plots = lines.enumerated().map { number, line in
            "  '\(name).dat' index \(number) using 2:3 with steps lw 2 dt \(line.mark.dash) "
                + "lc rgb \"\(line.mark.colour)\""
        }
        script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
    }

    /// One topology's dirty edits, as an area; all strips have one scale.
    private static func dirtyStrip(
        _ line: Line, number: Int, isLast: Bool, most: Int, box: Box, script: inout ChartScript
    ) {
        script.margins(of: box)
        script.add("set border \(isLast ? 3 : 2); set yrange [0:\(most)]")
        script.ticks("y", [0, Double(most)])
        if isLast {
            script.add("set xtics auto nomirror format '%g' font \",11\" textcolor rgb 'black'")
            script.add("set xlabel 'seconds since the first measured phase'")
        } else {
            script.add("unset xtics")
        }
        let label = ChartScript.fitted(line.name, size: 12, width: 400)
        let text = "\(label): at most \(NumberText.grouped(Double(line.atRisk.dirty.max)))"
        script.mark(line.mark, x: box.left + 10, y: box.top + 8)
        script.text(text, x: box.left + 20, y: box.top + 8, size: 12, colour: line.mark.ink)
        script.text(
            line.repetition, x: box.left + 30 + ChartScript.width(of: text, size: 12),
            y: box.top + 8)
        script.add(
            "plot '\(name).dat' index \(number) using 2:4 with fillsteps fs solid 0.45 "
                + "lc rgb \"\(line.mark.colour)\", \\\n  '' index \(number) using 2:4 with steps "
                + "lw 0.8 lc rgb \"\(line.mark.colour)\"")
    }

    /// Names at the lines; lines that stay at zero lie on each other and share one label.
    ///
    /// - Parameter steps: those that are drawn: each is looked at for each place of a label.
    private static func labels(
        _ lines: [Line], _ steps: [[AtRisk.Step]], across: Axis, up: Axis, box: Box,
        script: inout ChartScript
    ) {
        var placer = LabelPlacer(
            bounds: Box(
                left: box.left + 4, bottom: box.bottom + 2, right: box.right, top: box.top))
        let paths = zip(lines, steps).map { path(of: $0, $1, across: across, up: up) }
        for path in paths { placer.avoid(line: path) }
        for (line, path) in zip(lines, paths) where line.atRisk.kill.max > 0 {
            let name = ChartScript.fitted(line.name, size: ChartStyle.normal, width: 340)
            let text = "\(name): \(line.most)"
            let place = placer.place(
                text, size: ChartStyle.normal, at: candidates(along: path, box: box))
            script.text(
                text, x: place.anchor.x, y: place.anchor.y, size: ChartStyle.normal,
                colour: line.mark.ink, align: place.align)
        }
        let idle = lines.filter { $0.atRisk.kill.max == 0 }.map(\.name)
        guard !idle.isEmpty else { return }
        let names = "always 0: \(TextLines.list(idle))"
        let isFitting = ChartScript.width(of: names, size: ChartStyle.normal) < box.width - 12
        let text = isFitting ? names : "always 0: \(idle.count) topologies"
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
        of line: Line, _ steps: [AtRisk.Step], across: Axis, up: Axis
    ) -> [(x: Double, y: Double)] {
        var path: [(x: Double, y: Double)] = []
        var level: Int?
        for step in steps where step.kill != level {
            let x = across.place(line.seconds(of: step))
            if let last = path.last { path.append((x, last.y)) }
            path.append((x, up.place(Double(step.kill))))
            level = step.kill
        }
        if let last = path.last { path.append((across.place(line.seconds), last.y)) }
        return path
    }

    /// As many points as labels could stand at: the highest, from the left.
    private static func highest(
        of path: [(x: Double, y: Double)]
    ) -> [(x: Double, y: Double)] {
        guard path.count > mostPlaces else { return path }
        let level = path.map(\.y).sorted(by: >)[mostPlaces]
        let above = path.filter { $0.y > level }
        return above + path.filter { $0.y == level }.prefix(mostPlaces - above.count)
    }

    /// Positions above the line's highest points first, then beside them.
    private static func candidates(
        along path: [(x: Double, y: Double)], box: Box
    ) -> [LabelPlacer.Candidate] {
        highest(of: path).flatMap { point -> [LabelPlacer.Candidate] in
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

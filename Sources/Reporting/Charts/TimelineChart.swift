import Results

/// Chart 1: the stretches of the main queue, a strip a topology; a stretch is as high as it is
/// long.
///
/// Each is a stack of its causes' shares, the largest at the bottom.
///
///     single-main          ▂█ 117 ms ▂█ ▂█ ▂█
///     siblings             ▂ ▂ ▂ ▂ ▂ ▂ ▂ ▂ ▂
///                          0 s       1        2
///
/// One repetition of each topology, at the same scale in both directions.
enum TimelineChart {
    static let name = "timeline"
    private static let title = "Main queue: every stretch as wide and as high as it lasts"
    private static let width = 960.0
    private static let stripHeight = 84.0
    /// A strip with its heading.
    private static let stripPitch = 116.0
    /// Title, subtitle and legend.
    private static let head = 106.0
    /// Axis, its title and the caution.
    private static let foot = 92.0

    /// A frame at 60 Hz; Apple's “noticeable”; the shortest hang that Apple's tools report.
    private static let thresholds = [(16.7, "16.7 frame"), (100, "100 felt"), (250, "250 hang")]

    /// A strip's contents.
    private struct Strip {
        let topology: TopologyResult
        let repetition: RepetitionResult
        /// In the order of time, measured phases only.
        let stalls: [Stall]
        /// Begins of the measured phases in seconds from the chart's left end.
        let phases: [(name: String, seconds: Double)]
        let seconds: Double
        let zero: Int64

        func seconds(of instant: Int64) -> Double { Double(instant - zero) / 1e9 }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let strips = result.topologies.compactMap(strip)
        guard !strips.isEmpty else { return nil }
        return Chart(
            name: name, title: title, script: script(strips, of: result), data: data(strips))
    }

    private static func strip(_ topology: TopologyResult) -> Strip? {
        guard let repetition = topology.typicalRepetition,
            let time = repetition.record.measured
        else { return nil }
        let record = repetition.record
        let stalls = Stall.all(of: record, topology: topology.variant)
            .filter { time.contains($0.stretch.began) }
        let phases = record.phases.filter(\.isMeasured).map {
            (name: $0.name, seconds: Double($0.began - time.lowerBound) / 1e9)
        }
        return Strip(
            topology: topology, repetition: repetition, stalls: stalls, phases: phases,
            seconds: Double(time.upperBound - time.lowerBound) / 1e9, zero: time.lowerBound)
    }

    /// The share of one kind of cause in a stretch: a piece of its bar.
    private struct Piece {
        let group: CauseGroup
        let milliseconds: Double
    }

    /// The pieces of a stretch, the largest first; they add up to its length.
    private static func pieces(of stall: Stall) -> [Piece] {
        var own: [CauseGroup: Int64] = [:]
        for share in stall.causes { own[CauseGroup(cause: share.cause), default: 0] += share.own }
        return CauseGroup.allCases.compactMap { group in
            own[group].map { Piece(group: group, milliseconds: Double($0) / 1e6) }
        }.sorted { ($1.milliseconds, $0.group.rawValue) < ($0.milliseconds, $1.group.rawValue) }
    }

    private static func data(_ strips: [Strip]) -> String {
        var text = """
            # Stretches of the main queue. Seconds since the first measured phase of the run.
            # A stretch has a row for each kind of cause: what it took stands from from_ms to to_ms.
            # strip: 1 is the uppermost. kind: \(kinds).
            # strip kind began_s ended_s from_ms to_ms topology repetition what

            """
        for (index, strip) in strips.enumerated() {
            for stall in strip.stalls {
                var from = 0.0
                for piece in pieces(of: stall) {
                    let cells = [
                        String(index + 1), String(piece.group.rawValue),
                        NumberText.exact(strip.seconds(of: stall.stretch.began)),
                        NumberText.exact(strip.seconds(of: stall.stretch.ended)),
                        NumberText.exact(from), NumberText.exact(from + piece.milliseconds),
                        ChartScript.cell(strip.topology.variant), String(stall.repetition),
                        ChartScript.cell(stall.name),
                    ]
                    text += cells.joined(separator: " ") + "\n"
                    from += piece.milliseconds
                }
            }
        }
        return text
    }

    private static var kinds: String {
        CauseGroup.allCases.map { "\($0.rawValue) \($0.title)" }.joined(separator: "; ")
    }

    private static func script(_ strips: [Strip], of result: WorkloadResult) -> String {
        let height = head + foot + stripPitch * Double(strips.count)
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), a typical repetition of each topology",
            width: width, height: height)
        let longest = strips.flatMap(\.stalls).map(\.length).max() ?? 0
        let seconds = strips.map(\.seconds).max() ?? 1
        let groups = strips.map(groups)
        legend(
            CauseGroup.allCases.filter { group in groups.contains { $0.contains(group) } },
            script: &script)
        script.add("set multiplot")
        for (index, strip) in strips.enumerated() {
            let top = height - head - stripPitch * Double(index) - (stripPitch - stripHeight)
            draw(
                strip, number: index + 1, isLast: index == strips.count - 1, groups: groups[index],
                across: Axis(scale: .linear, low: 0, high: seconds, pixels: 64...width - 88),
                up: Axis(
                    // A third of the room stays free for the label of the longest.
                    scale: .linear, low: 0, high: max(20, Double(longest) / 1e6 * 1.34),
                    pixels: top - stripHeight...top),
                script: &script)
        }
        script.add("unset multiplot")
        return script.script
    }

    /// The kinds of cause that occur in a strip.
    private static func groups(of strip: Strip) -> [CauseGroup] {
        let found = Set(strip.stalls.flatMap(\.causes).map { CauseGroup(cause: $0.cause) })
        return CauseGroup.allCases.filter(found.contains)
    }

    /// The kinds of cause that occur, each with its colour and hatching.
    private static func legend(_ groups: [CauseGroup], script: inout ChartScript) {
        let y = script.height - 78
        var x = 24.0
        for (index, group) in groups.enumerated() {
            script.add(
                "set object \(index + 1) rect from screen \(script.x(x)),\(script.y(y - 6)) "
                    + "to screen \(script.x(x + 22)),\(script.y(y + 6)) "
                    + "fc rgb \"\(group.colour)\" fs \(group.fill) "
                    + "border lc rgb \"\(group.colour)\"")
            script.text(group.title, x: x + 28, y: y, size: 12, colour: "#333333")
            x += 28 + Double(group.title.count) * 12 * ChartStyle.letterWidth + 24
        }
    }

    private static func draw(
        _ strip: Strip, number: Int, isLast: Bool, groups: [CauseGroup], across: Axis, up: Axis,
        script: inout ChartScript
    ) {
        script.add("# \(strip.topology.variant)".replacing("\n", with: " "))
        if number > 1 {
            script.add("unset label; unset arrow; unset object")
        }
        script.margins(
            of: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        script.add("set xrange [0:\(NumberText.exact(across.high))]")
        script.add("set yrange [0:\(NumberText.exact(up.high))]")
        script.add("set border \(isLast ? 3 : 2)")
        script.add("set ytics \(NumberText.exact(Axis.step(for: up.high, count: 3))) font \",11\"")
        if isLast {
            script.add("set xtics auto nomirror format '%g' font \",11\" textcolor rgb 'black'")
            script.add("set xlabel 'seconds since the first measured phase'")
        } else {
            script.add("unset xtics; unset xlabel")
        }
        heading(strip, up: up, across: across, script: &script)
        rules(strip, up: up, across: across, script: &script)
        longestLabel(strip, across: across, up: up, script: &script)
        let plots = groups.map { group in
            "  '\(name).dat' using (($1==\(number) && $2==\(group.rawValue)) ? $3 : NaN):5:3:4:5:6 "
                + "with boxxyerror lw 0.6 lc rgb \"\(group.colour)\" "
                + "fs \(group.fill) border lc rgb \"\(group.colour)\""
        }
        // A strip without a stretch still has its axes.
        script.add("plot \\\n" + (plots.isEmpty ? "  NaN" : plots.joined(separator: ", \\\n")))
    }

    private static func heading(
        _ strip: Strip, up: Axis, across: Axis, script: inout ChartScript
    ) {
        let busy = strip.stalls.reduce(0) { $0 + $1.stretch.busy }
        let longest = strip.stalls.map(\.length).max() ?? 0
        let y = up.pixels.upperBound + 12
        script.text(
            strip.topology.variant, x: across.pixels.lowerBound, y: y, size: 14, colour: "#000000")
        script.text(
            "main busy \(NumberText.short(Double(busy) / 1e6)) ms, longest "
                + "\(NumberText.short(Double(longest) / 1e6)) ms",
            x: across.pixels.upperBound, y: y, size: 12, colour: "#333333", align: .right)
        script.text("ms", x: across.pixels.lowerBound - 12, y: y, align: .right)
    }

    /// Phases as dotted lines with their names; a frame and the thresholds of hangs across.
    private static func rules(_ strip: Strip, up: Axis, across: Axis, script: inout ChartScript) {
        for phase in strip.phases {
            let x = across.place(phase.seconds)
            if phase.seconds > 0 {
                script.rule(
                    fromX: x, fromY: up.pixels.lowerBound, toX: x, toY: up.pixels.upperBound,
                    colour: ChartStyle.Colour.note, dash: "(2,4)")
            }
            script.text(phase.name, x: x + 5, y: up.pixels.upperBound - 7)
        }
        // From the gravest down; where stalls last seconds, the lower ones lie on each other.
        var last = Double.infinity
        for (value, words) in thresholds.reversed() where value < up.high {
            let y = up.place(value)
            script.rule(
                fromX: across.pixels.lowerBound, fromY: y, toX: across.pixels.upperBound, toY: y)
            guard last - y > ChartStyle.small + 1 else { continue }
            script.text(words, x: across.pixels.upperBound + 6, y: y)
            last = y
        }
    }

    /// The label of the longest stretch, with its cause.
    private static func longestLabel(
        _ strip: Strip, across: Axis, up: Axis, script: inout ChartScript
    ) {
        guard let stall = strip.stalls.max(by: { $0.length < $1.length }), stall.length > 0 else {
            return
        }
        var placer = LabelPlacer(
            bounds: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound - 14))
        for other in strip.stalls {
            placer.avoid(
                Box(
                    left: across.place(strip.seconds(of: other.stretch.began)),
                    bottom: up.pixels.lowerBound,
                    right: across.place(strip.seconds(of: other.stretch.ended)),
                    top: up.place(Double(other.length) / 1e6)))
        }
        for (value, _) in thresholds where value < up.high {
            let y = up.place(value)
            placer.avoid(line: [(across.pixels.lowerBound, y), (across.pixels.upperBound, y)])
        }
        let milliseconds = Double(stall.length) / 1e6
        let cause = stall.stretch.cause
        let what = stall.kind == cause ? cause : "\(stall.kind): \(cause)"
        let text = "\(NumberText.short(milliseconds)) ms \(what)"
        let x = across.place(strip.seconds(of: stall.stretch.began))
        let top = up.place(milliseconds)
        let place = placer.place(
            text, size: ChartStyle.small,
            at: [9.0, 16, 23, 30].flatMap { gap -> [LabelPlacer.Candidate] in
                [
                    .init(anchor: (x, top + gap), align: .left, penalty: gap / 100),
                    .init(anchor: (x, top + gap), align: .center, penalty: gap / 100),
                    .init(anchor: (x, top + gap), align: .right, penalty: gap / 100),
                ]
            })
        script.text(
            text, x: place.anchor.x, y: place.anchor.y, colour: "#000000", align: place.align,
            isBoxed: true)
    }
}

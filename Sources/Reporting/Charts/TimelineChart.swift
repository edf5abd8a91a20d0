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
/// One repetition of each topology, all at one scale in time. Where one topology is many times
/// slower than another, each strip has a scale of its own in height, and names its end.
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

    /// Room for the names of the thresholds.
    private static let right = 132.0
    private static let left = 64.0
    /// Scales further apart than this leave bars of a strip too low to be seen on a common one.
    private static let mostCommon = 3.0
    /// The least height of a strip in milliseconds: a frame is always on it.
    private static let least = 20.0
    /// The narrowest bar in pixels that is drawn with its hatching; narrower ones are lines.
    private static let narrowest = 1.5
    /// Stretches are left out of a column beside a longer one if they are lower than this part of
    /// the column's width: at 4 pixels what is lower than one.
    private static let tallness = 4.0
    /// The lowest piece of a bar in pixels that is drawn by itself.
    private static let lowest = 0.5

    /// A strip's contents.
    private struct Strip {
        let topology: TopologyResult
        let repetition: RepetitionResult
        /// In the order of time, measured phases only.
        let stalls: [Stall]
        /// Those that are drawn.
        var drawn: [Stall] = []
        /// The end of its scale, in milliseconds.
        var high = 0.0
        /// Begins of the measured phases in seconds from the chart's left end.
        let phases: [(name: String, seconds: Double)]
        let seconds: Double
        let zero: Int64

        var longest: Double { Double(stalls.map(\.length).max() ?? 0) / 1e6 }

        /// `repetition 2 of 3`, with the mark of a disturbed one.
        var words: String { topology.words(for: repetition) }

        func seconds(of instant: Int64) -> Double { Double(instant - zero) / 1e9 }
    }

    /// The strips with their common seconds, and what the scales and the thinning did.
    private struct Layout {
        var strips: [Strip]
        let seconds: Double
        let hasOwnScales: Bool
        /// The columns' width in milliseconds: of low stretches in one the longest alone is drawn;
        /// `nil` if all are.
        let thinned: Double?

        var across: Axis {
            Axis(scale: .linear, low: 0, high: seconds, pixels: left...width - right)
        }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        let strips = result.topologies.compactMap(strip)
        guard !strips.isEmpty else { return nil }
        let layout = layout(strips)
        return Chart(
            name: name, title: title, description: description(layout, of: result),
            script: script(layout, of: result), data: data(layout))
    }

    /// Scales the strips, and thins them together to what a picture has room for.
    private static func layout(_ strips: [Strip]) -> Layout {
        var strips = strips
        // Half as high again as the longest: room for its label.
        let highs = strips.map { max(least, Axis.roundedUp($0.longest * 1.5)) }
        let (lowest, highest) = (highs.min() ?? least, highs.max() ?? least)
        let isCommon = highest <= mostCommon * lowest
        for index in strips.indices { strips[index].high = isCommon ? highest : highs[index] }
        let seconds = strips.map(\.seconds).max() ?? 1
        let perPixel = seconds / (width - right - left)
        let (drawn, columns) = Thinning.fitted(
            strips.map { strip in strip.stalls.map { (strip: strip, stall: $0) } },
            place: { $0.strip.seconds(of: $0.stall.stretch.began) / perPixel },
            weight: { weight(of: $0.stall, in: $0.strip, secondsPerPixel: perPixel) },
            keeping: { column, width in
                let longest = column.max { $0.stall.length < $1.stall.length }?.stall.stretch.began
                return column.filter { strip, stall in
                    stall.stretch.began == longest
                        || height(of: stall, in: strip) >= width / tallness
                }
            })
        for index in strips.indices { strips[index].drawn = drawn[index].map(\.stall) }
        return Layout(
            strips: strips, seconds: seconds, hasOwnScales: !isCommon,
            thinned: columns.map { $0 * perPixel * 1000 })
    }

    private static func height(of stall: Stall, in strip: Strip) -> Double {
        Double(stall.length) / 1e6 * stripHeight / strip.high
    }

    /// What a stretch counts for: a bar has twice the bytes of a line.
    private static func weight(
        of stall: Stall, in strip: Strip, secondsPerPixel: Double
    ) -> Int {
        let isWide = Double(stall.length) / 1e9 >= narrowest * secondsPerPixel
        return pieces(of: stall, in: strip).count * (isWide ? 2 : 1)
    }

    /// The figures of each strip, for a reader without the picture.
    private static func description(_ layout: Layout, of result: WorkloadResult) -> String {
        let strips = layout.strips.map { strip in
            "\(strip.topology.variant), \(strip.words): \(busy(strip)), longest "
                + "\(NumberText.short(strip.longest)) ms"
        }
        return "Stretches of the main queue in \(result.workload), one strip a topology. "
            + strips.joined(separator: "; ") + ". " + Caution.line(of: result)
    }

    private static func busy(_ strip: Strip) -> String {
        let busy = strip.stalls.reduce(0) { $0 + $1.stretch.busy }
        return "main busy \(NumberText.short(Double(busy) / 1e6)) ms"
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
    ///
    /// What is too low to be seen is part of the largest.
    private static func pieces(of stall: Stall, in strip: Strip) -> [Piece] {
        var own: [CauseGroup: Int64] = [:]
        for share in stall.causes { own[CauseGroup(cause: share.cause), default: 0] += share.own }
        let visible = lowest * strip.high / stripHeight
        let pieces = CauseGroup.allCases.compactMap { group in
            own[group].map { Piece(group: group, milliseconds: Double($0) / 1e6) }
        }.sorted { ($1.milliseconds, $0.group.rawValue) < ($0.milliseconds, $1.group.rawValue) }
        guard let largest = pieces.first else { return [] }
        let others = pieces.dropFirst().filter { $0.milliseconds >= visible }
        let rest = pieces.dropFirst().filter { $0.milliseconds < visible }
        let sum = rest.reduce(largest.milliseconds) { $0 + $1.milliseconds }
        return [Piece(group: largest.group, milliseconds: sum)] + others
    }

    private static func data(_ layout: Layout) -> String {
        var text = """
            # Stretches of the main queue. Seconds since the first measured phase of the run.
            # A stretch has a row for each kind of cause: what it took stands from from_ms to to_ms.
            # A kind too short to be seen is part of the stretch's largest.
            # strip: 1 is the uppermost. kind: \(kinds).
            # strip kind began_s ended_s from_ms to_ms topology repetition what

            """
        if let thinned = layout.thinned {
            text +=
                "# Thinned: of low stretches that begin within \(NumberText.short(thinned)) ms, "
                + "the longest alone; stretches.csv has all.\n"
        }
        for (index, strip) in layout.strips.enumerated() {
            text +=
                "# strip \(index + 1), \(ChartScript.cell(strip.topology.variant)), "
                + "\(strip.words): \(strip.drawn.count) of \(strip.stalls.count) stretches; the "
                + "longest \(NumberText.exact(strip.longest)) ms; scale to "
                + "\(NumberText.exact(strip.high)) ms\n"
            for stall in strip.drawn {
                var from = 0.0
                for piece in pieces(of: stall, in: strip) {
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

    private static func subtitle(_ layout: Layout, of result: WorkloadResult) -> String {
        var parts = ["\(result.workload), measured phases"]
        if layout.strips.contains(where: { $0.topology.repetitions.count > 1 }) {
            parts.append("of each topology the repetition with the median longest stretch")
        }
        if layout.hasOwnScales { parts.append("each strip has a scale of its own") }
        if let thinned = layout.thinned {
            parts.append(
                "of low stretches within \(NumberText.short(thinned)) ms, the longest alone")
        }
        return parts.joined(separator: "; ")
    }

    private static func script(_ layout: Layout, of result: WorkloadResult) -> String {
        let strips = layout.strips
        let height = head + foot + stripPitch * Double(strips.count)
        var script = ChartScript(
            name: name, title: title, subtitle: subtitle(layout, of: result), width: width,
            height: height, caution: Caution.line(of: result))
        let marks = TopologyMarks(result.topologies.map(\.variant))
        let groups = strips.map(groups)
        legend(
            CauseGroup.allCases.filter { group in groups.contains { $0.contains(group) } },
            script: &script)
        script.add("set multiplot")
        for (index, strip) in strips.enumerated() {
            let top = height - head - stripPitch * Double(index) - (stripPitch - stripHeight)
            let up = Axis(
                scale: .linear, low: 0, high: strip.high, pixels: top - stripHeight...top)
            if index > 0 { script.add("unset label; unset arrow; unset object") }
            heading(
                strip, marks[strip.topology.variant], up: up, across: layout.across,
                script: &script)
            if layout.hasOwnScales { scale(strip, up: up, across: layout.across, &script) }
            draw(
                strip, number: index + 1, isLast: index == strips.count - 1, groups: groups[index],
                across: layout.across, up: up, script: &script)
        }
        script.add("unset multiplot")
        return script.script
    }

    /// The kinds of cause that occur in a strip.
    private static func groups(of strip: Strip) -> [CauseGroup] {
        let found = Set(strip.drawn.flatMap { pieces(of: $0, in: strip) }.map(\.group))
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
        script.add("# \(ChartScript.cell(strip.topology.variant))")
        script.margins(
            of: Box(
                left: across.pixels.lowerBound, bottom: up.pixels.lowerBound,
                right: across.pixels.upperBound, top: up.pixels.upperBound))
        script.add("set xrange [0:\(NumberText.exact(across.high))]")
        script.add("set yrange [0:\(NumberText.exact(up.high))]")
        script.add("set border \(isLast ? 3 : 2)")
        script.ticks("y", Axis.steps(to: up.high, count: 3))
        if isLast {
            script.add("set xtics auto nomirror format '%g' font \",11\" textcolor rgb 'black'")
            script.add("set xlabel 'seconds since the first measured phase'")
        } else {
            script.add("unset xtics; unset xlabel")
        }
        rules(strip, up: up, across: across, script: &script)
        longestLabel(strip, across: across, up: up, script: &script)
        let wide = NumberText.exact(
            narrowest * across.high / (across.pixels.upperBound - across.pixels.lowerBound))
        let plots = groups.flatMap { group in
            let isOwn = "$1==\(number) && $2==\(group.rawValue)"
            return [
                "  '\(name).dat' using ((\(isOwn) && $4-$3>=\(wide)) ? $3 : NaN):5:3:4:5:6 "
                    + "with boxxyerror lw 0.6 lc rgb \"\(group.colour)\" "
                    + "fs \(group.fill) border lc rgb \"\(group.colour)\"",
                "  '' using ((\(isOwn) && $4-$3<\(wide)) ? $3 : NaN):5:(0):($6-$5) "
                    + "with vectors nohead lw 1 lc rgb \"\(group.colour)\"",
            ]
        }
        // A strip without a stretch still has its axes.
        script.add("plot \\\n" + (plots.isEmpty ? "  NaN" : plots.joined(separator: ", \\\n")))
    }

    /// Where the strip's scale ends, in the strip.
    private static func scale(
        _ strip: Strip, up: Axis, across: Axis, _ script: inout ChartScript
    ) {
        script.text(
            scaleWords(strip), x: across.pixels.upperBound - 4, y: up.pixels.upperBound - 7,
            align: .right)
    }

    private static func scaleWords(_ strip: Strip) -> String {
        "scale to \(NumberText.short(strip.high)) ms"
    }

    /// The topology with the repetition that is drawn, and its figures at the right end.
    private static func heading(
        _ strip: Strip, _ mark: TopologyMarks.Mark, up: Axis, across: Axis,
        script: inout ChartScript
    ) {
        let y = up.pixels.upperBound + 12
        let left = across.pixels.lowerBound
        let name = ChartScript.fitted(strip.topology.variant, size: 14, width: 330)
        script.mark(mark, x: left + 5, y: y)
        script.text(name, x: left + 16, y: y, size: 14, colour: mark.ink)
        script.text(
            strip.words, x: left + 16 + ChartScript.width(of: name, size: 14) + 10, y: y)
        script.text(
            "\(busy(strip)), longest \(NumberText.short(strip.longest)) ms",
            x: across.pixels.upperBound + right - 24, y: y, size: 12, colour: "#333333",
            align: .right)
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
        for threshold in DelayThreshold.all.reversed() where threshold.milliseconds < up.high {
            let y = up.place(threshold.milliseconds)
            guard last - y > ChartStyle.small + 1 else { continue }
            script.rule(
                fromX: across.pixels.lowerBound, fromY: y, toX: across.pixels.upperBound, toY: y)
            script.text(
                "\(NumberText.exact(threshold.milliseconds)) ms \(threshold.words)",
                x: across.pixels.upperBound + 6, y: y)
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
                right: across.pixels.upperBound, top: up.pixels.upperBound - 12))
        for other in strip.drawn {
            placer.avoid(
                Box(
                    left: across.place(strip.seconds(of: other.stretch.began)),
                    bottom: up.pixels.lowerBound,
                    right: across.place(strip.seconds(of: other.stretch.ended)),
                    top: up.place(Double(other.length) / 1e6)))
        }
        for threshold in DelayThreshold.all where threshold.milliseconds < up.high {
            let y = up.place(threshold.milliseconds)
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
            at: [8.0, 16, 23, 30].flatMap { gap -> [LabelPlacer.Candidate] in
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

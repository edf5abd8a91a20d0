import Results

/// All queues of each topology and its store over time, for a page: a typical repetition of each.
///
///     siblings
///     main        ▂█ ▂  ▂█ ▂   ▂      a bar as high as its stretch is long, of its causes
///     importing   ████  ████  ███     blocks, and in them saves
///     store        ██    ██    ██     transactions
///     disk          ▪     ▪     ▪     syncs
///
/// Drawn here and not by gnuplot: a row is one path for each kind of thing, so that a picture of
/// ten thousand blocks has some tens of kilobytes.
///
/// What the page's script needs to zoom and to name what lies under the pointer stands in the
/// picture: marks of time in one clipped group, the axis in another, and an invisible area for each
/// row with the topology's place in the trace, the row's name, and the seconds of the whole width.
struct TimelinePicture {
    static let title = "All queues and the store over time"

    private static let width = 1000.0
    private static let left = 150.0
    private static let right = 12.0
    /// The width of time.
    private static var span: Double { width - left - right }
    /// Title and legend.
    private static let head = 62.0
    private static let foot = 40.0
    private static let heading = 22.0
    private static let barHeight = 52.0
    private static let rowHeight = 11.0
    private static let rowPitch = 16.0
    private static let gap = 14.0
    /// The narrowest mark, and the widest gap that it closes, in pixels.
    private static let narrowest = 0.6
    private static let closing = 0.3

    private let lanes: [Lane]
    private let description: String
    private let seconds: Double
    /// The longest stretch of all, in nanoseconds.
    private let longest: Int64

    /// A topology's rows.
    private struct Lane {
        let name: String
        let zero: Int64
        let stretches: [StretchRecord]
        let rows: [Row]

        var height: Double {
            heading + barHeight + 4 + Double(rows.count) * rowPitch + gap
        }
    }

    private struct Row {
        let name: String
        /// Times that are drawn over those before them.
        let marks: [(colour: String, times: [Range<Int64>])]
    }

    /// - Returns: `nil` where no topology has a repetition.
    init?(of result: WorkloadResult) {
        let shown = result.topologies.compactMap { topology in
            topology.typicalRepetition.flatMap { repetition in
                repetition.record.measured.map { (topology, repetition, $0) }
            }
        }
        guard !shown.isEmpty else { return nil }
        lanes = shown.map { topology, repetition, time in
            Lane(
                name: "\(topology.variant), \(topology.words(for: repetition))",
                zero: time.lowerBound,
                stretches: repetition.record.stretches.filter { time.contains($0.began) },
                rows: Self.rows(of: repetition.record, in: time))
        }
        seconds = shown.map { Double($0.2.upperBound - $0.2.lowerBound) / 1e9 }.max() ?? 1
        longest = lanes.flatMap(\.stretches).map { $0.ended - $0.began }.max() ?? 1
        let sentences = lanes.map { lane in
            let most = lane.stretches.map { $0.ended - $0.began }.max() ?? 0
            let rows = lane.rows.map(\.name)
            let below = rows.isEmpty ? "" : "; below it \(TextLines.list(rows))"
            let length = NumberText.short(Double(most) / 1e6)
            return "\(lane.name): main’s longest stretch \(length) ms\(below)."
        }
        description =
            (["The measured phases of \(result.workload)."] + sentences + [
                Caution.line(of: result)
            ]).joined(separator: " ")
    }

    // MARK: Rows

    private static func rows(of record: RunRecord, in time: Range<Int64>) -> [Row] {
        func within(_ times: [Range<Int64>]) -> [Range<Int64>] {
            times.filter { $0.overlaps(time) }.map { $0.clamped(to: time) }
        }
        let saves = (record.saves ?? []).filter { !$0.isOnMain && $0.began <= $0.ended }
        var rows = (record.queues ?? []).map { queue in
            let blocks = queue.blocks.filter { $0.began <= $0.ended }.map { $0.began..<$0.ended }
            let own = saves.filter { $0.context == queue.name }.map { $0.began..<$0.ended }
            return Row(
                name: queue.name,
                marks: [
                    (ChartStyle.Colour.rule, within(blocks)),
                    (ChartStyle.Colour.vermilion, within(own)),
                ])
        }
        rows.removeAll { row in row.marks.allSatisfy(\.times.isEmpty) }
        guard let store = record.storeTimeline else { return rows }
        let transactions = store.transactions.filter { $0.began <= $0.committed }
        let syncs = store.calls.filter { $0.kind == .sync && $0.began <= $0.ended }
        return rows
            + [
                Row(
                    name: "store",
                    marks: [
                        (
                            ChartStyle.Colour.purple,
                            within(transactions.map { $0.began..<$0.committed })
                        )
                    ]),
                Row(
                    name: "disk",
                    marks: [(ChartStyle.Colour.black, within(syncs.map { $0.began..<$0.ended }))]),
            ].filter { !$0.marks.allSatisfy(\.times.isEmpty) }
    }

    // MARK: Drawing

    /// The chart of the page.
    var figure: PageFigure {
        PageFigure(
            file: TimelineChart.name, title: Self.title, picture: svg, description: description,
            isOfTime: true)
    }

    private var svg: String {
        let height = Self.head + lanes.reduce(0) { $0 + $1.height } + Self.foot
        var lines = [
            "<svg role=\"img\" aria-labelledby=\"title description\" "
                + "viewBox=\"0 0 \(Self.text(Self.width)) \(Self.text(height))\" "
                + "font-family=\"\(ChartPicture.fonts)\" font-size=\"12\">",
            "<title id=\"title\">\(Self.title)</title>",
            "<desc id=\"description\">\(PlainText.markup(description))</desc>",
        ]
        lines += legend
        var y = Self.head
        var drawing = Drawing()
        for (place, lane) in lanes.enumerated() {
            draw(lane, place, at: y, into: &drawing)
            y += lane.height
        }
        lines += drawing.words + marks(drawing.marks, to: y) + drawing.areas
        return (lines + axis(at: y, height: height) + ["</svg>"]).joined(separator: "\n")
    }

    /// Parts of the picture that lie on one another.
    private struct Drawing {
        var words: [String] = []
        /// What lies at its time.
        var marks: [String] = []
        /// Where a pointer finds a row.
        var areas: [String] = []
    }

    /// The marks, cut off where time ends, however they are moved.
    private func marks(_ marks: [String], to bottom: Double) -> [String] {
        let size =
            "width='\(Self.text(Self.span))' height='\(Self.text(bottom - Self.head))'"
        return [
            "<clipPath id='time'><rect x='\(Self.text(Self.left))' y='\(Self.text(Self.head))' "
                + "\(size)/></clipPath>", "<g clip-path='url(#time)'><g class='marks'>",
        ] + marks + ["</g></g>"]
    }

    /// The invisible area of a row.
    private func area(_ lane: Int, _ row: String, y: Double, height: Double) -> String {
        "<rect x='\(Self.text(Self.left))' y='\(Self.text(y))' width='\(Self.text(Self.span))' "
            + "height='\(Self.text(height))' fill='none' pointer-events='all' "
            + "data-lane='\(lane)' data-row='\(PlainText.markup(row))' data-seconds='\(seconds)'/>"
    }

    private func x(_ instant: Int64, _ lane: Lane) -> Double {
        Self.left + Double(instant - lane.zero) / 1e9 / seconds * Self.span
    }

    private func draw(_ lane: Lane, _ place: Int, at top: Double, into drawing: inout Drawing) {
        drawing.words.append(Self.label(lane.name, x: 4, y: top + 14, weight: "bold"))
        let base = top + Self.heading + Self.barHeight
        drawing.words.append(Self.label("main", x: 4, y: base - 4))
        var paths: [CauseGroup: PathText] = [:]
        for stretch in lane.stretches { add(stretch, of: lane, base: base, to: &paths) }
        for group in CauseGroup.allCases {
            guard let path = paths[group] else { continue }
            drawing.marks.append("<path fill='\(group.colour)' d='\(path.text)'/>")
        }
        drawing.areas.append(area(place, "main", y: base - Self.barHeight, height: Self.barHeight))
        drawing.words.append(Self.line(base))
        var y = base + 4
        for row in lane.rows {
            drawing.words.append(Self.label(row.name, x: 4, y: y + Self.rowHeight - 1))
            for mark in row.marks where !mark.times.isEmpty {
                let middle = y + Self.rowHeight / 2
                drawing.marks.append(
                    "<path fill='none' stroke='\(mark.colour)' "
                        + "stroke-width='\(Self.text(Self.rowHeight))' "
                        + "d='\(path(mark.times, lane, middle))'/>")
            }
            drawing.areas.append(area(place, row.name, y: y, height: Self.rowHeight))
            y += Self.rowPitch
        }
    }

    /// A stretch as a bar of its causes, the largest at the bottom.
    private func add(
        _ stretch: StretchRecord, of lane: Lane, base: Double,
        to paths: inout [CauseGroup: PathText]
    ) {
        let (began, ended) = (x(stretch.began, lane), x(stretch.ended, lane))
        let left = Self.tenths(began)
        let right = Self.tenths(max(began + Self.narrowest, ended))
        var y = base
        for share in stretch.causes {
            let high = Double(share.own) / Double(max(1, longest)) * Self.barHeight
            guard high >= 0.2 else { continue }
            let (bottom, top) = (Self.tenths(y), Self.tenths(y - high))
            paths[CauseGroup(cause: share.cause), default: PathText()].addBar(
                left: left, right: right, bottom: bottom, top: top)
            y -= high
        }
    }

    /// A row's times as one path, a thick line each; those too close to be told are one.
    private func path(_ times: [Range<Int64>], _ lane: Lane, _ y: Double) -> String {
        var merged: [(began: Double, ended: Double)] = []
        for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let began = x(time.lowerBound, lane)
            let ended = max(began + Self.narrowest, x(time.upperBound, lane))
            if let last = merged.last, began - last.ended < Self.closing {
                merged[merged.count - 1].ended = max(last.ended, ended)
            } else {
                merged.append((began, ended))
            }
        }
        var path = PathText()
        for bar in merged {
            path.move(to: PathText.Point(x: Self.tenths(bar.began), y: Self.tenths(y)))
            path.line(to: PathText.Point(x: Self.tenths(bar.ended), y: Self.tenths(y)))
        }
        return path.text
    }

    // MARK: Words

    private var legend: [String] {
        let most = NumberText.short(Double(longest) / 1e6)
        let words =
            "main: a bar as high as its stretch is long, \(most) ms at most, by causes; below it "
            + "blocks and saves of each queue, transactions of the store, syncs of the disk"
        var lines = [Self.label(words, x: 4, y: 16, colour: "#333333")]
        let entries =
            CauseGroup.allCases.map { ($0.colour, $0.title) } + [
                (ChartStyle.Colour.rule, "block"), (ChartStyle.Colour.purple, "transaction"),
                (ChartStyle.Colour.black, "disk"),
            ]
        var x = 4.0
        for (colour, title) in entries {
            lines.append(
                "<rect x='\(Self.text(x))' y='32' width='12' height='12' fill='\(colour)'/>")
            lines.append(Self.label(title, x: x + 16, y: 42, colour: "#333333"))
            x += 34 + Double(title.count) * 6.6
        }
        return lines
    }

    private func axis(at y: Double, height: Double) -> [String] {
        var lines = [Self.line(y), "<g class='ticks'>"]
        for tick in Axis.steps(to: seconds, count: 8) {
            let x = Self.left + tick / seconds * Self.span
            lines.append(
                "<path stroke='#9a9a9a' d='M\(Self.text(x)) \(Self.text(y))v5'/>"
                    + Self.label(NumberText.short(tick), x: x, y: y + 17, anchor: "middle"))
        }
        lines.append("</g>")
        lines.append(
            Self.label(
                "seconds since the first measured phase", x: Self.left + Self.span / 2,
                y: height - 6, anchor: "middle"))
        return lines
    }

    private static func line(_ y: Double) -> String {
        "<path stroke='#9a9a9a' d='M\(text(left)) \(text(y))H\(text(width - right))'/>"
    }

    private static func label(
        _ words: String, x: Double, y: Double, weight: String? = nil, colour: String = "#000000",
        anchor: String? = nil
    ) -> String {
        let bold = weight.map { " font-weight='\($0)'" } ?? ""
        let place = anchor.map { " text-anchor='\($0)'" } ?? ""
        return "<text x='\(text(x))' y='\(text(y))' fill='\(colour)'\(bold)\(place)>"
            + "\(PlainText.markup(words))</text>"
    }

    /// A tenth of a pixel is enough.
    private static func tenths(_ value: Double) -> Int { Int((value * 10).rounded()) }

    private static func text(_ value: Double) -> String { PathText.number(tenths(value)) }
}

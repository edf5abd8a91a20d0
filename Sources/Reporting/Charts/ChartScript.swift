/// Commands for gnuplot, with the frame that all charts share.
///
///     ┌──────────────────────────────┐
///     │ title                        │
///     │ subtitle                     │
///     │ ┌──────────────────────────┐ │
///     │ │ plots, by the chart      │ │
///     │ └──────────────────────────┘ │
///     │ caution                      │
///     └──────────────────────────────┘
///
/// Positions are pixels from the lower left corner, as gnuplot counts. They are turned into parts
/// of the screen, so that `LabelPlacer` can find room for labels.
struct ChartScript {
    let name: String
    let width: Double
    let height: Double
    private var lines: [String] = []

    /// - Parameters:
    ///   - title: a fixed text of the chart, without any name from a workload.
    ///   - caution: what a reader must know before quoting a figure.
    init(
        name: String, title: String, subtitle: String, width: Double, height: Double,
        caution: String = SummaryText.caution
    ) {
        self.name = name
        self.width = width
        self.height = height
        add("# gnuplot \(name).gp draws \(name).svg from \(name).dat; -e \"output='…'\" elsewhere.")
        add("# lab then gives the picture its title, description and list of fonts.")
        add("if (!exists(\"output\")) output = \"\(name).svg\"")
        add("set encoding utf8")
        let size = "\(NumberText.exact(width)),\(NumberText.exact(height))"
        add(
            "set terminal svg size \(size) fixed enhanced font \"Helvetica,"
                + "\(NumberText.exact(ChartStyle.normal))\" "
                + "background rgb \"\(ChartStyle.background)\"")
        add("set output output")
        add("set border lc rgb \"\(ChartStyle.Colour.note)\"")
        add("set tics nomirror textcolor rgb \"black\"")
        add("unset key")
        add("set style textbox opaque noborder fillcolor rgb \"white\" margins 0.3,0.3")
        // The title alone is in gnuplot's markup; names of workloads and topologies never are.
        add(
            "set label \"{/:Bold \(title)}\" at screen \(x(24)),\(y(height - 26)) "
                + "font \",17\"")
        for (line, words) in ChartScript.subtitle(subtitle, width: width - 48).enumerated() {
            text(words, x: 24, y: height - 46 - 15 * Double(line), size: 12, colour: "#333333")
        }
        text(
            caution, x: 24, y: 16, size: ChartStyle.small,
            colour: ChartStyle.Colour.note)
    }

    /// A subtitle in one line, or in two if it is longer; a third has no room.
    private static func subtitle(_ text: String, width: Double) -> [String] {
        let most = Int(width / (12 * ChartStyle.letterWidth))
        let lines = TextLines.wrapped(PlainText.line(text), width: most)
        return lines.prefix(2).enumerated().map { line, words in
            let isCut = line == 1 && lines.count > 2
            return fitted(isCut ? words + " …" : words, size: 12, width: width)
        }
    }

    /// The commands as text.
    var script: String { lines.map { $0 + "\n" }.joined() }

    mutating func add(_ command: String) { lines.append(command) }

    /// Draws a text, its middle line at a point on the screen.
    ///
    /// - Parameter isBoxed: whether it is drawn above everything else, on white.
    mutating func text(
        _ text: String, x left: Double, y bottom: Double, size: Double = ChartStyle.small,
        colour: String = ChartStyle.Colour.note, align: TextAlignment = .left, isBoxed: Bool = false
    ) {
        add(
            "set label \(ChartScript.quoted(text)) at screen \(x(left)),\(y(bottom)) "
                + "\(align.rawValue) noenhanced font \",\(NumberText.exact(size))\" "
                + "textcolor rgb \"\(colour)\"\(isBoxed ? " front boxed" : "")")
    }

    /// Draws a straight line between two points on the screen.
    mutating func rule(
        fromX: Double, fromY: Double, toX: Double, toY: Double,
        colour: String = ChartStyle.Colour.rule, dash: String = "1", layer: String = "back"
    ) {
        add(
            "set arrow from screen \(x(fromX)),\(y(fromY)) to screen \(x(toX)),\(y(toY)) nohead "
                + "\(layer) lw 1 dt \(dash) lc rgb \"\(colour)\"")
    }

    /// Draws a filled rectangle on the screen, behind the plots.
    mutating func rectangle(_ box: Box, fill: String, border: String) {
        add(
            "set object rect from screen \(x(box.left)),\(y(box.bottom)) to screen "
                + "\(x(box.right)),\(y(box.top)) fc rgb \"\(fill)\" fs solid "
                + "border lc rgb \"\(border)\"")
    }

    /// Draws a rectangle in one colour with lines of another, behind the plots.
    mutating func hatch(_ box: Box, fill: String, lines: String) {
        rectangle(box, fill: fill, border: fill)
        add(
            "set object rect from screen \(x(box.left)),\(y(box.bottom)) to screen "
                + "\(x(box.right)),\(y(box.top)) fc rgb \"\(lines)\" "
                + "fs transparent pattern 4 border lc rgb \"\(fill)\"")
    }

    /// Draws a topology's point.
    mutating func mark(_ mark: TopologyMarks.Mark, x left: Double, y bottom: Double) {
        add(
            "set label '' at screen \(x(left)),\(y(bottom)) point pt \(mark.point) ps 1 "
                + "lc rgb \"\(mark.colour)\" front")
    }

    /// Sets the ticks of an axis, their numbers as everywhere else: `10,000`.
    ///
    /// - Parameter place: the value's position as gnuplot reads it, such as `loss(3)`.
    mutating func ticks(
        _ letter: String, _ values: [Double], as place: (String) -> String = { $0 }
    ) {
        let texts = values.map {
            "'\(NumberText.short($0))' \(place(NumberText.exact($0)))"
        }
        add("set \(letter)tics (\(texts.joined(separator: ", "))) font \",11\"")
    }

    /// The rectangle that the next plot fills.
    mutating func margins(of box: Box) {
        add("set lmargin at screen \(x(box.left)); set rmargin at screen \(x(box.right))")
        add("set bmargin at screen \(y(box.bottom)); set tmargin at screen \(y(box.top))")
    }

    func x(_ pixels: Double) -> String { NumberText.exact(pixels / width) }
    func y(_ pixels: Double) -> String { NumberText.exact(pixels / height) }

    /// The text cut to `width` pixels, with an ellipsis if a part is missing.
    static func fitted(_ text: String, size: Double, width: Double) -> String {
        let most = max(1, Int(width / (size * ChartStyle.letterWidth)))
        return text.count <= most ? text : text.prefix(most - 1) + "…"
    }

    /// The width that a text takes, in pixels.
    static func width(of text: String, size: Double) -> Double {
        Double(text.count) * size * ChartStyle.letterWidth
    }

    /// A text as gnuplot reads it literally: in single quotes, with those inside doubled.
    static func quoted(_ text: String) -> String {
        // A line break would end the command.
        "'" + PlainText.line(text, "'", with: "''") + "'"
    }

    /// The label of a tick, which gnuplot takes for a format.
    static func tickLabel(_ text: String) -> String { quoted(text).replacing("%", with: "%%") }

    /// A cell of a data file: in double quotes when it holds a space.
    static func cell(_ text: String) -> String {
        "\"" + PlainText.line(text, "\"", with: "'") + "\""
    }
}

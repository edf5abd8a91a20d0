import Foundation
import Results
import Verdicts

/// The chart of a study: each published ratio beside the measured one.
///
///     published ○            ╷                 published  here
///     A : B              ●━━━┿━━━━━○               1.5    0.83 (0.8–0.9)  does not hold
///     A : C                  │        ━●━ ○        159    120 (110–131)   holds
///                            1   10   100
///
/// The first arm of a row has the larger published figure, so that published marks stand right of
/// 1, and a measured mark left of it is an order that is the other way round here.
enum PublishedRatioChart {
    static let name = "published"
    private static let title = "Published ratios, and the same ratios measured here"
    private static let width = 1160.0
    private static let left = 24.0
    /// Room for the columns of numbers, whose right ends are `columns`.
    private static let right = 376.0
    private static let columns = [74.0, 220, 352]
    private static let head = 80.0
    private static let foot = 92.0
    private static let pitch = 21.0
    private static let groupHead = 30.0
    /// The widest that names of pairs may be.
    private static let mostNames = 430.0

    /// A pair, and how high its marks stand in the plot.
    private struct Row {
        let pair: StudyPair
        let isFirst: Bool
        let place: Double

        var name: String { "\(pair.first) : \(pair.second)" }
        /// What a logarithmic axis can show.
        var measured: Double? {
            pair.finding.estimate?.value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
    }

    /// The chart of a study's published pairs; `nil` if it has none.
    static func chart(of judgement: StudyJudgement) -> Chart? {
        let pairs = judgement.pairs.filter { $0.published > 0 && $0.published.isFinite }
        guard !pairs.isEmpty else { return nil }
        let (rows, height) = rows(of: pairs)
        return Chart(
            name: name, title: title, script: script(rows, plotHeight: height, of: judgement),
            data: data(rows))
    }

    /// The rows from the top, those of a metric together and by their published ratios, and the
    /// height that they take.
    private static func rows(of pairs: [StudyPair]) -> (rows: [Row], height: Double) {
        var depth = 0.0
        var depths: [(pair: StudyPair, isFirst: Bool, depth: Double)] = []
        var metrics: [String] = []
        for pair in pairs where !metrics.contains(pair.metric) { metrics.append(pair.metric) }
        for metric in metrics {
            depth += groupHead
            let own = pairs.enumerated().filter { $0.element.metric == metric }
                .sorted { ($1.element.published, $0.offset) < ($0.element.published, $1.offset) }
            for (index, pair) in own.map(\.element).enumerated() {
                depths.append((pair, index == 0, depth + pitch / 2))
                depth += pitch
            }
        }
        let height = depth + 8
        return (
            depths.map { Row(pair: $0.pair, isFirst: $0.isFirst, place: height - $0.depth) },
            height
        )
    }

    // MARK: Data

    private static func data(_ rows: [Row]) -> String {
        var text = """
            # place: pixels from the plot's bottom to the middle of the row.
            # Published: ratio place metric first second

            """
        for row in rows {
            text += cells([row.pair.published, row.place], row) + "\n"
        }
        for verdict in StudyVerdict.allCases where !measured(rows, verdict).isEmpty {
            text += "\n\n# Measured, “\(verdict.rawValue)”: "
            text += "ratio place low high metric first second\n"
            for row in measured(rows, verdict) {
                let value = row.measured!
                let estimate = row.pair.finding.estimate
                text +=
                    cells(
                        [value, row.place, estimate?.low ?? value, estimate?.high ?? value], row)
                    + "\n"
            }
        }
        return text
    }

    private static func cells(_ numbers: [Double], _ row: Row) -> String {
        let words = [row.pair.metric, row.pair.first, row.pair.second].map(ChartScript.cell)
        return (numbers.map(NumberText.exact) + words).joined(separator: " ")
    }

    /// The rows of a verdict that the axis can show; published equals are told apart from nothing.
    private static func measured(_ rows: [Row], _ verdict: StudyVerdict) -> [Row] {
        rows.filter {
            $0.measured != nil && ($0.pair.verdict ?? .cannotBeTold) == verdict
        }
    }

    // MARK: Drawing

    private static func script(
        _ rows: [Row], plotHeight: Double, of judgement: StudyJudgement
    ) -> String {
        let names = rows.map { ChartScript.width(of: $0.name, size: 12) }.max() ?? 0
        let begin = left + min(names, mostNames) + 16
        var script = ChartScript(
            name: name, title: title,
            subtitle: ChartScript.fitted(
                "\(judgement.study.name): \(judgement.study.title)", size: ChartStyle.normal,
                width: width - 48),
            width: width, height: head + plotHeight + foot)
        let box = Box(left: begin, bottom: foot, right: width - right, top: foot + plotHeight)
        let axis = axis(rows, pixels: box.left...box.right)
        script.margins(of: box)
        script.add("set border 1; unset ytics")
        script.add("set yrange [0:\(NumberText.exact(plotHeight))]")
        script.add("set logscale x")
        script.add("set xrange [\(NumberText.exact(axis.low)):\(NumberText.exact(axis.high))]")
        let steps = axis.high / axis.low > 1000 ? [1.0] : [1.0, 2, 5]
        let ticks = Axis.decades(from: axis.low, to: axis.high, steps: steps)
            .map { "'\(NumberText.short($0))' \(NumberText.exact($0))" }
        script.add("set xtics (\(ticks.joined(separator: ", "))) font \",11\"")
        script.add("set grid xtics lc rgb \"#ECECEC\" lw 1 dt 1")
        script.add(
            "set xlabel 'first arm : second arm; left of 1 the order is the other way round' "
                + "font \",12\"")
        script.rule(
            fromX: axis.place(1), fromY: box.bottom, toX: axis.place(1), toY: box.top,
            colour: ChartStyle.Colour.note)
        headings(of: box, script: &script)
        for row in rows { label(row, box, axis, script: &script) }
        script.add("plot \\\n" + plots(rows).joined(separator: ", \\\n"))
        return script.script
    }

    /// From the least to the largest ratio, with 1 and the intervals; an interval without an end in
    /// sight is cut at ten times the largest.
    private static func axis(_ rows: [Row], pixels: ClosedRange<Double>) -> Axis {
        let values = rows.map(\.pair.published) + rows.compactMap(\.measured) + [1]
        let (least, largest) = (values.min()!, values.max()!)
        let estimates = rows.compactMap(\.pair.finding.estimate)
        let ends = (estimates.compactMap(\.low) + estimates.compactMap(\.high))
            .map { min(max($0, least / 10), largest * 10) }
        return Axis(
            scale: .logarithmic, low: min(least, ends.min() ?? least) / 1.3,
            high: max(largest, ends.max() ?? largest) * 1.3, pixels: pixels)
    }

    private static func headings(of box: Box, script: inout ChartScript) {
        for (text, x) in zip(["published", "here (95 %)", "published order"], columns) {
            script.text(
                text, x: box.right + x, y: box.top - groupHead / 2, size: 12, align: .right)
        }
    }

    /// The name of a row, its numbers, and above the first one of a metric the metric and what each
    /// mark is.
    private static func label(
        _ row: Row, _ box: Box, _ axis: Axis, script: inout ChartScript
    ) {
        let y = box.bottom + row.place
        let finding = row.pair.finding
        let fitted = ChartScript.fitted(row.name, size: 12, width: box.left - left - 12)
        script.text(fitted, x: left, y: y, size: 12, colour: "#333333")
        let verdict = row.pair.verdict
        let cells = [
            (StudyNames.ratio(row.pair.published), "#333333"),
            (StudyColumns.ratio(of: finding), "#333333"),
            (verdict?.rawValue ?? SummaryColumns.none, ink(of: verdict ?? .cannotBeTold)),
        ]
        for ((text, colour), x) in zip(cells, columns) {
            script.text(text, x: box.right + x, y: y, size: 12, colour: colour, align: .right)
        }
        script.rule(
            fromX: box.left, fromY: y, toX: box.right, toY: y, colour: "#E4E4E4", dash: "(2,4)")
        guard row.isFirst else { return }
        let above = y + pitch / 2 + groupHead / 2
        script.text(
            row.pair.metric, x: left, y: above, size: 13, colour: "#000000")
        marks(row, axis, y: y + pitch * 0.8, script: &script)
    }

    /// The marks' names above the first row, each on the side that the other mark leaves free.
    private static func marks(_ row: Row, _ axis: Axis, y: Double, script: inout ChartScript) {
        let published = axis.place(row.pair.published)
        let here = row.measured.map(axis.place)
        let isRight = here.map { $0 <= published } ?? true
        script.text(
            "published", x: published + (isRight ? 6 : -6), y: y, size: 12,
            colour: ChartStyle.Colour.note, align: isRight ? .left : .right)
        guard let here else { return }
        script.text(
            "here", x: here + (isRight ? -6 : 6), y: y, size: 12,
            colour: ink(of: row.pair.verdict ?? .cannotBeTold),
            align: isRight ? .right : .left)
    }

    private static func plots(_ rows: [Row]) -> [String] {
        // gnuplot does not count a block without rows, and neither does the data have one.
        let verdicts = StudyVerdict.allCases.filter { !measured(rows, $0).isEmpty }
        let marks = verdicts.enumerated().flatMap { index, verdict in
            let source = "'\(name).dat' index \(index + 1) using 1:2"
            let colour = "lc rgb \"\(ink(of: verdict))\""
            return [
                "  \(source):3:4 with xerrorbars pt -1 ps 0 lw 1.6 \(colour)",
                "  \(source) with points pt 7 ps 0.9 \(colour)",
            ]
        }
        return marks + [
            "  '\(name).dat' index 0 using 1:2 with points pt 6 ps 1.3 lw 1.6 "
                + "lc rgb \"\(ChartStyle.Colour.note)\""
        ]
    }

    /// The colour of a verdict, which its word repeats.
    private static func ink(of verdict: StudyVerdict) -> String {
        switch verdict {
        case .holds: "#0068A3"
        case .doesNotHold: "#B84E00"
        case .cannotBeTold, .cannotBeTested: ChartStyle.Colour.note
        }
    }
}

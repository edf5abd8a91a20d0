import Foundation
import Results

/// Chart 8: the ten uncertain numbers that move the busy time of main most, the strongest on top.
///
/// Not the wait of an event: in one world its p99 jumps where an event begins to meet a checkpoint,
/// whichever number moved it there.
///
///     device.processor ×0.85–1.15   ●━━━━━┿━━━━━●      a bar for each topology
///                                   ▲━━━┿━━━▲
///     work.rows_bound  ×0.5–2          ●━━┿━━━━●
///                                   0.8   1   1.25     times the figure with every number as it is
enum TornadoChart {
    static let name = "tornado"
    private static let title = "What moves the busy time of main, each number alone"
    private static let mostFactors = 10
    private static let width = 960.0
    private static let left = 24.0
    private static let right = 40.0
    private static let head = 80.0
    private static let foot = 116.0
    private static let barPitch = 12.0
    private static let groupGap = 14.0
    private static let measure = Metric.mainBusy[.total]

    /// One topology's bar for one number.
    private struct Bar {
        let variant: String
        let effect: UncertaintyRecord.Effect
        /// Pixels from the plot's bottom.
        let place: Double

        /// The figure at the number's lower and upper end as multiples of the middle one.
        var ratios: [Double] { [effect.low, effect.high].map { $0 / effect.middle } }
    }

    static func chart(of result: WorkloadResult) -> Chart? {
        guard let effects = CostEffects(measure, of: result) else { return nil }
        let rows = effects.strongest(mostFactors)
        guard !rows.isEmpty else { return nil }
        let pitch = barPitch * Double(effects.variants.count) + groupGap
        let height = pitch * Double(rows.count)
        let groups = rows.enumerated().map { index, row in
            let top = height - pitch * Double(index) - groupGap / 2
            return (
                row,
                effects.variants.enumerated().compactMap { number, variant -> Bar? in
                    let effect = row.effects.first { $0.variant == variant }
                    guard let effect, effect.middle > 0, effect.low > 0, effect.high > 0 else {
                        return nil
                    }
                    return Bar(
                        variant: variant, effect: effect,
                        place: top - barPitch * (Double(number) + 0.5))
                }
            )
        }
        let bars = groups.flatMap(\.1)
        // gnuplot counts no block without rows: the next one would be taken for it.
        let variants = effects.variants.filter { variant in
            bars.contains { $0.variant == variant }
        }
        guard !variants.isEmpty else { return nil }
        return Chart(
            name: name, title: title, description: description(rows, result),
            script: script(groups, variants, result, plotHeight: height),
            data: data(bars, variants))
    }

    private static func description(_ rows: [CostEffects.Row], _ result: WorkloadResult) -> String {
        let parts = rows.map { row in
            let values = row.effects.map {
                "\($0.variant) \(NumberText.short($0.low)) to \(NumberText.short($0.high))"
            }
            return "\(row.factor.name): \(TextLines.list(values))."
        }
        return "\(result.workload), \(measure.shortName) in ms at the ends of each number's range. "
            + parts.joined(separator: " ") + " " + Caution.line(of: result)
    }

    private static func data(_ bars: [Bar], _ variants: [String]) -> String {
        var text = """
            # A block for each topology, a row for each number: the figure at the number's lower end
            # and at its upper one, as multiples of the figure with every number as it is.
            # low place high factor topology

            """
        for variant in variants {
            for bar in bars where bar.variant == variant {
                let numbers = [bar.ratios[0], bar.place, bar.ratios[1]].map(NumberText.exact)
                let words = [bar.effect.factor, variant].map(ChartScript.cell)
                text += (numbers + words).joined(separator: " ") + "\n"
            }
            text += "\n\n"
        }
        return text
    }

    private static func script(
        _ groups: [(row: CostEffects.Row, bars: [Bar])], _ variants: [String],
        _ result: WorkloadResult, plotHeight: Double
    ) -> String {
        let names = groups.map { label(of: $0.row.factor) }
        let begin =
            left + 32 + (names.map { ChartScript.width(of: $0, size: 12) }.max() ?? 0)
        let marks = TopologyMarks(variants)
        let legend = ChartLegend(
            variants.map { ($0, marks[$0]) }, from: left + 6, to: width - 8)
        let foot = foot + legend.more
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.workload), \(measure.shortName); each number at both ends of its "
                + "range, all others as they are; one world",
            width: width, height: head + plotHeight + foot, caution: Caution.line(of: result))
        let box = Box(left: begin, bottom: foot, right: width - right, top: foot + plotHeight)
        let ratios = groups.flatMap(\.bars).flatMap(\.ratios) + [1]
        let axis = Axis(
            scale: .logarithmic, low: ratios.min()! / 1.05, high: ratios.max()! * 1.05,
            pixels: box.left...box.right)
        script.margins(of: box)
        script.add("set border 1; unset ytics")
        script.add("set yrange [0:\(NumberText.exact(plotHeight))]")
        script.add("set logscale x")
        script.add("set xrange [\(NumberText.exact(axis.low)):\(NumberText.exact(axis.high))]")
        let ticks = Axis.decades(from: axis.low, to: axis.high, steps: steps(of: axis))
        script.ticks("x", ticks)
        script.add("set grid xtics lc rgb \"#ECECEC\" lw 1 dt 1")
        script.add("set xlabel 'times the figure with every number as it is' font \",12\"")
        script.rule(
            fromX: axis.place(1), fromY: box.bottom, toX: axis.place(1), toY: box.top,
            colour: ChartStyle.Colour.note)
        for (name, group) in zip(names, groups) {
            let places = group.bars.map(\.place)
            guard let low = places.min(), let high = places.max() else { continue }
            script.text(
                name, x: left, y: box.bottom + (low + high) / 2, size: 12, colour: "#333333")
        }
        legend.draw(lastAt: 42, in: &script)
        script.add("plot \\\n" + plots(variants).joined(separator: ", \\\n"))
        return script.script
    }

    /// Ticks that keep apart: the narrower the axis, the finer.
    private static func steps(of axis: Axis) -> [Double] {
        axis.high / axis.low > 20
            ? [1, 2, 5]
            : axis.high / axis.low > 3
                ? [1, 1.5, 2, 3, 5, 7] : [1, 1.1, 1.2, 1.5, 2, 3, 5, 6, 7, 8, 9]
    }

    private static func label(of factor: UncertaintyRecord.Factor) -> String {
        "\(factor.name) ×\(NumberText.ratio(factor.low))–\(NumberText.ratio(factor.high))"
    }

    private static func plots(_ variants: [String]) -> [String] {
        let marks = TopologyMarks(variants)
        return variants.enumerated().flatMap { index, variant -> [String] in
            let mark = marks[variant]
            let source = "'\(name).dat' index \(index)"
            let colour = "lc rgb \"\(mark.colour)\""
            return [
                "  \(source) using 1:2:($3-$1):(0) with vectors nohead lw 3 \(colour)",
                "  \(source) using 1:2 with points pt \(mark.point) ps 0.7 \(colour)",
                "  \(source) using 3:2 with points pt \(mark.point) ps 0.7 \(colour)",
            ]
        }
    }
}

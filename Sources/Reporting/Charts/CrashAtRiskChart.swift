import Foundation
import Results
import Statistics

/// The edits that a kill and a loss of power would take, over time: a panel for each topology and
/// mode.
///
///                    wal/normal        wal/full
///     private-writer
///                    kill 61 power 640 kill 61 power 61
///                    ▁▂▃▄▅▆▇█          ▁▂▃▁▂▃▁▂▃       saves climb, a flush or a sync falls
///
/// A loss of power takes everything that a kill takes, so one area lies over the other. All panels
/// have one scale, linear about zero and logarithmic beyond, because a mode of SQLite may take a
/// hundred times as much as a topology.
enum CrashAtRiskChart {
    static let name = "at-risk-kill-power"
    private static let title = "What a kill and what a loss of power would take, over time"
    /// Ticks of six digits, and the axis' title left of them.
    private static let left = 96.0
    private static let right = 28.0
    /// Title, subtitle, key.
    private static let head = 106.0
    /// Between panels, side by side.
    private static let gap = 20.0
    /// The longest mode beside two figures of five digits.
    private static let leastWidth = 190.0
    /// The topology's name, and the modes with their figures.
    private static let rowHead = 42.0
    private static let rowGap = 14.0
    /// Axis, its title and the caution.
    private static let foot = 78.0

    private struct Panel {
        let configuration: CrashConfiguration?
        let atRisk: AtRisk
        let time: Interval
        var seconds: Double { Double(time.length) / 1e9 }
        var highest: Int { max(atRisk.kill.max, atRisk.power?.max ?? 0) }

        init?(_ configuration: CrashConfiguration) {
            guard let exploration = configuration.exploration, !exploration.edits.isEmpty,
                let time = exploration.measuredTime
            else { return nil }
            self.configuration = configuration
            self.time = time
            atRisk = exploration.atRisk(over: time)
        }
    }

    static func chart(of result: CrashResult) -> Chart? {
        let configurations = result.configurations
        let panels = configurations.map(Panel.init)
        guard panels.contains(where: { $0 != nil }) else { return nil }
        let drawn = panels.compactMap(\.self)
        let figures = drawn.map { panel in
            "\(panel.configuration?.label ?? "") in \(panel.configuration?.mode ?? ""): a kill "
                + "\(NumberText.grouped(Double(panel.atRisk.kill.max))), a loss of power "
                + NumberText.grouped(Double(panel.atRisk.power?.max ?? 0))
        }
        return Chart(
            name: name, title: title,
            description: "Edits lost at the worst instant of \(result.head.workload). "
                + figures.joined(separator: "; ") + ". " + SummaryText.caution,
            script: script(panels, of: result), data: data(drawn))
    }

    /// The steps that are drawn.
    private static func steps(_ panels: [Panel]) -> (steps: [[AtRisk.Step]], seconds: Double?) {
        let perPixel = (panels.map(\.seconds).max() ?? 1) / leastWidth
        let all = panels.map { panel in
            (panel.atRisk.joined + [panel.atRisk.last(at: panel.time.ended)]).map { (panel, $0) }
        }
        // A step is a piece of two areas and of their two outlines.
        let thinned = Thinning.fitted(
            all, place: { Double($0.1.time - $0.0.time.began) / 1e9 / perPixel },
            weight: { _ in 4 }
        ) { column, _ in
            Thinning.outline(column, by: [{ Double($0.1.kill) }, { Double($0.1.power ?? 0) }])
        }
        return (thinned.series.map { $0.map(\.1) }, thinned.width.map { $0 * perPixel })
    }

    private static func data(_ panels: [Panel]) -> String {
        var text = """
            # Edits at risk. Seconds of virtual time since the first measured phase; steps.
            # topology mode time_s at_risk_kill at_risk_power; blank lines between panels

            """
        let (steps, width) = steps(panels)
        if let width {
            text +=
                "# Thinned: of steps within \(NumberText.short(width * 1000)) ms the first, the "
                + "lowest, the highest and the last.\n"
        }
        for (number, panel) in panels.enumerated() {
            if number > 0 { text += "\n\n" }
            let names = [panel.configuration?.label ?? "", panel.configuration?.mode ?? ""]
                .map(ChartScript.cell).joined(separator: " ")
            for step in steps[number] {
                let seconds = Double(step.time - panel.time.began) / 1e9
                text +=
                    "\(names) \(NumberText.exact(seconds)) \(step.kill) \(step.power ?? 0)\n"
            }
        }
        return text
    }

    // MARK: Layout

    private struct Grid {
        let labels: [String]
        let modes: [String]
        let width: Double
        let height: Double
        let plotHeight: Double
        private let plotWidth: Double

        init(_ configurations: [CrashConfiguration]) {
            labels = configurations.labels
            modes = configurations.modes
            let columns = Double(modes.count)
            let least = left + right + columns * leastWidth + (columns - 1) * gap
            width = max(960, least)
            plotWidth = (width - left - right - (columns - 1) * gap) / columns
            // A lone topology may be as high as other charts are; many must stay on a page.
            plotHeight = max(78, 220 - 42 * Double(labels.count - 1))
            height = head + foot + Double(labels.count) * (rowHead + plotHeight + rowGap)
        }

        func box(row: Int, column: Int) -> Box {
            let top = height - head - Double(row) * (rowHead + plotHeight + rowGap) - rowHead
            let left = left + Double(column) * (plotWidth + gap)
            return Box(left: left, bottom: top - plotHeight, right: left + plotWidth, top: top)
        }
    }

    private static func script(_ panels: [Panel?], of result: CrashResult) -> String {
        let grid = Grid(result.configurations)
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.head.workload), recorded in virtual time; edits of all roles; "
                + "scale linear near 0, logarithmic beyond; numbers: the worst instant",
            width: grid.width, height: grid.height)
        script.add("# Linear about 0, logarithmic beyond: a zero has its place on the axis.")
        script.add("risk(n) = asinh(n)")
        var x = LossPart.memory.key(
            "saved and not committed: a kill takes it", x: 24, y: grid.height - 78,
            script: &script)
        x = LossPart.disk.key(
            "committed and not durable: a loss of power takes it too", x: x, y: grid.height - 78,
            script: &script)
        script.text(
            "seconds since the first measured phase", x: (left + grid.width - right) / 2,
            y: foot - 36, size: 12, colour: "#000000", align: .center)
        let marks = TopologyMarks(grid.labels)
        script.add("set multiplot")
        let drawn = panels.compactMap(\.self)
        let seconds = drawn.map(\.seconds).max() ?? 1
        let high = max(1.5, Double(drawn.map(\.highest).max() ?? 0) * 1.15)
        script.add("set xrange [0:\(NumberText.exact(seconds))]")
        script.add("set yrange [0:risk(\(NumberText.exact(high)))]")
        // Inward they would lie on the areas.
        script.add("set tics out scale 0.6")
        script.add("set grid ytics lc rgb \"#E4E4E4\" lw 1 dt 1")
        let columns = grid.modes.count == 1 ? 8 : max(3, 8 / grid.modes.count)
        let step = NumberText.exact(Axis.step(for: seconds, count: columns))
        var number = 0
        for (row, label) in grid.labels.enumerated() {
            for (column, mode) in grid.modes.enumerated() {
                let place = result.configurations.firstIndex {
                    $0.label == label && $0.mode == mode
                }
                let panel = place.flatMap { panels[$0] }
                let box = grid.box(row: row, column: column)
                let up = Axis(
                    scale: .aroundZero(unit: 1), low: 0, high: high, pixels: box.bottom...box.top)
                axes(
                    up, isFirst: column == 0, isLast: row == grid.labels.count - 1, step: step,
                    script: &script)
                if column == 0 {
                    let text = ChartScript.fitted(
                        label, size: 14, width: grid.width - box.left - right - 16)
                    script.mark(marks[label], x: box.left + 5, y: box.top + 32)
                    script.text(
                        text, x: box.left + 16, y: box.top + 32, size: 14,
                        colour: marks[label].ink)
                    script.text("edits", x: box.left - 12, y: box.top + 12, align: .right)
                }
                heading(mode, place.map { result.configurations[$0] }, panel, box, &script)
                script.margins(of: box)
                draw(panel == nil ? nil : number, script: &script)
                if panel != nil { number += 1 }
            }
        }
        script.add("unset multiplot")
        return script.script
    }

    // MARK: One panel

    private static func axes(
        _ up: Axis, isFirst: Bool, isLast: Bool, step: String, script: inout ChartScript
    ) {
        let format = isFirst ? "" : " format ''"
        let ticks = ticks(up).map { value in
            "'\(isFirst ? NumberText.short(value) : "")' risk(\(NumberText.exact(value)))"
        }
        script.add(
            "set border 3; set ytics\(format) (\(ticks.joined(separator: ", "))) font \",11\"")
        script.add(
            "set xtics 0,\(step) nomirror format '\(isLast ? "%g" : "")' font \",11\"")
    }

    /// Zero and powers of ten, then three times those, wherever two ticks keep apart.
    private static func ticks(_ up: Axis) -> [Double] {
        var ticks = [0.0]
        for steps in [[1.0], [3]] {
            for value in Axis.decades(from: 1, to: up.high, steps: steps) {
                let isFree = ticks.allSatisfy { abs(up.place($0) - up.place(value)) >= 15 }
                if isFree { ticks.append(value) }
            }
        }
        return ticks.sorted()
    }

    /// The mode, and the two figures at its right end; a missing figure is replaced by its reason.
    private static func heading(
        _ mode: String, _ configuration: CrashConfiguration?, _ panel: Panel?, _ box: Box,
        _ script: inout ChartScript
    ) {
        let y = box.top + 12
        script.text(mode, x: box.left, y: y, size: 12, colour: "#333333")
        guard let panel else {
            let reason = configuration?.failure == nil ? "not run" : "no figures"
            script.text(
                reason, x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2, size: 12,
                align: .center)
            return
        }
        let kill = NumberText.grouped(Double(panel.atRisk.kill.max))
        let power = NumberText.grouped(Double(panel.atRisk.power?.max ?? 0))
        script.text(
            power, x: box.right, y: y, size: 12, colour: LossPart.disk.ink, align: .right)
        let room = ChartScript.width(of: power, size: 12) + 12
        script.text(
            kill, x: box.right - room, y: y, size: 12, colour: LossPart.memory.ink, align: .right)
    }

    private static func draw(_ number: Int?, script: inout ChartScript) {
        guard let number else {
            script.add("plot NaN")
            script.add("unset label; unset object")
            return
        }
        let source = "'\(name).dat' index \(number) using 3"
        script.add(
            """
            plot \\
              \(source):(risk($5)) with fillsteps fs solid 1 lc rgb "\(LossPart.disk.colour)", \\
              \(source):(risk($5)) with steps lw 0.8 lc rgb "\(LossPart.disk.ink)", \\
              \(source):(risk($4)) with fillsteps fs solid 1 lc rgb "\(LossPart.memory.colour)", \\
              \(source):(risk($4)) with steps lw 0.8 lc rgb "\(LossPart.memory.ink)"
            """)
        script.add("unset label; unset object")
    }
}

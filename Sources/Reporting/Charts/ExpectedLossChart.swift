import Results

/// Expected loss at a random instant: a bar for each topology and mode, of dirty, memory and disk.
///
/// Each role has a panel, because a lost batch can be imported again, and a lost note cannot.
///
///     private-writer           importer                   ui
///         wal/normal  ░▓▓▓▒▒▒▒▒▒▒▒▒▒▒  3  23  310   ░▓▒▒▒  0.1  0.4  2
///           wal/full  ░▓▓▓             3  23    0   ░▓     0.1  0.4  0
///
/// The figures stand in columns beside the bars: beside a bar of hundreds, a bar of two cannot be
/// seen.
enum ExpectedLossChart {
    static let name = "expected-loss"
    private static let title = "What a crash at a random instant takes"
    /// Names of modes, right of which the bars begin.
    private static let left = 128.0
    private static let right = 28.0
    private static let gap = 44.0
    private static let leastWidth = 320.0
    private static let numberWidth = 64.0
    private static let head = 142.0
    private static let foot = 96.0
    private static let groupHead = 26.0
    private static let pitch = 20.0
    private static let barHeight = 12.0

    /// A row of the chart: a topology in a mode, and how high its bar stands in the plot.
    private struct Row {
        let configuration: CrashConfiguration
        let isFirst: Bool
        let place: Double

        /// Dirty, memory, disk; `nil` if the configuration has no figures.
        func parts(of role: String) -> [Double]? {
            guard let dirty = configuration.loss(Metric.lossDirty[.exposure], role: role),
                let memory = configuration.loss(Metric.lossKill[.exposure], role: role),
                let disk = configuration.diskExposure(role: role)
            else { return nil }
            return [dirty, memory, disk]
        }
    }

    static func chart(of result: CrashResult) -> Chart? {
        let roles = result.configurations.roles
        guard !roles.isEmpty else { return nil }
        let (rows, plotHeight) = rows(of: result.configurations)
        let figures = rows.flatMap { row in
            roles.compactMap { role -> String? in
                guard let parts = row.parts(of: role) else { return nil }
                let words = zip(LossPart.allCases, parts).map {
                    "\($0.title) \(NumberText.short($1))"
                }
                let own = row.configuration
                return "\(own.label) in \(own.mode), \(role): \(TextLines.list(words))"
            }
        }
        return Chart(
            name: name, title: title,
            description: "Edits lost by a crash at a random instant of \(result.head.workload). "
                + figures.joined(separator: "; ") + ". " + SummaryText.caution,
            script: script(rows, roles: roles, plotHeight: plotHeight, of: result),
            data: data(rows, roles: roles))
    }

    /// The rows from the top, and the height that they take.
    private static func rows(
        of configurations: [CrashConfiguration]
    ) -> (rows: [Row], height: Double) {
        var depth = 0.0
        var depths: [(CrashConfiguration, Bool, Double)] = []
        for label in configurations.labels {
            depth += groupHead
            for (index, own) in configurations.filter({ $0.label == label }).enumerated() {
                depths.append((own, index == 0, depth + pitch / 2))
                depth += pitch
            }
        }
        let height = depth + 6
        return (depths.map { Row(configuration: $0, isFirst: $1, place: height - $2) }, height)
    }

    private static func data(_ rows: [Row], roles: [String]) -> String {
        var text = """
            # Expected loss at a random instant of the measured phases, in edits.
            # place: pixels from the plot's bottom to the middle of the bar.
            # place dirty memory disk role topology mode; blank lines between roles

            """
        for (number, role) in roles.enumerated() {
            if number > 0 { text += "\n\n" }
            text += "# \(role)\n"
            for row in rows {
                guard let parts = row.parts(of: role) else { continue }
                let names = [role, row.configuration.label, row.configuration.mode]
                let cells =
                    ([row.place] + parts).map(NumberText.exact)
                    + names.map(ChartScript.cell)
                text += cells.joined(separator: " ") + "\n"
            }
        }
        return text
    }

    private static func script(
        _ rows: [Row], roles: [String], plotHeight: Double, of result: CrashResult
    ) -> String {
        let columns = Double(roles.count)
        let width = max(960, left + right + columns * leastWidth + (columns - 1) * gap)
        let height = head + plotHeight + foot
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.head.workload), recorded in virtual time; mean over the measured "
                + "phases, in edits; a kill takes the first two parts, a loss of power all three",
            width: width, height: height)
        key(script: &script)
        names(rows, top: height - head, width: width, script: &script)
        script.add("set multiplot")
        script.add("set yrange [0:\(NumberText.exact(plotHeight))]; unset ytics; set border 1")
        let panel = (width - left - right - (columns - 1) * gap) / columns
        for (number, role) in roles.enumerated() {
            let start = left + Double(number) * (panel + gap)
            let box = Box(
                left: start, bottom: foot, right: start + panel - 3 * numberWidth,
                top: foot + plotHeight)
            heading(role, of: box, script: &script)
            figures(rows, role: role, of: box, script: &script)
            draw(rows, role: role, number: number, in: box, script: &script)
        }
        script.add("unset multiplot")
        return script.script
    }

    private static func key(script: inout ChartScript) {
        let y = script.height - 78
        var x = 24.0
        for (part, words) in [
            (LossPart.dirty, "dirty: not saved; the app knows"),
            (.memory, "memory: not committed; the topology"),
            (.disk, "disk: not durable; the mode of SQLite"),
        ] {
            x = part.key(words, x: x, y: y, script: &script)
        }
    }

    private static func names(
        _ rows: [Row], top: Double, width: Double, script: inout ChartScript
    ) {
        let marks = TopologyMarks(rows.map(\.configuration.label))
        for row in rows {
            let y = foot + row.place
            if row.isFirst {
                let text = ChartScript.fitted(
                    row.configuration.label, size: 14, width: width - 40 - right)
                let mark = marks[row.configuration.label]
                script.mark(mark, x: 29, y: y + pitch / 2 + 11)
                script.text(text, x: 40, y: y + pitch / 2 + 11, size: 14, colour: mark.ink)
            }
            script.text(
                row.configuration.mode, x: left - 8, y: y, size: 12, colour: "#333333",
                align: .right)
        }
    }

    /// The role above its bars, the parts above their columns.
    private static func heading(_ role: String, of box: Box, script: inout ChartScript) {
        script.text(role, x: box.left, y: box.top + 14, size: 15, colour: "#000000")
        for (index, part) in LossPart.allCases.enumerated() {
            script.text(
                part.title, x: box.right + Double(index + 1) * numberWidth, y: box.top + 14,
                size: 12, colour: part.ink, align: .right)
        }
    }

    private static func figures(
        _ rows: [Row], role: String, of box: Box, script: inout ChartScript
    ) {
        for row in rows {
            let parts = row.parts(of: role)
            for (index, part) in LossPart.allCases.enumerated() {
                script.text(
                    parts.map { NumberText.short($0[index]) } ?? SummaryColumns.none,
                    x: box.right + Double(index + 1) * numberWidth, y: box.bottom + row.place,
                    size: 12, colour: part.ink, align: .right)
            }
        }
    }

    private static func draw(
        _ rows: [Row], role: String, number: Int, in box: Box, script: inout ChartScript
    ) {
        let totals = rows.compactMap { $0.parts(of: role)?.reduce(0, +) }
        let high = max(0.01, totals.max() ?? 0)
        script.margins(of: box)
        script.add("set xrange [0:\(NumberText.exact(high))]")
        script.ticks("x", Axis.steps(to: high, count: 4))
        script.add("set grid xtics lc rgb \"#E4E4E4\" lw 1 dt 1")
        script.add("set xlabel 'edits' font \",12\"")
        let half = NumberText.exact(barHeight / 2)
        var from = "0"
        var plots: [String] = []
        for (index, part) in LossPart.allCases.enumerated() {
            let to = (2...index + 2).map { "$\($0)" }.joined(separator: "+")
            // A part of nothing would still have its outline.
            plots.append(
                "  '\(name).dat' index \(number) using ($\(index + 2) > 0 ? \(to) : NaN)"
                    + ":1:(\(from)):(\(to)):($1-\(half)):($1+\(half)) with boxxyerror lw 0.6 "
                    + "lc rgb \"\(part.colour)\" fs solid 1 border lc rgb \"\(part.ink)\"")
            from = to
        }
        script.add("plot \\\n" + plots.joined(separator: ", \\\n"))
        script.add("unset label; unset object")
    }
}

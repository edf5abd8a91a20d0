import Foundation
import Results

/// The worst losses as a map: a row a topology, a column a mode of SQLite.
///
/// The left panel shows losses by a kill, the right one losses by a loss of power. Only zero is
/// white.
enum LossMapChart {
    static let name = "loss-map"
    private static let title = "The most that a crash takes"
    private static let right = 28.0
    private static let gap = 36.0
    private static let head = 150.0
    private static let foot = 58.0
    private static let cellHeight = 34.0
    private static let leastCell = 72.0
    /// Longer names are cut; the tables have them whole.
    private static let mostName = 420.0

    private static let panels = [
        (measure: Metric.lossKill[.max], title: "a kill"),
        (measure: Metric.lossPower[.max], title: "a loss of power"),
    ]

    private struct Cell {
        let panel: Int
        let label: String
        let mode: String
        let value: Double?
        let box: Box
    }

    static func chart(of result: CrashResult) -> Chart? {
        let configurations = result.configurations
        guard configurations.contains(where: { $0.loss(Metric.lossKill[.max]) != nil }) else {
            return nil
        }
        let layout = Layout(configurations)
        let cells = layout.cells(configurations)
        let figures = cells.map { cell in
            let loss = cell.value.map(NumberText.grouped) ?? "no figure"
            return "\(panels[cell.panel].title), \(cell.label) in \(cell.mode): \(loss)"
        }
        return Chart(
            name: name, title: title,
            description: "The most edits lost in \(result.head.workload). "
                + figures.joined(separator: "; ") + ". " + SummaryText.caution,
            script: script(cells, layout, of: result), data: data(cells))
    }

    private struct Layout {
        let labels: [String]
        let modes: [String]
        let left: Double
        let width: Double
        let height: Double
        let cellWidth: Double

        init(_ configurations: [CrashConfiguration]) {
            labels = configurations.labels
            modes = configurations.modes
            let names = labels.map { ChartScript.width(of: $0, size: 13) }.max() ?? 0
            left = 40 + min(mostName, max(80, names * 1.06)) + 12
            let columns = Double(modes.count * panels.count)
            width = max(960, left + columns * leastCell + gap + right)
            // Wider, two cells would be a banner and no map.
            cellWidth = min(200, (width - left - gap - right) / columns)
            height = head + foot + Double(labels.count) * cellHeight
        }

        func left(of panel: Int) -> Double {
            left + Double(panel) * (Double(modes.count) * cellWidth + gap)
        }

        func cells(_ configurations: [CrashConfiguration]) -> [Cell] {
            panels.indices.flatMap { panel in
                labels.enumerated().flatMap { row, label in
                    modes.enumerated().map { column, mode in
                        let left = left(of: panel) + Double(column) * cellWidth
                        let top = height - head - Double(row) * cellHeight
                        return Cell(
                            panel: panel, label: label, mode: mode,
                            value: configurations[label, mode]?.loss(panels[panel].measure),
                            box: Box(
                                left: left, bottom: top - cellHeight, right: left + cellWidth,
                                top: top))
                    }
                }
            }
        }
    }

    // MARK: Colour

    /// From nothing, white, to the worst: one hue that darkens, so that grey paper shows it too.
    private static let ramp: [(red: Double, green: Double, blue: Double)] = [
        (255, 255, 255), (251, 218, 187), (240, 148, 80), (190, 75, 0), (105, 38, 0),
    ]

    /// The share of the ramp: zero is its begin, one edit is visible, the worst loss is its end.
    ///
    /// By the root, because a mode may take hundreds and a topology two, and both must differ
    /// visibly from zero.
    private static func share(_ value: Double, of most: Double) -> Double {
        value <= 0 ? 0 : 0.22 + 0.78 * (value / most).squareRoot()
    }

    private static func colour(_ share: Double) -> Int {
        let place = min(max(share, 0), 1) * Double(ramp.count - 1)
        let index = min(Int(place), ramp.count - 2)
        let (low, high) = (ramp[index], ramp[index + 1])
        func mix(_ from: Double, _ to: Double) -> Int {
            Int((from + (to - from) * (place - Double(index))).rounded())
        }
        return mix(low.red, high.red) << 16 | mix(low.green, high.green) << 8
            | mix(low.blue, high.blue)
    }

    // MARK: Files

    private static func data(_ cells: [Cell]) -> String {
        let most = cells.compactMap(\.value).max() ?? 0
        var text = """
            # The most saved edits at risk at one instant of the measured phases, all roles.
            # Places in pixels from the lower left; colours as one number, red first.
            # x y left right bottom top colour ink text what topology mode

            """
        for cell in cells {
            let share = share(cell.value ?? 0, of: max(1, most))
            // A missing figure differs from a zero: it is grey.
            let fill = cell.value == nil ? 0xEDEDED : colour(share)
            // White has the better contrast from about there on.
            let ink = cell.value == nil ? 0x6B6B6B : share > 0.72 ? 0xFFFFFF : 0x000000
            let box = cell.box
            let places = [
                (box.left + box.right) / 2, (box.bottom + box.top) / 2, box.left, box.right,
                box.bottom, box.top, Double(fill), Double(ink),
            ].map(place)
            let words = [
                cell.value.map(NumberText.grouped) ?? SummaryColumns.none,
                panels[cell.panel].measure.name, cell.label, cell.mode,
            ].map(ChartScript.cell)
            text += (places + words).joined(separator: " ") + "\n"
        }
        return text
    }

    /// A coordinate, rounded to a tenth of a pixel.
    private static func place(_ value: Double) -> String {
        NumberText.exact((value * 10).rounded() / 10)
    }

    private static func script(
        _ cells: [Cell], _ layout: Layout, of result: CrashResult
    ) -> String {
        let missing = cells.contains { $0.value == nil } ? "; grey: no figure" : ""
        var script = ChartScript(
            name: name, title: title,
            subtitle: "\(result.head.workload), recorded in virtual time; edits that the app "
                + "believes safe, all roles; white: nothing\(missing)",
            width: layout.width, height: layout.height)
        for (panel, words) in panels.map(\.title).enumerated() {
            let left = layout.left(of: panel)
            let width = Double(layout.modes.count) * layout.cellWidth + (panel == 0 ? gap - 8 : 0)
            script.text(
                ChartScript.fitted(words, size: 14, width: width), x: left,
                y: layout.height - 88, size: 14, colour: "#000000")
            for (column, mode) in layout.modes.enumerated() {
                let middle = left + (Double(column) + 0.5) * layout.cellWidth
                // The journal over the degree of synchronisation: side by side they need the room
                // of two cells.
                let parts = mode.split(separator: "/", maxSplits: 1).map(String.init)
                for (line, part) in parts.enumerated() {
                    script.text(
                        part, x: middle, y: layout.height - 114 - 16 * Double(line), size: 12,
                        colour: "#333333", align: .center)
                }
            }
        }
        let marks = TopologyMarks(layout.labels)
        for (row, label) in layout.labels.enumerated() {
            let y = layout.height - head - (Double(row) + 0.5) * cellHeight
            script.mark(marks[label], x: layout.left - 16, y: y)
            script.text(
                ChartScript.fitted(label, size: 13, width: mostName), x: layout.left - 28, y: y,
                size: 13, colour: marks[label].ink, align: .right)
        }
        script.margins(of: Box(left: 0, bottom: 0, right: layout.width, top: layout.height))
        script.add("unset border; unset xtics; unset ytics")
        script.add("set xrange [0:\(place(layout.width))]; set yrange [0:\(place(layout.height))]")
        script.add(
            """
            plot \\
              '\(name).dat' using 1:2:3:4:5:6:7 with boxxyerror lw 1 lc rgb variable \\
                fs solid 1 border lc rgb "\(ChartStyle.Colour.grey)", \\
              '\(name).dat' using 1:2:9:8 with labels noenhanced font ",14" tc rgb variable
            """)
        return script.script
    }
}

import Foundation
import Results
import Verdicts

/// Chart 9: a cell for each pair of values, in the colour of the stack that waits least.
///
///     device.sync   10   50  100
///           100us  [A ] [A ] [AB]      hatched: not told apart
///             1ms  [A ] [– ] [– ]      white: none keeps every limit
enum DecisionMapChart {
    static let name = "map"
    private static let title = "Which stack waits least"
    private static let head = 110.0
    private static let foot = 92.0
    private static let right = 40.0
    private static let cellHeight = 40.0
    private static let leastWidth = 960.0

    static func chart(of map: DecisionMap) -> Chart? {
        guard !map.cells.isEmpty else { return nil }
        let legend = DecisionMapLegend(of: map)
        let values = map.axes[0].values.map { ChartScript.width(of: $0, size: 12) }.max() ?? 0
        let left = 48 + max(values, ChartScript.width(of: map.axes[0].key, size: 12))
        let columns = Double(map.axes[1].values.count)
        let width = max(leastWidth, left + columns * 64 + right)
        let cellWidth = min(160, (width - left - right) / columns)
        let marks = TopologyMarks(map.variants)
        let names = ChartLegend(
            legend.letters.map { ("\($0.letter) \($0.variant)", marks[$0.variant]) }, from: 30,
            to: width - 8)
        let foot = foot + names.more
        let height = head + foot + cellHeight * Double(map.axes[0].values.count)
        var script = ChartScript(
            name: name, title: title, subtitle: DecisionMapText.what(map), width: width,
            height: height, caution: Caution.line(of: map.head))
        script.add("unset border; unset xtics; unset ytics; set xrange [0:1]; set yrange [0:1]")
        script.margins(of: Box(left: 0, bottom: 0, right: width, top: height))
        let across = left + cellWidth * columns / 2
        script.text(
            map.axes[1].key, x: across, y: height - head + 32, size: 12, colour: "#333333",
            align: .center)
        script.text(map.axes[0].key, x: 24, y: height - head + 12, size: 12, colour: "#333333")
        for (column, value) in map.axes[1].values.enumerated() {
            script.text(
                value, x: left + cellWidth * (Double(column) + 0.5), y: height - head + 12,
                size: 12, colour: "#333333", align: .center)
        }
        for (row, down) in map.axes[0].values.enumerated() {
            let top = height - head - cellHeight * Double(row)
            script.text(down, x: 24, y: top - cellHeight / 2, size: 12, colour: "#333333")
            for (column, value) in map.axes[1].values.enumerated() {
                let x = left + cellWidth * Double(column)
                let box = Box(
                    left: x + 1, bottom: top - cellHeight + 1, right: x + cellWidth - 1,
                    top: top - 1)
                draw(map.cell(down, value), in: box, legend, marks, script: &script)
            }
        }
        names.draw(lastAt: 46, in: &script)
        script.add("plot '\(name).dat' using (2):(2) notitle with points pt -1")
        return Chart(
            name: name, title: title, description: description(map, legend),
            script: script.script, data: data(map))
    }

    private static func draw(
        _ cell: DecisionMap.Cell?, in box: Box, _ legend: DecisionMapLegend,
        _ marks: TopologyMarks, script: inout ChartScript
    ) {
        guard let first = cell?.best.first else {
            script.rectangle(box, fill: "#FFFFFF", border: ChartStyle.Colour.rule)
            return centre(legend.text(of: cell), in: box, ChartStyle.Colour.note, &script)
        }
        let others = cell!.best.dropFirst()
        if let second = others.first {
            script.hatch(
                box, fill: marks[first].colour, lines: marks[second].colour)
        } else {
            script.rectangle(box, fill: marks[first].colour, border: marks[first].colour)
        }
        script.text(
            legend.text(of: cell), x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2,
            size: 13, colour: "#000000", align: .center, isBoxed: true)
    }

    private static func centre(
        _ text: String, in box: Box, _ colour: String, _ script: inout ChartScript
    ) {
        script.text(
            text, x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2, size: 13,
            colour: colour, align: .center)
    }

    private static func description(_ map: DecisionMap, _ legend: DecisionMapLegend) -> String {
        let rows = map.axes[0].values.map { down in
            let cells = map.axes[1].values.map { "\(legend.text(of: map.cell(down, $0))) at \($0)" }
            return "\(map.axes[0].key) \(down): \(TextLines.list(cells))."
        }
        return "\(map.head.workload), \(DecisionMapText.what(map)). \(legend.line(of: map)). "
            + rows.joined(separator: " ") + " " + Caution.line(of: map.head)
    }

    private static func data(_ map: DecisionMap) -> String {
        var text = """
            # The best stack of each cell, the one with the shortest waits first.
            # \(map.axes[0].key) \(map.axes[1].key) best

            """
        for cell in map.cells {
            let words = cell.values + [cell.best.joined(separator: ", ")]
            text += words.map(ChartScript.cell).joined(separator: " ") + "\n"
        }
        return text
    }
}

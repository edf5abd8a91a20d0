/// Topologies' marks and names below a plot, in as many rows as they need.
struct ChartLegend {
    private static let size = 12.0
    private static let pitch = 18.0
    private static let gap = 34.0

    private let entries: [(text: String, mark: TopologyMarks.Mark, x: Double, row: Int)]

    /// - Parameter right: the end of the rows, in pixels; a longer name has a row of its own.
    init(
        _ names: [(text: String, mark: TopologyMarks.Mark)], from left: Double, to right: Double
    ) {
        var (x, row) = (left, 0)
        entries = names.map { text, mark in
            let width = ChartScript.width(of: text, size: Self.size) + Self.gap
            if x > left, x + width > right { (x, row) = (left, row + 1) }
            defer { x += width }
            return (text, mark, x, row)
        }
    }

    /// The height of the rows after the first, in pixels.
    var more: Double { Self.pitch * Double(entries.last?.row ?? 0) }

    /// Draws the entries, those of the last row at a height.
    func draw(lastAt y: Double, in script: inout ChartScript) {
        for entry in entries {
            let y = y + more - Self.pitch * Double(entry.row)
            script.mark(entry.mark, x: entry.x, y: y)
            script.text(
                entry.text, x: entry.x + 10, y: y, size: Self.size, colour: entry.mark.ink)
        }
    }
}

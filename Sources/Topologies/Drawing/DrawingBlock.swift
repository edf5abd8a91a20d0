/// Lines of text that hold a box, with everything that stands above it.
struct DrawingBlock {
    private(set) var lines: [String]
    /// The column below which the arrow out of the box begins.
    private(set) var anchor: Int

    var width: Int { lines.map(\.count).max() ?? 0 }

    /// A box with the blocks that point to it above it, side by side, each with its arrow's label.
    init(box text: [String], below above: [(block: DrawingBlock, label: String)]) {
        let gap = 2
        var columns: [(lines: [String], left: Int, width: Int)] = []
        var anchors: [Int] = []
        var arrows = ""
        var left = 0
        for (block, label) in above {
            let anchor = left + block.anchor
            let arrow = label.isEmpty ? "│" : "│ \(label)"
            arrows = arrows.padded(to: anchor) + arrow
            anchors.append(anchor)
            let width = max(block.width, block.anchor + arrow.count)
            columns.append((block.lines, left, width))
            left += width + gap
        }

        let height = columns.map(\.lines.count).max() ?? 0
        var lines: [String] = (0..<height).map { row in
            var line = ""
            for column in columns {
                let skipped = height - column.lines.count
                guard row >= skipped else { continue }
                line = line.padded(to: column.left) + column.lines[row - skipped]
            }
            return line
        }
        if !arrows.isEmpty { lines.append(arrows) }

        // The box reaches under each arrow that points to it, with a corner to spare.
        let inner = max((text.map(\.count).max() ?? 0) + 2, (anchors.last ?? 0) + 1)
        var top = Array("┌" + String(repeating: "─", count: inner) + "┐")
        for anchor in anchors { top[anchor] = "▼" }
        lines.append(String(top))
        for line in text { lines.append("│ " + line.padded(to: inner - 1) + "│") }
        anchor = (inner + 1) / 2
        var bottom = Array("└" + String(repeating: "─", count: inner) + "┘")
        bottom[anchor] = "┬"
        lines.append(String(bottom))
        self.lines = lines
    }

    /// A word centred below the arrow out of the box.
    func caption(_ word: String) -> String {
        String(repeating: " ", count: max(0, anchor - word.count / 2)) + word
    }
}

extension String {
    /// The string with spaces after it up to a width in characters.
    func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }
}

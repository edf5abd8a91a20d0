/// Finds room for labels: beside their lines or points, and off lines, bars and other labels.
///
/// Greedy: labels are placed one after the other, each at its first candidate of least cost. A
/// label that collides everywhere is still placed, where it collides least.
package struct LabelPlacer {
    package typealias Point = (x: Double, y: Double)

    /// A position that a label may have: the middle of its left or right end, or its centre.
    package struct Candidate {
        package var anchor: Point
        package var align: TextAlignment
        /// The cost compared with the best candidate: a crossed line costs 1.
        package var penalty: Double

        package init(anchor: Point, align: TextAlignment, penalty: Double = 0) {
            self.anchor = anchor
            self.align = align
            self.penalty = penalty
        }
    }

    /// Where labels must stay.
    let bounds: Box
    private var boxes: [Box] = []
    private var lines: [[Point]] = []

    package init(bounds: Box) { self.bounds = bounds }

    /// Keeps labels off a rectangle.
    package mutating func avoid(_ box: Box) { boxes.append(box) }

    /// Keeps labels off a line through points.
    package mutating func avoid(line: [Point]) { lines.append(line) }

    /// The best of the candidates, which is then taken.
    ///
    /// - Precondition: at least one candidate.
    /// - Complexity: O(candidates × (boxes + points of lines)).
    package mutating func place(
        _ text: String, size: Double, at candidates: [Candidate]
    ) -> Candidate {
        precondition(!candidates.isEmpty, "the label \(text) has no place to choose")
        var best: (candidate: Candidate, box: Box, cost: Double)?
        for candidate in candidates {
            let box = LabelPlacer.box(of: text, size: size, at: candidate)
            let cost = cost(of: box) + candidate.penalty
            if best == nil || cost < best!.cost { best = (candidate, box, cost) }
        }
        boxes.append(best!.box)
        return best!.candidate
    }

    private func cost(of box: Box) -> Double {
        var cost = bounds.contains(box) ? 0.0 : 100
        cost += 10 * Double(boxes.count { $0.overlaps(box) })
        for line in lines {
            let isCrossed = zip(line, line.dropFirst()).contains {
                box.isCrossed(from: $0, to: $1)
            }
            if isCrossed { cost += 1 }
        }
        return cost
    }

    /// The room that a text takes, with a little air around it.
    package static func box(of text: String, size: Double, at candidate: Candidate) -> Box {
        let width = Double(text.count) * size * ChartStyle.letterWidth
        let left =
            switch candidate.align {
            case .left: candidate.anchor.x
            case .center: candidate.anchor.x - width / 2
            case .right: candidate.anchor.x - width
            }
        return Box(
            left: left - 3, bottom: candidate.anchor.y - size * 0.65, right: left + width + 3,
            top: candidate.anchor.y + size * 0.65)
    }
}

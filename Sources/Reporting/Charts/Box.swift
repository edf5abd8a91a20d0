/// A rectangle on a chart, in pixels from the lower left corner.
package struct Box: Sendable {
    package var left: Double
    package var bottom: Double
    package var right: Double
    package var top: Double

    package init(left: Double, bottom: Double, right: Double, top: Double) {
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }

    var width: Double { right - left }
    var height: Double { top - bottom }

    /// Whether the two share more than an edge.
    package func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && bottom < other.top && other.bottom < top
    }

    /// Whether all of `other` lies inside.
    package func contains(_ other: Box) -> Bool {
        left <= other.left && other.right <= right && bottom <= other.bottom && other.top <= top
    }

    /// Whether a straight line between two points passes through (Liang and Barsky, 1984).
    package func isCrossed(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) -> Bool {
        let direction = (x: b.x - a.x, y: b.y - a.y)
        var enters = 0.0
        var leaves = 1.0
        for (step, distance) in [
            (-direction.x, a.x - left), (direction.x, right - a.x),
            (-direction.y, a.y - bottom), (direction.y, top - a.y),
        ] {
            if step == 0 {
                if distance < 0 { return false }
            } else if step < 0 {
                enters = max(enters, distance / step)
            } else {
                leaves = min(leaves, distance / step)
            }
        }
        return enters <= leaves
    }
}

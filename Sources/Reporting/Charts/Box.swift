/// A rectangle on a chart, in pixels from the lower left corner.
struct Box {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double

    var width: Double { right - left }
    var height: Double { top - bottom }

    func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && bottom < other.top && other.bottom < top
    }

    func contains(_ other: Box) -> Bool {
        left <= other.left && other.right <= right && bottom <= other.bottom && other.top <= top
    }

    /// Whether a straight line between two places passes through (Liang and Barsky, 1984).
    func isCrossed(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) -> Bool {
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

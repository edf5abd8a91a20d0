/// The choices that no other choice beats in both prices at once.
package enum ParetoFront {
    /// The indices of the points on the front, both coordinates better when lower, by ascending x.
    ///
    /// A point is beaten if another is at least as good in both and better in one; of equal points
    /// all are kept.
    package static func indices(of points: [(x: Double, y: Double)]) -> [Int] {
        points.indices.filter { index in
            let own = points[index]
            return !points.contains { other in
                other.x <= own.x && other.y <= own.y && (other.x < own.x || other.y < own.y)
            }
        }.sorted { (points[$0].x, points[$1].y, $0) < (points[$1].x, points[$0].y, $1) }
    }
}

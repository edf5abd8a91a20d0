import Execution

/// Draws of several shares at once, each share spread evenly over 0 to 1.
///
/// Each dimension is cut into as many equal parts as there are draws, and each part holds one draw:
/// a hundred draws cover every tenth of each number ten times, where independent ones would leave
/// gaps.
package enum LatinHypercube {
    /// - Parameter stream: decides everything; an equal one makes equal draws.
    /// - Returns: for each draw a share in 0..<1 for each dimension.
    package static func draws(
        _ count: Int, dimensions: Int, from stream: RandomStream
    ) -> [[Double]] {
        var draws = Array(repeating: Array(repeating: 0.0, count: dimensions), count: count)
        for dimension in 0..<dimensions {
            var own = stream.keyed(dimension)
            var parts = Array(0..<count)
            // Fisher and Yates, with the stream's own bits: the library's order may change.
            for place in stride(from: count - 1, to: 0, by: -1) {
                parts.swapAt(place, Int(own.next() % UInt64(place + 1)))
            }
            for (draw, part) in parts.enumerated() {
                let within = Double(own.next() >> 11) / Double(UInt64(1) << 53)
                draws[draw][dimension] = (Double(part) + within) / Double(count)
            }
        }
        return draws
    }
}

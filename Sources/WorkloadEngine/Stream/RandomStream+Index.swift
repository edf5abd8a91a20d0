import Execution

extension RandomStream {
    /// Draws a number from 0 up to `count` − 1 with equal probability.
    ///
    /// Not `Int.random(in:using:)`: the standard library may draw otherwise in its next version,
    /// but a seed must keep its stream. The bias is below `count` / 2^53.
    ///
    /// - Precondition: `count` ≥ 1.
    mutating func index(below count: Int) -> Int {
        precondition(count >= 1, "nothing to draw from; make sure that there is something")
        return Int(unit() * Double(count))
    }
}

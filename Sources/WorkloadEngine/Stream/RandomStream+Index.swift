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

    /// Draws bytes, each as `index(below: 256)` draws a number: its value is the top eight bits.
    ///
    /// - Complexity: O(`count`). Photos have some hundred thousand, and a lab that tries faults
    ///   draws them for each.
    mutating func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            for index in 0..<count {
                buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: next() >> 56))
            }
            filled = count
        }
    }
}

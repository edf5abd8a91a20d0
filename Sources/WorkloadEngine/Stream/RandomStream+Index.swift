import Execution

extension RandomStream {
    /// A number from 0 up to `count` − 1, each as likely.
    ///
    /// Not `Int.random(in:using:)`: the standard library may draw otherwise in its next version,
    /// and a seed's stream must stay what it was. The bias is below `count` / 2^53.
    ///
    /// - Precondition: `count` ≥ 1.
    mutating func index(below count: Int) -> Int {
        precondition(count >= 1, "nothing to draw from; make sure that there is something")
        return Int(unit() * Double(count))
    }
}

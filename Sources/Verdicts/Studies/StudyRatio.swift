import Results

/// How many times one figure is another, and how far the repetitions leave that open.
package struct StudyRatio: Sendable, Hashable {
    /// Of the medians; infinite over zero.
    package let value: Double
    /// Of one's least over the other's greatest, and the other way round.
    package let low: Double
    package let high: Double

    init(_ left: Figure, over right: Figure) {
        value = Self.ratio(left.value, right.value)
        low = Self.ratio(left.low ?? left.value, right.high ?? right.value)
        high = Self.ratio(left.high ?? left.value, right.low ?? right.value)
    }

    /// Two that are nothing are alike.
    private static func ratio(_ left: Double, _ right: Double) -> Double {
        left == right ? 1 : left / right
    }
}

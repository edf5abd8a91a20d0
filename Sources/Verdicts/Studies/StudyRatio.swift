import Results

/// How many times one figure is another, and how far the repetitions leave that open.
package struct StudyRatio: Sendable, Hashable {
    /// Of the medians; infinite over zero.
    package let value: Double
    /// Of one's least over the other's greatest, and the other way round.
    package let low: Double
    package let high: Double

    /// - Returns: `nil` where both are zero.
    package init?(_ left: Figure, over right: Figure) {
        guard left.value != 0 || right.value != 0 else { return nil }
        value = left.value / right.value
        low = (left.low ?? left.value) / (right.high ?? right.value)
        high = (left.high ?? left.value) / (right.low ?? right.value)
    }
}

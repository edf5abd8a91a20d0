/// A position in a series at which its level changed.
package struct ChangePoint: Sendable, Hashable {
    /// The index of the first value of the new level.
    package let index: Int
    /// The mean from the change before to this one.
    package let meanBefore: Double
    /// The mean from this change to the next.
    package let meanAfter: Double
    /// The two-sided probability of Student's t that both are one level.
    package let probability: Double
}

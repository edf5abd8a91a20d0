/// Two one-sided tests: whether a shift is too small to matter.
///
/// Schuirmann, *A comparison of the two one-sided tests procedure and the power approach*, Journal
/// of Pharmacokinetics and Biopharmaceutics 15 (1987). Each test is made at (1 − 0.95) / 2 and not
/// at 0.05, so that "equivalent" and "the printed interval lies within the margin" are one thing;
/// it errs to the side of not claiming it.
package struct Equivalence: Sendable, Hashable {
    /// The probability of such values if the shift is −margin or less.
    package let belowProbability: Double
    /// The probability of such values if the shift is margin or more.
    package let aboveProbability: Double

    /// - Precondition: the margin is not negative.
    package init(_ estimate: ShiftEstimate, margin: Double) {
        precondition(margin >= 0, "a margin of \(margin) holds nothing: give its size")
        belowProbability = estimate.probability(ofAtMost: -margin)
        aboveProbability = estimate.probability(ofAtLeast: margin)
    }

    /// Whether both tests reject.
    package var isShown: Bool { isShown(level: ShiftEstimate.level) }

    /// Whether both tests reject, each at half of what the level leaves: whether the interval of
    /// that level lies within the margin.
    package func isShown(level: Double) -> Bool {
        max(belowProbability, aboveProbability) <= (1 - level) / 2
    }
}

/// The verdict of a comparison on a metric: Comparing.md, “The verdicts”.
package enum Verdict: String, Codable, Sendable, CaseIterable {
    /// The values are the same, each of them.
    case identical
    /// The whole interval lies within the tolerance.
    case equivalent
    /// Better: the interval excludes no change, and the change is larger than the tolerance.
    case improved
    /// Worse, by the same rule.
    case regressed
    /// The rounds support no other verdict.
    case inconclusive
    /// There are not two values of one thing.
    case incomparable
}

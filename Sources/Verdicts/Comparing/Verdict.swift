/// What a comparison says of a metric: Comparing.md, “The verdicts”.
package enum Verdict: String, Codable, Sendable, CaseIterable {
    /// The values are the same, each of them.
    case identical
    /// The whole interval lies within what does not matter.
    case equivalent
    /// Better: the interval excludes no change, and the change is larger than what does not matter.
    case improved
    /// Worse, by the same rule.
    case regressed
    /// None of these can be told.
    case inconclusive
    /// There are not two values of one thing.
    case incomparable
}

import Results

/// Two topologies of one run in one figure: whether the repetitions distinguish them.
package struct RankedPair: Sendable, Hashable {
    /// The verdict that the repetitions support.
    package enum Verdict: String, Sendable, CaseIterable {
        case firstIsBetter = "first"
        case secondIsBetter = "second"
        /// They differ by less than the margin that matters.
        case equal
        /// Chance explains the difference, or may.
        case notToldApart = "not-told-apart"
        /// There are fewer pairs than an order takes.
        case tooFewRounds = "too-few-rounds"
    }

    package let measure: Measure
    /// The topologies' places in the run.
    package let first: Int
    package let second: Int
    /// How many pairs of repetitions it rests on.
    package let rounds: Int
    /// The change from the first to the second, with its interval; `nil` if all values are the
    /// same, or with a single pair.
    package internal(set) var change: ComparisonRow.Change?
    /// The probability of such values if the two are equal, corrected for the number of pairs and
    /// figures tested; `nil` if the pair was not tested.
    package internal(set) var probability: Double?
    package internal(set) var verdict: Verdict
    /// Whether the verdict follows from the order of calls and not from a measured time: counts
    /// that every repetition repeats, or nothing against something.
    package internal(set) var isExact: Bool
    /// The number of rounds with which four of five runs would distinguish the two.
    ///
    /// `nil` if the verdict stands, or if the number exceeds `RoundsNeeded.most`.
    package internal(set) var roundsNeeded: Int?

    /// Whether the verdict distinguishes the two.
    package var isTold: Bool { verdict == .firstIsBetter || verdict == .secondIsBetter }

    /// Whether more rounds could change the verdict.
    package var isOpen: Bool { verdict == .notToldApart || verdict == .tooFewRounds }
}

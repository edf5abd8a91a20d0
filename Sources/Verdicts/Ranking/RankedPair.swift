import Results

/// Two topologies of one run in one figure: whether they are told apart.
package struct RankedPair: Sendable, Hashable {
    /// What the repetitions carry.
    package enum Verdict: String, Sendable, CaseIterable {
        case firstIsBetter = "first"
        case secondIsBetter = "second"
        /// They differ by less than what matters.
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
    /// From the first to the second, with its interval; `nil` where all values are the same, and of
    /// a single pair.
    package internal(set) var change: ComparisonRow.Change?
    /// The probability of such values where the two are equal, corrected for how many pairs and
    /// figures were asked about; `nil` where nothing was asked.
    package internal(set) var probability: Double?
    package internal(set) var verdict: Verdict
    /// Whether the verdict follows from the order of calls and not from a measured time: counts
    /// that every repetition repeats, or nothing against something.
    package internal(set) var isExact: Bool
    /// The rounds with which four of five runs would tell the two apart; `nil` where the verdict
    /// stands, and where more than `RoundsNeeded.most` would be.
    package internal(set) var roundsNeeded: Int?

    /// Whether the two are told apart.
    package var isTold: Bool { verdict == .firstIsBetter || verdict == .secondIsBetter }

    /// Whether more rounds could change the verdict.
    package var isOpen: Bool { verdict == .notToldApart || verdict == .tooFewRounds }
}

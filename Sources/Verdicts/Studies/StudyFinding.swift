import Results

/// One figure, or one beside another, and the verdict on what a study says of it.
package struct StudyFinding: Sendable, Hashable {
    /// The reason for a verdict, where figures and interval alone do not give it.
    package enum Reason: Sendable, Hashable {
        /// The study's file gives a reason why this core cannot test it.
        case untestable(String)
        /// The arm has no figures: it failed.
        case failed(arm: String)
        /// The arm was interrupted before its first repetition ended.
        case notRun(arm: String)
        /// The arm's workload or topology has no such figure.
        case absent(arm: String)
        case bothZero
        /// There are fewer rounds than an interval takes.
        case fewRounds
        /// The interval holds the bound, or what does not matter as well as what does.
        case wideInterval
        /// The interval alone excludes the bound; among so many comparisons one does by chance.
        case manyQuestions
        /// The difference is smaller than what matters.
        case tooSmall
        /// A repetition was seen beyond the bound.
        case seen(worst: Double)
    }

    /// The whole name: `main.busy.total`.
    package let metric: String
    /// The arm of the figure; of a ratio, the one that is divided.
    package let first: String
    /// The arm that it is divided by; `nil` for a figure on its own.
    package let second: String?
    /// `nil` if an arm has no figure.
    package internal(set) var estimate: StudyEstimate?
    package internal(set) var verdict: StudyVerdict
    package internal(set) var reason: Reason?
    /// Whether the verdict follows without a test: counts that every repetition repeats, or nothing
    /// against something.
    package internal(set) var isExact = false
    /// The probability of such values if the verdict were wrong, corrected for the number of
    /// comparisons; `nil` if it was not tested.
    package internal(set) var probability: Double?
    /// The number of rounds with which four of five studies would reach a verdict; `nil` if it
    /// stands, or if the number exceeds `RoundsNeeded.most`.
    package internal(set) var roundsNeeded: Int?
}

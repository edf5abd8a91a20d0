import Foundation
import Results
import Statistics

/// The comparison of one figure of one topology.
package struct ComparisonRow: Codable, Sendable, Hashable {
    package var topology: String
    package var variant: String
    package var phase: String
    /// Empty for all roles together.
    package var role: String
    /// `main.delay`; with the statistic, `name`.
    package var metric: String
    package var statistic: String
    package var unit: String
    package var better: Polarity

    /// The medians over the used rounds; `nil` if an arm has none.
    package var baseline: Double?
    package var candidate: Double?
    /// The rounds of each arm that contain the figure, without excluded ones; pairs if it is
    /// paired.
    package var baselineRounds: Int
    package var candidateRounds: Int
    package var isPaired: Bool

    /// Whether it is the metric's figure for the whole run: of the headline phase, of all roles
    /// together, as limits are judged.
    package var isHeadline: Bool
    /// Whether the command may fail for it.
    ///
    /// Other figures are described, and fail nothing.
    package var isGate: Bool

    /// Whether it is a counter that repeats exactly in both arms: its verdict needs no test.
    ///
    /// One that got worse by more than the tolerance fails the command, as a gate does.
    package var isCounted = false

    /// The change; `nil` if an arm has too few rounds for an interval, and if all values are
    /// identical.
    package var change: Change?
    /// How much narrower the interval is because the machine's speed was divided out, as a share;
    /// `nil` if it was not.
    package var narrowing: Double?
    /// The change that does not matter, in the scale of the change: a ratio above 1, or a
    /// difference.
    ///
    /// A larger change is better or worse if chance does not explain it.
    package var tolerance: Double
    package var toleranceSource: ToleranceSource
    /// The bound for equivalence, in the scale of the change, if a gate allows less than the
    /// tolerance.
    ///
    /// `nil` otherwise: the tolerance is both bounds.
    package var equivalence: Double?
    /// candidate / baseline, if the change is shown as a difference; `nil` otherwise.
    ///
    /// A change is shown as a difference if the least difference that matters exceeds the least
    /// share.
    package var ratio: Double?
    /// The probability of such values without a change, corrected for the number of figures tested;
    /// `nil` if the figure was not tested.
    package var probability: Double?
    package var verdict: Verdict
    /// The reason why the verdict is not better; `nil` if none is needed.
    package var reason: Reason?
    /// The number of rounds with which four of five comparisons would reach a verdict.
    ///
    /// `nil` if the verdict stands, or if the number exceeds `RoundsNeeded.most`.
    package var roundsNeeded: Int?

    /// `main.delay.p99`.
    package var name: String { "\(metric).\(statistic)" }

    /// The number of rounds behind the verdict: the smaller of both arms.
    package var rounds: Int { min(baselineRounds, candidateRounds) }

    /// Whether it rests on rounds in which the machine disturbed no clock.
    var isMeasured: Bool { !isCounted && rounds > 0 }
}

extension ComparisonRow {
    /// From baseline to candidate, with an interval of 95 %.
    package struct Change: Codable, Sendable, Hashable {
        /// The scale of a change.
        package enum Scale: String, Codable, Sendable {
            /// candidate / baseline.
            case ratio
            /// candidate − baseline, in the figure's unit: if an arm has a zero, or if the figure
            /// is so small that its unit decides.
            case difference
        }

        package var scale: Scale
        package var value: Double
        /// The bounds of the interval; `nil` if the rounds are too few for one.
        package var low: Double?
        package var high: Double?
        package var test: ShiftTest
        /// The test's two-sided probability, before it is corrected.
        package var probability: Double
    }

    /// The source of the tolerance.
    package enum ToleranceSource: String, Codable, Sendable {
        /// Runs of a thing against itself on this machine.
        case measuredFloor = "measured-floor"
        /// Assumed: this machine's noise was not measured.
        case assumedFloor = "assumed-floor"
        /// A gate allows more than the floor.
        case gate
        /// The least difference that matters, in the figure's unit: `NoiseFloor.smallest`.
        case smallest
        /// The figures have no noise.
        case exact
        /// A counter repeats exactly; a change of `NoiseFloor.smallestWork` does not matter.
        case counted
    }

    /// The reason why a verdict is not better, or missing.
    package enum Reason: String, Codable, Sendable, CaseIterable {
        case fewRounds = "few-rounds"
        case wideInterval = "wide-interval"
        case smallChange = "small-change"
        case manyQuestions = "many-questions"
        case withinNoise = "within-noise"
        case noDirection = "no-direction"
        case someDraws = "some-draws"
        case missingInBaseline = "missing-in-baseline"
        case missingInCandidate = "missing-in-candidate"
        case otherUnit = "other-unit"

        /// The reason as a clause.
        package var sentence: String {
            switch self {
            case .fewRounds: "too few rounds for a verdict"
            case .wideInterval: "the interval holds no change as well as one that matters"
            case .smallChange: "there is a change, and it may be too small to matter"
            case .manyQuestions: "one of so many figures changes as much by chance"
            case .withinNoise:
                "more than the gate allows, and two runs of one thing may differ as much"
            case .noDirection: "it changed, and neither way is better"
            case .someDraws: "single draws changed, and the medians hide it"
            case .missingInBaseline: "the baseline has no such figure"
            case .missingInCandidate: "the candidate has no such figure"
            case .otherUnit: "the two have different units"
            }
        }
    }
}

extension ComparisonRow.Change {
    /// An estimate as a change.
    ///
    /// - Parameters:
    ///   - isRatio: whether the estimate is of logarithms.
    ///   - level: the share of samples whose interval holds the true change.
    init(_ estimate: ShiftEstimate, isRatio: Bool, level: Double = ShiftEstimate.level) {
        let scaled = { (value: Double) in isRatio ? exp(value) : value }
        let interval = estimate.interval(level: level)
        self.init(
            scale: isRatio ? .ratio : .difference, value: scaled(estimate.center),
            low: interval.low.isFinite ? scaled(interval.low) : nil,
            high: interval.high.isFinite ? scaled(interval.high) : nil, test: estimate.test,
            probability: estimate.probability)
    }
}

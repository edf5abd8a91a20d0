import Results

/// A baseline and a candidate, figure by figure.
///
/// Every choice is made before a value is read: the excluded rounds (those marked disturbed or
/// interrupted, and the other round of their pair), the metrics that may fail the command
/// (`GateFamily`), the number of rounds for a verdict, the tolerance (`NoiseFloor`, or a gate's
/// allowance), and the test (`ShiftEstimate`).
///
///     interval within the tolerance          → equivalent
///     beyond it, and chance explains it      → inconclusive
///     beyond it, and chance does not         → improved, regressed
///     neither                                → inconclusive
///
/// "Chance does not" is one statement for all gates of a comparison together, over all topologies:
/// Holm's procedure corrects their probabilities. The figures without gates are a second family, so
/// that a table of hundreds of figures does not mark one that changed by chance.
package struct Comparison: Codable, Sendable {
    /// The number of rounds that an improvement or a regression takes.
    ///
    /// With 12, pairs that scatter by 5 % have an interval of ± 3 %, and a rank test can
    /// distinguish a change from chance among forty questions.
    package static let minimumRounds = 12
    /// How many an equivalence takes: fewer have no interval of 95 % without a supposed
    /// distribution.
    package static let minimumEquivalenceRounds = 6

    /// One of the two results, with the facts that a reader needs.
    package struct Arm: Codable, Sendable, Hashable {
        package var run: String
        package var commit: String
        /// ISO 8601, UTC.
        package var started: String

        init(_ result: ResultFigures) {
            run = result.run
            commit = result.commit
            started = result.started
        }
    }

    /// A repetition that was left out.
    package struct Excluded: Codable, Sendable, Hashable {
        /// `baseline` or `candidate`.
        package var arm: String
        package var variant: String
        package var repetition: Int
        /// `disturbed` or `interrupted`.
        package var mark: Mark
    }

    /// A topology that cannot be compared.
    package struct Unmatched: Codable, Sendable, Hashable {
        package var topology: String
        package var variant: String
        /// A clause: `it is not in the baseline`.
        package var reason: String
    }

    /// The source of the noise floor.
    package enum FloorUse: String, Codable, Sendable {
        /// It was measured on this machine.
        case measured
        /// Nothing was measured; floors are assumed.
        case assumed
        /// It was measured on another machine or build; floors are assumed.
        case measuredElsewhere = "measured-elsewhere"
        /// The figures have no noise.
        case exact
    }

    package let workload: String
    package let baseline: Arm
    package let candidate: Arm
    /// Whether the n-th repetitions of both are pairs.
    package let isPaired: Bool
    package let family: GateFamily
    package let floorUse: FloorUse
    /// The reason that nothing can be compared; `nil` if something can.
    package let incomparability: Incomparability?
    /// By topology as the baseline has them, in each by figure as the repetitions have them.
    package let rows: [ComparisonRow]
    package let unmatched: [Unmatched]
    /// The topologies whose definition changed under their name; `nil` if no definition changed.
    package let redefined: [Redefinition]?
    package let excluded: [Excluded]

    /// Whether the machine disturbed every repetition, or pair of them, that could be compared.
    package var isOfNothing: Bool {
        incomparability == nil && !rows.contains(where: \.isMeasured)
            && excluded.contains { $0.mark == .disturbed }
    }

    /// Topologies of which nothing could be compared: the machine disturbed every repetition of one
    /// arm, or one of every pair.
    package var disturbedThroughout: [String] {
        let disturbed = Set(excluded.filter { $0.mark == .disturbed }.map(\.variant))
        let judged = Set(rows.filter(\.isMeasured).map(\.variant))
        let left = Set(unmatched.map(\.variant))
        return disturbed.subtracting(judged).subtracting(left).sorted()
    }

    /// Compares two results.
    ///
    /// - Parameters:
    ///   - family: the metrics that the command may fail for.
    ///   - floor: this machine's noise; one of another machine is not used.
    /// - Complexity: O(r² · log r) for each of the figures, with r rounds.
    package init(
        baseline: ResultFigures, candidate: ResultFigures, family: GateFamily = .standard,
        floor: NoiseFloor = .uncalibrated
    ) {
        let isExact =
            baseline.mode == ResultFigures.simulatedMode && candidate.mode == baseline.mode
        let isMeasured = floor.machine != nil
        let fits = isMeasured && floor.fits(baseline, candidate)
        workload = candidate.workload
        self.baseline = Arm(baseline)
        self.candidate = Arm(candidate)
        self.family = family
        isPaired =
            isExact || Interleaving.arePaired(baseline.interleaving, candidate.interleaving)
        floorUse = isExact ? .exact : fits ? .measured : isMeasured ? .measuredElsewhere : .assumed
        incomparability = Incomparability(baseline, candidate)
        let redefined = Redefinition.all(baseline, candidate)
        self.redefined = redefined.isEmpty ? nil : redefined
        guard incomparability == nil else {
            (rows, unmatched, excluded) = ([], [], [])
            return
        }
        var builder = ComparisonBuilder(
            isPaired: isPaired, isExact: isExact, headlinePhase: candidate.headlinePhase,
            family: family, floor: fits ? floor : .uncalibrated,
            interrupted: Set(
                (baseline.isInterrupted ? ["baseline"] : [])
                    + (candidate.isInterrupted ? ["candidate"] : [])))
        builder.compare(baseline.topologies, candidate.topologies)
        rows = builder.judgedRows()
        unmatched = builder.unmatched
        excluded = builder.excluded
    }
}

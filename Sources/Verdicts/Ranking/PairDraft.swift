import Foundation
import Results
import Statistics

/// A pair before all pairs of its run are judged together.
struct PairDraft {
    private var pair: RankedPair
    private var estimate: ShiftEstimate?
    /// The shift that does not matter, in the estimate's scale.
    private var margin = 0.0

    /// - Parameters:
    ///   - look: the look at which the pair is judged; its interval holds at every look that a run
    ///     may end with.
    ///   - fewestSignedRanks: the number of pairs from which on signed ranks can reject.
    /// - Precondition: both have a value of each round.
    init(
        _ measure: Measure, _ first: Int, _ second: Int, _ before: [Double], _ after: [Double],
        at look: Look, fewestSignedRanks: Int
    ) {
        let estimated = { (before: [Double], after: [Double]) in
            Self.estimate(before, after, fewestSignedRanks: fewestSignedRanks)
        }
        pair = RankedPair(
            measure: measure, first: first, second: second, rounds: before.count,
            verdict: .tooFewRounds, isExact: false)
        if let verdict = Self.exactVerdict(measure, before, after) {
            pair.verdict = verdict
            pair.isExact = true
            return
        }
        guard before != after else {
            if before.count >= Ranking.minimumRounds { pair.verdict = .equal }
            return
        }
        let share = NoiseFloor.uncalibrated.share(of: measure.name, isPaired: true).value
        let smallest = NoiseFloor.smallest(measure.unit.rawValue)
        let level = abs(Sample(before).median ?? 0)
        // A figure that its unit judges is shown in that unit: a ratio of microseconds has no
        // meaning.
        let isSmall = smallest > share * level
        let isRatio = !isSmall && (before + after).allSatisfy { $0 > 0 }
        if isRatio {
            estimate = estimated(before.map { log($0) }, after.map { log($0) })
            margin = log(1 + share)
        } else {
            estimate = estimated(before, after)
            margin = max(share * level, smallest)
        }
        pair.change = estimate.map {
            ComparisonRow.Change($0, isRatio: isRatio, level: look.intervalLevel)
        }
    }

    /// The shift of pairs, by a paired test if there are enough pairs for it.
    ///
    /// If differences are not normal and pairs are too few for signed ranks, the samples are
    /// compared without pairs (Mann and Whitney): the rounds' common noise makes that test err
    /// towards no verdict.
    ///
    /// - Parameter fewestSignedRanks: the number of pairs from which on signed ranks can reject: 7
    ///   at 2 %, for 2 / 2⁷ is the first probability below it.
    static func estimate(
        _ before: [Double], _ after: [Double], fewestSignedRanks: Int = 7
    ) -> ShiftEstimate? {
        let paired = ShiftEstimate(differences: zip(after, before).map { $0 - $1 })
        guard paired?.test == .signedRank, before.count < fewestSignedRanks else { return paired }
        return ShiftEstimate(from: before, to: after, by: .mannWhitney)
    }

    /// The verdict that follows without a test.
    ///
    /// A count that every repetition repeats follows from the order of calls; so does a zero beside
    /// counts that are never zero, for which one repetition is enough. A mean over time repeats by
    /// chance only, and a time always.
    private static func exactVerdict(
        _ measure: Measure, _ first: [Double], _ second: [Double]
    ) -> RankedPair.Verdict? {
        guard [.edits, .count, .rows].contains(measure.unit) else { return nil }
        let isZero = [first, second].map { $0.allSatisfy { $0 == 0 } }
        if isZero == [true, true] { return .equal }
        let isPositive = [first, second].map { $0.allSatisfy { $0 > 0 } }
        let isStructural = (isZero[0] && isPositive[1]) || (isPositive[0] && isZero[1])
        let isConstant =
            measure.statistic != .exposure && first.count >= 2
            && Set(first).count == 1 && Set(second).count == 1
        guard isStructural || isConstant else { return nil }
        if first[0] == second[0] { return .equal }
        let isFirstLower = first[0] < second[0]
        return isFirstLower == (measure.better == .lower) ? .firstIsBetter : .secondIsBetter
    }

    /// The pairs with their verdicts.
    ///
    /// - Parameter level: the probability of error of all looks together.
    static func judged(_ drafts: [PairDraft], level: Double, at look: Look) -> [RankedPair] {
        var drafts = drafts
        let questions = drafts.indices.filter {
            drafts[$0].estimate != nil && drafts[$0].pair.rounds >= Ranking.minimumRounds
        }
        let adjusted = Holm.adjusted(questions.map { drafts[$0].estimate!.probability })
        for (index, probability) in zip(questions, adjusted) {
            drafts[index].pair.probability = probability
        }
        for index in drafts.indices {
            drafts[index].judge(level: level, questions: max(questions.count, 1), at: look)
        }
        return drafts.map(\.pair)
    }

    /// - Parameter questions: how many pairs share the level, if all of them stay open.
    private mutating func judge(level: Double, questions: Int, at look: Look) {
        guard pair.rounds >= Ranking.minimumRounds else {
            if pair.verdict == .tooFewRounds { pair.roundsNeeded = look.roundsToRank }
            return
        }
        guard let estimate else { return }
        let size = abs(estimate.center)
        let isBeyond = size > margin
        if Equivalence(estimate, margin: margin).isShown(level: look.intervalLevel) {
            pair.verdict = .equal
            return
        }
        if isBeyond, let probability = pair.probability, probability <= level * look.share {
            let isFirstLower = estimate.center > 0
            pair.verdict =
                isFirstLower == (pair.measure.better == .lower) ? .firstIsBetter : .secondIsBetter
            return
        }
        pair.verdict = .notToldApart
        let distance = isBeyond ? size : margin - size
        pair.roundsNeeded = look.roundsNeeded(after: pair.rounds) { later in
            let error = level * later.share / Double(questions)
            let needed = RoundsNeeded.toTell(
                distance, deviation: estimate.deviation,
                level: isBeyond ? 1 - error : later.intervalLevel, power: 0.8)
            // All signs alike have a probability of 2 / 2ⁿ: with fewer rounds ranks cannot reject.
            let ranks =
                isBeyond && estimate.test == .signedRank
                ? Int((1 - log2(error)).rounded(.up)) : 0
            return needed.map { max($0, ranks) }
        }
    }
}

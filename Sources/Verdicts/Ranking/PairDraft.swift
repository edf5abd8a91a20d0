import Foundation
import Results
import Statistics

/// A pair before all pairs of its run are judged together.
struct PairDraft {
    private var pair: RankedPair
    private var estimate: ShiftEstimate?
    /// The shift that does not matter, in the estimate's scale.
    private var margin = 0.0

    /// - Precondition: both have a value of each round.
    init(
        _ measure: Measure, _ first: Int, _ second: Int, _ before: [Double], _ after: [Double]
    ) {
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
            estimate = Self.estimate(before.map { log($0) }, after.map { log($0) })
            margin = log(1 + share)
        } else {
            estimate = Self.estimate(before, after)
            margin = max(share * level, smallest)
        }
        pair.change = estimate.map { ComparisonRow.Change($0, isRatio: isRatio) }
    }

    /// Fewer pairs have too few orders of signs for the signed ranks to reject at 2 %: 2 / 2⁷ is
    /// the first probability below it.
    private static let fewestSignedRanks = 7

    /// The shift of pairs, by a paired test if there are enough pairs for it.
    ///
    /// If differences are not normal and pairs are too few for signed ranks, the samples are
    /// compared without pairs (Mann and Whitney): the rounds' common noise makes that test err
    /// towards no verdict.
    private static func estimate(_ before: [Double], _ after: [Double]) -> ShiftEstimate? {
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
    static func judged(_ drafts: [PairDraft], level: Double) -> [RankedPair] {
        var drafts = drafts
        let questions = drafts.indices.filter {
            drafts[$0].estimate != nil && drafts[$0].pair.rounds >= Ranking.minimumRounds
        }
        let adjusted = Holm.adjusted(questions.map { drafts[$0].estimate!.probability })
        for (index, probability) in zip(questions, adjusted) {
            drafts[index].pair.probability = probability
        }
        let error = level / Double(max(questions.count, 1))
        for index in drafts.indices { drafts[index].judge(level: level, error: error) }
        return drafts.map(\.pair)
    }

    /// - Parameter error: the share of the level for one question, if all others stay open.
    private mutating func judge(level: Double, error: Double) {
        guard pair.rounds >= Ranking.minimumRounds else {
            if pair.verdict == .tooFewRounds { pair.roundsNeeded = Ranking.minimumRounds }
            return
        }
        guard let estimate else { return }
        let size = abs(estimate.center)
        let isBeyond = size > margin
        if Equivalence(estimate, margin: margin).isShown {
            pair.verdict = .equal
            return
        }
        if isBeyond, let probability = pair.probability, probability <= level {
            let isFirstLower = estimate.center > 0
            pair.verdict =
                isFirstLower == (pair.measure.better == .lower) ? .firstIsBetter : .secondIsBetter
            return
        }
        pair.verdict = .notToldApart
        let needed = RoundsNeeded.toTell(
            isBeyond ? size : margin - size, deviation: estimate.deviation,
            level: isBeyond ? 1 - error : ShiftEstimate.level, power: 0.8)
        pair.roundsNeeded = needed.map { needed in
            // All signs alike have a probability of 2 / 2ⁿ: with fewer rounds ranks cannot reject.
            let ranks =
                isBeyond && estimate.test == .signedRank
                ? Int((1 - log2(error)).rounded(.up)) : 0
            return max(needed, ranks, Ranking.minimumRounds, pair.rounds + 1)
        }
    }
}

import Foundation
import Results
import Statistics

/// One statement of a study before all of its family are judged together.
///
/// Rounds are interleaved, so the n-th repetitions of two arms are a pair. Repetitions that the
/// machine disturbed are left out with their partners.
///
///     no figure, or nothing over nothing               → cannot be tested here
///     counts that repeat, or nothing against something → judged exactly, from four rounds on
///                                                        where timing can change them
///     fewer than six rounds                            → cannot be told
///     the interval excludes the bound, and the number
///     of comparisons does not explain it               → holds, or does not hold
///     otherwise                                        → cannot be told
struct StudyQuestion {
    /// The probability that a study gives any wrong verdict in a family of questions.
    ///
    /// The complement of the intervals' level: a family of one question is told exactly where its
    /// printed interval excludes the bound.
    static let level = 1 - ShiftEstimate.level

    private let statement: StudyStatement
    private(set) var finding: StudyFinding
    private var shift: ShiftEstimate?
    private var region: ShiftRegion?

    /// - Parameter second: the arm whose figure divides; `nil` for a bound on the first's own.
    init(
        _ statement: StudyStatement, _ metric: String, of first: String, over second: String?,
        _ figures: StudyFigures
    ) {
        self.statement = statement
        finding = StudyFinding(
            metric: metric, first: first, second: second, verdict: .cannotBeTold)
        let arms = [first, second].compactMap(\.self)
        if let reason = arms.compactMap({ figures.absence(of: metric, in: $0) }).first {
            if case .notRun = reason {} else { finding.verdict = .cannotBeTested }
            finding.reason = reason
            return
        }
        let all = arms.map { figures.values(metric, of: $0, areUndisturbed: false) }
        let used = arms.map { figures.values(metric, of: $0, areUndisturbed: true) }
        // A busy machine makes times longer, and hangs more, and not the work.
        let counted = Self.isWork(metric) ? all : used
        let isExact = judgeExactly(
            counted.map { Array($0.values) },
            isContested: arms.contains(where: figures.isContested))
        if isExact { return }
        let rounds = used[0].keys.filter { round in used.allSatisfy { $0[round] != nil } }.sorted()
        let values = used.map { values in rounds.map { values[$0]! } }
        finding.estimate = Self.medians(
            of: rounds.isEmpty ? all.map { Array($0.values) } : values, rounds: rounds.count)
        guard !isOfZeros(finding.estimate) else { return }
        if judgeBySight(values[0]) { return }
        guard rounds.count >= Ranking.minimumRounds else {
            finding.reason = .fewRounds
            finding.roundsNeeded = Ranking.minimumRounds
            return
        }
        if values.count == 2 { estimateRatio(values[0], values[1]) } else { estimate(values[0]) }
    }

    private static func medians(of values: [[Double]], rounds: Int) -> StudyEstimate {
        let medians = values.map { Sample($0).median! }
        return StudyEstimate(
            first: medians[0], second: medians.count > 1 ? medians[1] : nil, rounds: rounds)
    }
}

// MARK: - Without a test

extension StudyQuestion {
    /// Judges counts that follow from the order of calls, however few the repetitions.
    ///
    /// A count that every repetition repeats does; so does a zero beside counts that are never
    /// zero. A mean over time repeats by chance only, and a time always. What depends on timing, as
    /// the number of hangs does and that of operations does not, may repeat a few times by chance:
    /// `CounterEvidence`.
    ///
    /// - Parameter isContested: whether a save can be refused: then the amount of work depends on
    ///   who came first.
    /// - Returns: whether it is judged.
    private mutating func judgeExactly(
        _ values: [[Double]], isContested: @autoclosure () -> Bool
    ) -> Bool {
        guard let measure = Metric.find(finding.metric),
            [.edits, .count, .rows].contains(measure.unit)
        else { return false }
        let isZero = values.map { $0.allSatisfy { $0 == 0 } }
        let isPositive = values.map { $0.allSatisfy { $0 > 0 } }
        let isKnown = zip(isZero, isPositive).allSatisfy { $0 || $1 }
        let isFixed =
            Metric.fixedCounters.contains(measure.metric) && !isContested()
            || measure.statistic == .count
                && Metric.operation.key(ofMetric: measure.metric) != nil
        let isShown = isFixed || values.allSatisfy { $0.count >= CounterEvidence.repetitions }
        let isConstant =
            isShown && measure.statistic != .exposure
            && values.allSatisfy { $0.count >= 2 && Set($0).count == 1 }
        var isStructural: Bool
        if values.count == 2 {
            isStructural = isKnown && isZero.contains(true)
        } else {
            // A mean over time may be a part of one: only whole counts are at least one.
            let isWhole = measure.statistic != .exposure
            isStructural = isZero[0] || (isPositive[0] && isWhole && statement.parts)
        }
        // Whether an edit is ever at risk follows from the stack's calls, and a hang does not.
        if measure.unit != .edits { isStructural = isStructural && isShown }
        guard isStructural || isConstant else { return false }
        finding.isExact = true
        finding.estimate = Self.medians(of: values, rounds: values.map(\.count).min()!)
        if isOfZeros(finding.estimate) { return true }
        let isKept = statement.isKept(values[0].max()!, values.count == 2 ? values[1].max()! : 1)
        finding.verdict = isKept ? .holds : .doesNotHold
        return true
    }

    /// Whether a figure is of work or of edits, and not of time.
    private static func isWork(_ name: String) -> Bool {
        guard let measure = Metric.find(name) else { return false }
        return measure.unit != .count || Metric.counters.contains(measure.metric)
            || Metric.operation.key(ofMetric: measure.metric) != nil
    }

    /// Judges nothing over nothing where that is a ratio.
    ///
    /// - Returns: whether it is judged.
    private mutating func isOfZeros(_ estimate: StudyEstimate?) -> Bool {
        guard estimate?.isOfZeros == true, case .bounded = statement else { return false }
        finding.verdict = .cannotBeTested
        finding.reason = .bothZero
        return true
    }

    /// Judges an upper bound on a maximum: one repetition beyond it is enough against it.
    ///
    /// - Returns: whether it is judged.
    private mutating func judgeBySight(_ values: [Double]) -> Bool {
        guard finding.second == nil, case .bounded(let comparison, let bound) = statement,
            comparison.isUpper, Metric.find(finding.metric)?.statistic == .max,
            let worst = values.max(), !comparison.holds(worst, bound)
        else { return false }
        finding.verdict = .doesNotHold
        finding.reason = .seen(worst: worst)
        return true
    }
}

// MARK: - Estimates

extension StudyQuestion {
    /// The figure of one arm beside its bound.
    private mutating func estimate(_ values: [Double]) {
        guard case .bounded(let comparison, let bound) = statement else { return }
        let isLogarithmic = bound > 0 && values.allSatisfy { $0 > 0 }
        shift = ShiftEstimate(differences: isLogarithmic ? values.map { log($0) } : values)
        region = .keeping(comparison, isLogarithmic ? log(bound) : bound)
        show(isLogarithmic: isLogarithmic)
    }

    /// The figures of two arms, round by round.
    private mutating func estimateRatio(_ first: [Double], _ second: [Double]) {
        let arePositive = (first + second).allSatisfy { $0 > 0 }
        let logarithms = { PairDraft.estimate(second.map { log($0) }, first.map { log($0) }) }
        let smallest = Metric.find(finding.metric).map { NoiseFloor.smallest($0.unit.rawValue) }
        let level = abs(Sample(second).median ?? 0)
        // A figure that its unit judges is compared in that unit: a ratio of microseconds has no
        // meaning.
        func compare(_ share: Double, _ region: (Double) -> ShiftRegion) {
            let isSmall = (smallest ?? 0) > share * level
            if arePositive, !isSmall {
                shift = logarithms()
                self.region = region(log(1 + share))
            } else {
                shift = PairDraft.estimate(second, first)
                self.region = region(max(share * level, smallest ?? 0))
            }
        }
        switch statement {
        case .above:
            let floor = NoiseFloor.uncalibrated.share(of: finding.metric, isPaired: true)
            compare(floor.value, ShiftRegion.upwards)
        case .alike(let part):
            compare(part, ShiftRegion.within)
        case .bounded(let comparison, let bound):
            if arePositive, bound > 0 {
                shift = logarithms()
                region = .keeping(comparison, log(bound))
            } else {
                // A zero has no logarithm, and a bound is kept where the first less so many times
                // the second is below zero.
                shift = PairDraft.estimate(second.map { $0 * bound }, first)
                region = .keeping(comparison, 0)
            }
        }
        if arePositive, let ratio = logarithms() { show(ratio) }
    }

    private mutating func show(isLogarithmic: Bool) {
        guard let shift, let old = finding.estimate else { return }
        let scaled = { (value: Double) in isLogarithmic ? exp(value) : value }
        finding.estimate = StudyEstimate(
            first: old.first, second: nil, value: scaled(shift.center), rounds: old.rounds)
        finding.estimate?.low = shift.low.isFinite ? scaled(shift.low) : nil
        finding.estimate?.high = shift.high.isFinite ? scaled(shift.high) : nil
    }

    private mutating func show(_ ratio: ShiftEstimate) {
        guard let old = finding.estimate else { return }
        finding.estimate = StudyEstimate(
            first: old.first, second: old.second, value: exp(ratio.center), rounds: old.rounds)
        finding.estimate?.low = ratio.low.isFinite ? exp(ratio.low) : nil
        finding.estimate?.high = ratio.high.isFinite ? exp(ratio.high) : nil
    }
}

// MARK: - The family

extension StudyQuestion {
    /// The findings of a family of questions, corrected for their number.
    static func judged(_ questions: [StudyQuestion]) -> [StudyFinding] {
        var questions = questions
        let open = questions.indices.filter { questions[$0].shift != nil }
        let raw = open.map { questions[$0].region!.probability(questions[$0].shift!) }
        for (index, probability) in zip(open, zip(raw, Holm.adjusted(raw))) {
            questions[index].judge(
                raw: probability.0, adjusted: probability.1,
                error: level / Double(open.count))
        }
        return questions.map(\.finding)
    }

    /// - Parameter error: the share of the level for one question, if all others stay open.
    private mutating func judge(raw: Double, adjusted: Double, error: Double) {
        guard let shift, let region else { return }
        let favours = region.favours(shift)
        finding.probability = adjusted
        if adjusted <= Self.level {
            finding.verdict = favours ? .holds : .doesNotHold
            if !favours, statement == .above, shift.high >= 0 { finding.reason = .tooSmall }
            return
        }
        finding.reason = raw <= Self.level ? .manyQuestions : .wideInterval
        let needed = RoundsNeeded.toTell(
            region.distance(shift), deviation: shift.deviation, level: 1 - error, power: 0.8)
        finding.roundsNeeded = needed.map { needed in
            // All signs alike have a probability of 2 / 2ⁿ: with fewer rounds ranks cannot reject.
            let ranks = shift.test == .signedRank ? Int((1 - log2(error)).rounded(.up)) : 0
            return max(needed, ranks, finding.estimate!.rounds + 1)
        }
    }
}

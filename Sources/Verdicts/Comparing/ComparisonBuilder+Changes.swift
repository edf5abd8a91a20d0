import Foundation
import Results
import Statistics

extension ComparisonBuilder {
    /// Puts the values of both arms into the row.
    ///
    /// - Returns: the compared values, or `nil` if the row is incomparable.
    private func fill(_ row: inout ComparisonRow, _ values: Values)
        -> (baseline: [Double], candidate: [Double])?
    {
        var (first, second) = (values.baseline, values.candidate)
        if isPaired, !first.isEmpty, !second.isEmpty {
            let rounds = Set(first.map(\.round)).intersection(second.map(\.round))
            first.removeAll { !rounds.contains($0.round) }
            second.removeAll { !rounds.contains($0.round) }
        }
        let (baseline, candidate) = (first.map(\.value), second.map(\.value))
        row.baseline = Sample(baseline).median
        row.candidate = Sample(candidate).median
        row.baselineRounds = baseline.count
        row.candidateRounds = candidate.count
        if values.hasOtherUnit {
            row.reason = .otherUnit
        } else if values.candidate.isEmpty {
            row.reason = .missingInCandidate
        } else if values.baseline.isEmpty {
            row.reason = .missingInBaseline
        } else {
            return (baseline, candidate)
        }
        row.verdict = .incomparable
        return nil
    }

    /// Whether all values are the same: each of a pair's, or all of both samples.
    private func areIdentical(_ baseline: [Double], _ candidate: [Double]) -> Bool {
        guard !baseline.isEmpty else { return false }
        return isPaired ? baseline == candidate : baseline.sorted() == candidate.sorted()
    }

    func draft(_ row: ComparisonRow, _ values: Values) -> Draft {
        var draft = Draft(row: row)
        guard let (baseline, candidate) = fill(&draft.row, values) else { return draft }
        let floor = floor.share(of: row.name, isPaired: isPaired)
        let allowed = row.isGate ? family[row.name]?.allowed ?? 0 : 0
        let share = max(floor.value, allowed)
        let smallest = NoiseFloor.smallest(row.unit)
        let level = abs(draft.row.baseline ?? 0)
        let isSmall = smallest > share * level
        draft.row.toleranceSource =
            isSmall
            ? .smallest
            : allowed >= floor.value && allowed > 0
                ? .gate : floor.isMeasured ? .measuredFloor : .assumedFloor
        let ratio = RatioEstimate(baseline: baseline, candidate: candidate, isPaired: isPaired)
        // A figure that its unit judges is shown in that unit. As a ratio, the least difference
        // would be one of the median, and would judge a round of a hundred times the median as
        // well.
        let isRatio = !isSmall && (baseline + candidate).allSatisfy { $0 > 0 }
        if isRatio {
            draft.row.tolerance = 1 + share
            draft.margin = log(draft.row.tolerance)
            draft.estimate = ratio?.logarithm
            if let adjustment = speedAdjustment(of: values) {
                draft.estimate = adjustment.estimate
                draft.row.narrowing = adjustment.narrowing
            }
        } else {
            draft.row.tolerance = max(share * level, smallest)
            draft.row.ratio = ratio?.ratio
            draft.margin = draft.row.tolerance
            draft.estimate =
                isPaired
                ? ShiftEstimate(differences: zip(candidate, baseline).map { $0 - $1 })
                : ShiftEstimate(from: baseline, to: candidate)
        }
        draft.equivalenceMargin = draft.margin
        // For “no worse” (0 %) the noise is the bound: an interval cannot lie within a width of
        // zero.
        let bound = isRatio ? 1 + allowed : allowed * level
        if allowed > 0, bound < draft.row.tolerance {
            draft.row.equivalence = bound
            draft.equivalenceMargin = isRatio ? log(bound) : bound
        }
        if areIdentical(baseline, candidate) {
            draft.row.verdict = .identical
            draft.estimate = nil
        }
        draft.row.change = draft.estimate.map { ComparisonRow.Change($0, isRatio: isRatio) }
        return draft
    }

    /// The estimate of a time at equal speed of the machine; `nil` if the figure is no time, if a
    /// round has no reference, and where the adjustment is not adopted.
    private func speedAdjustment(of values: Values) -> SpeedAdjustment? {
        let times: [MetricUnit] = [.milliseconds, .seconds]
        guard !speeds.isEmpty, times.map(\.rawValue).contains(values.figure.unit),
            values.figure.metric != Metric.machineReference.name
        else { return nil }
        let baseline = Dictionary(
            values.baseline.map { ($0.round, $0.value) }, uniquingKeysWith: { first, _ in first })
        let pairs = values.candidate.filter { baseline[$0.round] != nil }
        let covariates = pairs.compactMap { speeds[$0.round] }
        guard covariates.count == pairs.count else { return nil }
        return SpeedAdjustment(
            differences: pairs.map { log($0.value / baseline[$0.round]!) }, speeds: covariates)
    }

    /// The draft of a counter that repeats exactly in both arms; `nil` for any other figure.
    ///
    /// A counter that scatters is compared as all figures are.
    func countedDraft(_ row: ComparisonRow, _ values: Values, isContested: Bool) -> Draft? {
        guard NoiseFloor.isCounter(row.name) else { return nil }
        var counted = Draft(row: row)
        guard let (baseline, candidate) = fill(&counted.row, values),
            CounterEvidence.isExact(
                baseline, candidate,
                isFixed: !isContested && Metric.fixedCounters.contains(row.metric))
        else { return nil }
        let named = row.isGate ? family[row.name]?.allowed : nil
        counted.row.toleranceSource = named == nil ? .counted : .gate
        // Bytes come in pages: of a counter that small no share says much.
        let smallest = NoiseFloor.smallest(row.unit) / max(abs(counted.row.baseline ?? 0), 1)
        return exactDraft(
            counted.row, values, allowed: named ?? max(NoiseFloor.smallestWork, smallest))
    }

    /// The draft of figures without noise, which need no test: every difference is a change.
    ///
    /// - Parameter allowed: the share that does not matter; `nil` for the share that a gate allows.
    func exactDraft(_ row: ComparisonRow, _ values: Values, allowed: Double? = nil) -> Draft {
        var draft = Draft(row: row)
        draft.row.isCounted = NoiseFloor.isCounter(row.name)
        guard let (baseline, candidate) = fill(&draft.row, values),
            let first = draft.row.baseline, let second = draft.row.candidate
        else { return draft }
        let gate = row.isGate ? family[row.name]?.allowed ?? 0 : 0
        if allowed == nil, gate > 0 { draft.row.toleranceSource = .gate }
        let allowed = allowed ?? gate
        if areIdentical(baseline, candidate) {
            draft.row.verdict = .identical
            return draft
        }
        let isRatio = first > 0 && second > 0
        let value = isRatio ? second / first : second - first
        draft.row.tolerance = isRatio ? 1 + allowed : allowed * abs(first)
        draft.row.change = ComparisonRow.Change(
            scale: isRatio ? .ratio : .difference, value: value, low: value, high: value,
            test: .exact, probability: 0)
        let distance = isRatio ? abs(log(value)) : abs(value)
        let margin = isRatio ? log(draft.row.tolerance) : draft.row.tolerance
        if distance > margin {
            Self.direct(&draft.row, isHigher: isRatio ? value > 1 : value > 0)
        } else if isPaired, Self.isAnyPair(of: baseline, candidate, apartByMoreThan: allowed) {
            draft.row.verdict = .inconclusive
            draft.row.reason = .someDraws
        } else {
            draft.row.verdict = .equivalent
        }
        return draft
    }

    /// Whether a pair of several differs by more than a share: their medians may hide it.
    private static func isAnyPair(
        of baseline: [Double], _ candidate: [Double], apartByMoreThan share: Double
    ) -> Bool {
        guard Set(baseline).count > 1 || Set(candidate).count > 1 else { return false }
        return zip(baseline, candidate).contains { first, second in
            first > 0 && second > 0
                ? abs(log(second / first)) > log(1 + share)
                : abs(second - first) > share * abs(first)
        }
    }
}

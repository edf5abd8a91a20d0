import Foundation
import Results
import Statistics

/// Makes the rows of a comparison: first all figures' changes, then the verdicts, which depend on
/// the number of figures tested.
struct ComparisonBuilder {
    let isPaired: Bool
    let isExact: Bool
    let headlinePhase: String
    let family: GateFamily
    let floor: NoiseFloor
    /// The arms that were interrupted, by name.
    let interrupted: Set<String>
    private(set) var unmatched: [Comparison.Unmatched] = []
    private(set) var excluded: [Comparison.Excluded] = []
    private(set) var drafts: [Draft] = []
    /// The logarithm of the ratio of the reference computation's times, by round, in the topology
    /// that is compared.
    private(set) var speeds: [Int: Double] = [:]

    init(
        isPaired: Bool, isExact: Bool, headlinePhase: String, family: GateFamily,
        floor: NoiseFloor, interrupted: Set<String>
    ) {
        self.isPaired = isPaired
        self.isExact = isExact
        self.headlinePhase = headlinePhase
        self.family = family
        self.floor = floor
        self.interrupted = interrupted
    }

    /// A row that waits for its verdict.
    struct Draft {
        var row: ComparisonRow
        /// On the scale of the test: logarithms for a ratio.
        var estimate: ShiftEstimate?
        var margin = 0.0
        /// The bound for equivalence: smaller than the margin if a gate allows less.
        var equivalenceMargin = 0.0
    }

    /// One figure's values in both arms, by the number of the repetition, ascending.
    struct Values {
        var figure: Figure
        var baseline: [(round: Int, value: Double)] = []
        var candidate: [(round: Int, value: Double)] = []
        var hasOtherUnit = false
    }

    /// Compares the topologies of two results: the baseline's in its order, then the others.
    mutating func compare(
        _ baseline: [ResultFigures.Topology], _ candidate: [ResultFigures.Topology]
    ) {
        for topology in baseline {
            guard let other = candidate.first(where: { $0.variant == topology.variant }) else {
                leaveOut(topology, "it is not in the candidate")
                continue
            }
            if let failure = topology.failure {
                leaveOut(topology, "it failed in the baseline: \(failure.message)")
            } else if let failure = other.failure {
                leaveOut(topology, "it failed in the candidate: \(failure.message)")
            } else {
                compare(topology, other)
            }
        }
        let known = baseline.map(\.variant)
        for topology in candidate where !known.contains(topology.variant) {
            leaveOut(topology, "it is not in the baseline")
        }
    }

    private mutating func leaveOut(_ topology: ResultFigures.Topology, _ reason: String) {
        unmatched.append(
            Comparison.Unmatched(
                topology: topology.topology, variant: topology.variant, reason: reason))
    }

    private mutating func compare(
        _ baseline: ResultFigures.Topology, _ candidate: ResultFigures.Topology
    ) {
        let first = undisturbed(baseline, arm: "baseline")
        let second = undisturbed(candidate, arm: "candidate")
        for (arm, topology, left) in [
            ("baseline", baseline, first), ("candidate", candidate, second),
        ] where left.isEmpty && !topology.repetitions.isEmpty {
            // The topology has no undisturbed round. A busy machine is no evidence about the
            // topology, but an interrupted run is incomplete.
            if interrupted.contains(arm)
                || topology.repetitions.contains(where: { $0.mark != .disturbed })
            {
                leaveOut(topology, "it was interrupted in the \(arm)")
            }
            break
        }
        // A busy machine makes times longer, and not the work.
        let all = Self.group(Self.whole(baseline), Self.whole(candidate))
        let groups = first.isEmpty || second.isEmpty ? [] : Self.group(first, second)
        let headlines = HeadlineScope.keys(among: all.map(\.key), headlinePhase: headlinePhase)
        speeds = isPaired && !isExact ? Self.speeds(of: groups) : [:]
        // A save that can be refused makes the amount of work depend on who came first.
        let isContested = all.contains { $0.key.statistic == Statistic.refused.rawValue }
        let calm = Dictionary(uniqueKeysWithValues: groups.map { ($0.key, $0.values) })
        for (key, values) in all {
            let row = row(of: values, baseline, isHeadline: headlines.contains(key))
            if !isExact, let counted = countedDraft(row, values, isContested: isContested) {
                drafts.append(counted)
            } else if let values = calm[key] {
                drafts.append(isExact ? exactDraft(row, values) : draft(row, values))
            }
        }
    }

    /// All rounds that came to their end, disturbed or not.
    private static func whole(_ topology: ResultFigures.Topology) -> [ResultFigures.Repetition] {
        topology.repetitions.filter { $0.mark != .interrupted }.sorted { $0.number < $1.number }
    }

    /// The rounds that are compared, by a rule that was fixed before a figure is read: all but
    /// those that the machine or a user disturbed.
    ///
    /// Excluded rounds are counted.
    private mutating func undisturbed(_ topology: ResultFigures.Topology, arm: String)
        -> [ResultFigures.Repetition]
    {
        topology.repetitions.filter { repetition in
            guard repetition.mark != .none else { return true }
            excluded.append(
                Comparison.Excluded(
                    arm: arm, variant: topology.variant, repetition: repetition.number,
                    mark: repetition.mark))
            return false
        }.sorted { $0.number < $1.number }
    }

    /// All figures of both arms in the order of first appearance.
    private static func group(
        _ baseline: [ResultFigures.Repetition], _ candidate: [ResultFigures.Repetition]
    ) -> [(key: Figure.Key, values: Values)] {
        var places: [Figure.Key: Int] = [:]
        var groups: [(key: Figure.Key, values: Values)] = []
        func add(
            _ repetitions: [ResultFigures.Repetition],
            _ side: WritableKeyPath<Values, [(round: Int, value: Double)]>
        ) {
            for repetition in repetitions {
                for figure in repetition.figures {
                    let key = figure.key
                    let place = places[key] ?? groups.count
                    if place == groups.count {
                        places[key] = place
                        groups.append((key, Values(figure: figure)))
                    }
                    if figure.unit != groups[place].values.figure.unit {
                        groups[place].values.hasOtherUnit = true
                    }
                    groups[place].values[keyPath: side].append((repetition.number, figure.value))
                }
            }
        }
        add(baseline, \.baseline)
        add(candidate, \.candidate)
        return groups
    }

    /// By how much the candidate's machine was slower, by round.
    private static func speeds(of groups: [(key: Figure.Key, values: Values)]) -> [Int: Double] {
        let reference = groups.first { $0.key.metric == Metric.machineReference.name }
        guard let values = reference?.values, !values.hasOtherUnit else { return [:] }
        let baseline = Dictionary(
            values.baseline.map { ($0.round, $0.value) }, uniquingKeysWith: { first, _ in first })
        var speeds: [Int: Double] = [:]
        for (round, value) in values.candidate {
            guard let before = baseline[round], before > 0, value > 0 else { continue }
            speeds[round] = log(value / before)
        }
        return speeds
    }

    private func row(
        of values: Values, _ topology: ResultFigures.Topology, isHeadline: Bool
    ) -> ComparisonRow {
        let figure = values.figure
        return ComparisonRow(
            topology: topology.topology, variant: topology.variant, phase: figure.phase,
            role: figure.role, metric: figure.metric, statistic: figure.statistic,
            unit: figure.unit, better: figure.better, baselineRounds: 0, candidateRounds: 0,
            isPaired: isPaired, isHeadline: isHeadline,
            isGate: isHeadline && family[figure.name] != nil, tolerance: 0,
            toleranceSource: .exact, verdict: .inconclusive)
    }
}

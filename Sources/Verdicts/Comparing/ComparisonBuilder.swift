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
    private(set) var unmatched: [Comparison.Unmatched] = []
    private(set) var excluded: [Comparison.Excluded] = []
    private(set) var drafts: [Draft] = []

    init(
        isPaired: Bool, isExact: Bool, headlinePhase: String, family: GateFamily,
        floor: NoiseFloor
    ) {
        self.isPaired = isPaired
        self.isExact = isExact
        self.headlinePhase = headlinePhase
        self.family = family
        self.floor = floor
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
            if topology.repetitions.contains(where: { $0.mark != .disturbed }) {
                leaveOut(topology, "it was interrupted in the \(arm)")
            }
            return
        }
        let groups = Self.group(first, second)
        let headlines = HeadlineScope.keys(
            among: groups.map(\.key), headlinePhase: headlinePhase)
        // A save that can be refused makes the amount of work depend on who came first.
        let isContested = groups.contains { $0.key.statistic == Statistic.refused.rawValue }
        for (key, values) in groups {
            let row = row(of: values, baseline, isHeadline: headlines.contains(key))
            drafts.append(
                isExact
                    ? exactDraft(row, values)
                    : countedDraft(row, values, isContested: isContested) ?? draft(row, values))
        }
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

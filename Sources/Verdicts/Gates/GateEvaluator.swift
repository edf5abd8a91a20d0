import Results

/// Judges gates and comparisons, and decides the command's exit code; every command judges through
/// it.
///
/// `LimitEvaluator` judges bounds; the rows of the comparison decide on changes. A regression of
/// the standard family or of an exact counter is 5, even if other gates are named; a named gate
/// that fails is 4. An improvement never fails.
package enum GateEvaluator {
    /// Judges all gates.
    ///
    /// - Parameters:
    ///   - gates: the gates of the workload or the command line.
    ///   - result: the candidate, or the only result.
    ///   - comparison: the comparison with the family of these gates; `nil` without a baseline.
    ///   - requiresVerdict: whether an undecided gate is a failure: a named one, or one of the
    ///     standard family if no change is named.
    ///   - runCode: the exit code of the run itself: the graver of both wins.
    package static func outcome(
        of gates: [Gate], in result: ResultFigures, comparison: Comparison?,
        requiresVerdict: Bool = false, runCode: ExitCode = .ok
    ) -> GateOutcome {
        let verdicts = gates.flatMap { gate in
            switch gate.condition {
            case .bound(let limit): bounds(gate, limit, in: result)
            case .change: changes(gate, in: result, comparison)
            }
        }
        var codes = [runCode]
        for verdict in verdicts {
            if let code = code(of: verdict.state, requiresVerdict) { codes.append(code) }
        }
        if let comparison {
            codes += self.codes(of: comparison, requiresVerdict: requiresVerdict)
        }
        return GateOutcome(gates: verdicts, code: ExitCode.winner(of: codes))
    }

    private static func code(of state: GateVerdict.State, _ requiresVerdict: Bool) -> ExitCode? {
        switch state {
        case .held: nil
        case .failed: .gateFailed
        case .undecided: requiresVerdict ? .inconclusive : nil
        case .missing: .incomparable
        }
    }

    /// The codes of the comparison itself, without the named gates.
    private static func codes(of comparison: Comparison, requiresVerdict: Bool) -> [ExitCode] {
        var codes: [ExitCode] = []
        if comparison.verdict == .incomparable { codes.append(.incomparable) }
        let isStandard = comparison.family.members.allSatisfy { $0.allowed == nil }
        let requiresVerdict = requiresVerdict && isStandard
        // A better topology says nothing of one that was disturbed throughout.
        if requiresVerdict,
            comparison.verdict == .inconclusive || !comparison.disturbedThroughout.isEmpty
        {
            codes.append(.inconclusive)
        }
        // Required or not: a comparison of nothing has not found that nothing regressed.
        if comparison.isOfNothing { codes.append(.inconclusive) }
        for row in comparison.gates {
            // A named figure is judged as a gate: it must not count as both.
            guard comparison.family[row.name]?.allowed == nil else { continue }
            switch row.verdict {
            case .regressed: codes.append(.regressed)
            case .inconclusive: if requiresVerdict { codes.append(.inconclusive) }
            case .incomparable: codes.append(.incomparable)
            case .identical, .equivalent, .improved: break
            }
        }
        // A named counter is judged as its gate.
        let unnamed = comparison.regressedCounters.filter {
            comparison.family[$0.name]?.allowed == nil
        }
        if !unnamed.isEmpty { codes.append(.regressed) }
        return codes
    }

    private static func bounds(_ gate: Gate, _ limit: Limit, in result: ResultFigures)
        -> [GateVerdict]
    {
        result.topologies.map { topology in
            let repetitions =
                topology.failure == nil
                ? topology.repetitions.map {
                    LimitEvaluator.Judged(
                        figures: $0.figures, isDisturbed: $0.mark == .disturbed)
                } : []
            let verdict = LimitEvaluator.verdict(on: limit, of: repetitions)
            return GateVerdict(
                gate: gate.description, variant: topology.variant, state: state(of: verdict),
                value: verdict.value, unit: verdict.unit, detail: detail(of: verdict, topology))
        }
    }

    /// The state of a bound: undecided if only disturbed repetitions break it.
    ///
    /// If the machine disturbed all repetitions, they are judged: a gate must not pass because a
    /// machine was busy.
    private static func state(of verdict: LimitVerdict) -> GateVerdict.State {
        if verdict.value == nil { return .missing }
        if verdict.isKept { return .held }
        return verdict.isKeptUndisturbed == true ? .undecided : .failed
    }

    private static func detail(of verdict: LimitVerdict, _ topology: ResultFigures.Topology)
        -> String
    {
        guard verdict.value != nil else { return missing(topology) }
        guard !verdict.isKept, verdict.isKeptUndisturbed == true else { return "" }
        return "only repetitions that the machine disturbed break it"
    }

    private static func missing(_ topology: ResultFigures.Topology) -> String {
        topology.failure.map { "the topology failed: \($0.message)" }
            ?? "the run has no such figure"
    }

    private static func changes(_ gate: Gate, in result: ResultFigures, _ comparison: Comparison?)
        -> [GateVerdict]
    {
        result.topologies.map { topology in
            let nothing = { (detail: String, state: GateVerdict.State) in
                GateVerdict(
                    gate: gate.description, variant: topology.variant, state: state,
                    value: nil, unit: gate.measure.unit.rawValue, detail: detail)
            }
            guard let comparison else { return nothing("there is no baseline", .missing) }
            if let incomparability = comparison.incomparability {
                return nothing(incomparability.description, .missing)
            }
            let rows = comparison.gates.filter {
                $0.variant == topology.variant && $0.name == gate.name
            }
            let unmatched = comparison.unmatched.first { $0.variant == topology.variant }
            guard let worst = worst(of: rows) else {
                if unmatched == nil,
                    comparison.excluded.contains(where: { $0.variant == topology.variant })
                {
                    return nothing("the machine disturbed what could be compared", .undecided)
                }
                return nothing(unmatched?.reason ?? missing(topology), .missing)
            }
            let isRatio = worst.change?.scale != .difference
            return GateVerdict(
                gate: gate.description, variant: topology.variant, state: state(of: worst.verdict),
                value: worst.change?.value ?? (worst.verdict == .identical ? 1 : nil),
                unit: isRatio ? "ratio" : worst.unit, detail: worst.reason?.sentence ?? "")
        }
    }

    /// Of a metric that exists for single roles only, the role that speaks most against it.
    private static func worst(of rows: [ComparisonRow]) -> ComparisonRow? {
        let order: [GateVerdict.State] = [.missing, .failed, .undecided, .held]
        for wanted in order {
            if let row = rows.first(where: { state(of: $0.verdict) == wanted }) { return row }
        }
        return nil
    }

    private static func state(of verdict: Verdict) -> GateVerdict.State {
        switch verdict {
        case .identical, .equivalent, .improved: .held
        case .regressed: .failed
        case .inconclusive: .undecided
        case .incomparable: .missing
        }
    }
}

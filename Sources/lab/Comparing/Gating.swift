import Foundation
import Reporting
import Results
import Verdicts

/// Gates, and the baseline that they are judged against: made before anything runs.
struct Gating: Sendable {
    let gates: [Gate]
    let family: GateFamily
    let floor: NoiseFloor
    private(set) var baseline: BaselineShelf.Baseline?
    let requiresVerdict: Bool

    /// Reads the baseline, and joins the workload's gates with the command's.
    ///
    /// - Parameters:
    ///   - workloadGates: the gates of the workload's file; the gates of the request follow them.
    ///   - baseline: a baseline's name or folder.
    /// - Throws: `DocumentError` for gates that make no family, `CommandFailure` for a baseline
    ///   that is missing, and for a gate on a change without a baseline to compare with.
    init(_ request: GateRequest, workloadGates: [Gate], baseline name: String?) throws {
        let named = request.named.map(\.gate)
        baseline = try name.map { try request.baseline($0) }
        guard baseline != nil else {
            if let gate = named.first(where: \.isOnChange) {
                throw CommandFailure(
                    .usage,
                    "--fail-on \(gate) allows a change from a baseline: name one with --baseline")
            }
            // It changes nothing, and one that cannot be read is a mistake all the same.
            if request.noiseFloor != nil { _ = try request.floor() }
            // A file's gates on changes apply only to a run that has a baseline.
            gates = workloadGates.filter { !$0.isOnChange }.replaced(by: named)
            family = .standard
            floor = .uncalibrated
            requiresVerdict = request.requiresVerdict
            return
        }
        gates = workloadGates.replaced(by: named)
        family = try GateFamily(of: gates)
        floor = try request.floor()
        requiresVerdict = request.requiresVerdict
    }

    /// The same gates against another run of the baseline.
    func with(_ baseline: BaselineShelf.Baseline) -> Gating {
        var other = self
        other.baseline = baseline
        return other
    }

    /// The gates that are bounds: each is shown as kept or not beside the limits, too.
    var bounds: [Limit] {
        gates.compactMap { gate in
            switch gate.condition {
            case .bound(let limit): limit
            case .change: nil
            }
        }
    }

    /// The difference that keeps a run from being compared with the baseline, known before the run
    /// begins; `nil` if both can be compared.
    func incomparability(to head: WorkloadResult) -> Incomparability? {
        baseline.flatMap { Incomparability($0.figures, ResultFigures(head)) }
    }

    /// Refuses a run that cannot be compared with its baseline, before the run takes any time.
    ///
    /// - Throws: `CommandFailure` (7).
    func checkBaseline(_ head: WorkloadResult) throws {
        guard let incomparability = incomparability(to: head) else { return }
        throw CommandFailure(
            .incomparable,
            "--baseline \(baseline?.name ?? ""): nothing was run, for it would be incomparable: "
                + "\(incomparability)")
    }

    /// The comparison with the baseline, and how the command ends.
    ///
    /// - Parameter runCode: how the run itself ended.
    func judge(_ candidate: ResultFigures, runCode: ExitCode) -> (
        outcome: GateOutcome, report: ComparisonReport?
    ) {
        let comparison = baseline.map {
            Comparison(baseline: $0.figures, candidate: candidate, family: family, floor: floor)
        }
        let outcome = GateEvaluator.outcome(
            of: gates, in: candidate, comparison: comparison, requiresVerdict: requiresVerdict,
            runCode: runCode)
        let seconds = [baseline?.figures.roundSeconds, candidate.roundSeconds].compactMap(\.self)
        let report = comparison.map {
            ComparisonReport(
                $0, outcome: outcome,
                roundSeconds: seconds.count == 2 ? seconds[0] + seconds[1] : nil)
        }
        return (outcome, report)
    }
}

extension Gate {
    /// Whether it allows a change, and so needs a baseline.
    var isOnChange: Bool {
        switch condition {
        case .change: true
        case .bound: false
        }
    }
}

extension [Gate] {
    /// These gates and others; one of the others replaces a gate of the same kind on the same
    /// figure.
    func replaced(by others: [Gate]) -> [Gate] {
        filter { gate in
            !others.contains { $0.name == gate.name && $0.isOnChange == gate.isOnChange }
        } + others
    }
}

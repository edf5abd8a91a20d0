import Results
import Verdicts

/// One `lab run` as a value: the workload, the repetitions, the gates and the output folder.
///
///     arguments ──▶ RunCommand ─┐
///     suite file ─▶ SuitePlan ──┴─▶ RunRequest ─▶ RunSession ─▶ RunOutcome
package struct RunRequest: Codable, Sendable, Hashable {
    package var work: WorkloadRequest
    /// Runs of each topology; `nil` for the workload's.
    package var repetitions: Int?
    /// Rounds until the topologies are told apart; `nil` for a number fixed beforehand.
    package var telling: TellingRequest?
    /// Bounds that are shown as kept or not, beside the workload's.
    package var limits: [Limit] = []
    /// The key that is swept, and its values.
    package var sweep: SweepRecord?
    /// Topologies that run once more with a fault, to prove what the run finds.
    package var planted: [PlantedVariant] = []
    /// The folder of the report; `nil` for the usual one.
    package var output: String?
    /// The folder that takes each topology's store of its last repetition.
    package var keptStores: String?
    package var gating = GateRequest()
    /// A baseline's name, or another run's folder.
    package var baseline: String?
    package var charts = ChartRequest()
    /// Whether progress is not shown.
    package var isQuiet = false

    /// Makes the request of a run with the workload's own repetitions, gates and limits.
    package init(_ work: WorkloadRequest) { self.work = work }

    /// Checks the request.
    ///
    /// - Throws: `RequestError` if no session can run it.
    package func check() throws(RequestError) {
        try work.check()
        if let repetitions, !(1...1000).contains(repetitions) {
            throw .notARepetitionCount(repetitions)
        }
        guard telling != nil else { return }
        try TellingRequest.check(
            work, repetitions: repetitions, isSweep: sweep != nil, baseline: baseline)
    }
}

extension RequestError {
    /// The error of a `--repetitions` outside of every command's range.
    static func notARepetitionCount(_ count: Int) -> RequestError {
        RequestError("--repetitions \(count): give a number from 1 to 1000")
    }
}

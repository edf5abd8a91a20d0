import Bench
import Foundation
import Results
import Runs

/// Measures two arms that alternate, on one machine at one time, so that their n-th repetitions are
/// pairs.
struct ArmsRun: Sendable {
    let selection: Selection
    let registry: ChildRegistry
    let progress: @Sendable (RunProgress) -> Void

    /// One arm of a comparison.
    struct Arm: Sendable {
        var executable = ChildProcess.ownExecutable
        /// Of the build that runs; `nil` for this one.
        var commit: String?
        var plant: Plant?
    }

    /// Runs the selection's topologies for `rounds` rounds in both arms.
    ///
    /// - Parameter number: the comparison's number, if one process makes several.
    /// - Returns: both results; an interruption leaves them incomplete.
    /// - Throws: `RunsError`, `BenchError`.
    func run(_ baseline: Arm, _ candidate: Arm, rounds: Int, number: Int = 0) async throws -> (
        baseline: WorkloadResult, candidate: WorkloadResult
    ) {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let head = ResultHead.result(of: selection, storeFolder: scratch.path)
        let session = "\(head.run)-\(number)"
        let arms = [("baseline", baseline), ("candidate", candidate)]
        let plans = arms.map { name, arm in
            var plan = selection.plan
            plan.arm = name
            plan.repetitions = rounds
            plan.executable = arm.executable
            plan.plant = arm.plant
            // Another build looks for workloads from its own folder.
            plan.workloadName = URL(filePath: selection.workload.file).standardizedFileURL.path
            return plan
        }
        let measured = try await BenchRun(
            plans, isPaired: true, in: registry, scratch: scratch, keptStores: nil,
            progress: progress
        ).run()
        let results = zip(arms, measured).map { arm, topologies in
            var result = head
            result.run = "\(session)-\(arm.0)"
            result.interleaving = Results.Interleaving(session: session, arm: arm.0)
            result.topologies = topologies
            if let commit = arm.1.commit { result.commit = commit }
            // The child knows which build it is.
            let record = topologies.flatMap(\.repetitions).first?.record
            if let build = record?.build { result.build = build }
            result.warnings = ResultHead.warnings(about: result)
            if registry.isClosed { RunSession.markInterrupted(&result) }
            return result
        }
        return (results[0], results[1])
    }

    /// The expected length of a comparison's rounds, as far as the workload determines it.
    ///
    /// - Parameter comparisons: the number of comparisons with that number of rounds each.
    static func length(
        _ selection: Selection, rounds: Int, comparisons: Int = 1
    ) -> ForetoldLength {
        let one = selection.plan.childLength.seconds
        let isAtLeast = selection.plan.setup.length.isAtLeast
        let count = 2 * selection.plan.topologies.count * rounds * comparisons
        return ForetoldLength(
            seconds: one * Double(count), isAtLeast: isAtLeast,
            parts: [ForetoldLength.runs(count, of: [one], isAtLeast: isAtLeast)])
    }
}

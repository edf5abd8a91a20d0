import Bench
import Documents
import Foundation
import Results
import Topologies
import Verdicts
import WorkloadEngine

/// A study with everything that it names read, checked and drawn, before anything runs.
struct StudySelection {
    /// Two rounds more than an interval takes, because the machine may disturb some.
    static let usualRepetitions = Ranking.minimumRounds + 2

    let study: Study
    /// One for each arm, each with one topology.
    let plans: [BenchPlan]
    /// Runs of each arm, on all machines.
    let rounds: Int

    /// Reads and checks every arm of a study.
    ///
    /// - Parameter repetitions: a number that replaces the study's.
    /// - Throws: `DocumentError` with every arm that cannot run; a mistake in a workload's own file
    ///   is reported with that file.
    init(_ study: Study, repetitions: Int? = nil) throws {
        self.study = study
        let rounds = repetitions ?? study.repetitions ?? Self.usualRepetitions
        self.rounds = rounds
        var issues = DocumentIssues()
        var setups: [WorkloadRequest: RunSetup] = [:]
        var plans: [BenchPlan] = []
        for arm in study.arms {
            try issues.collect {
                let work = WorkloadRequest(
                    Self.workload(of: arm, in: study), settings: arm.settings)
                let setup = try setups[work] ?? Self.setup(work, arm)
                setups[work] = setup
                let topology = try Self.placed(at: arm.topologyPosition, arm) {
                    try setup.resolved(arm.topology)
                }
                plans.append(
                    BenchPlan(
                        workloadName: work.workload, settings: work.settings, seed: nil,
                        setup: setup,
                        topologies: [SelectedTopology(variant: arm.label, topology)],
                        repetitions: rounds,
                        launchArguments: LaunchArguments.ofProcess + arm.launchArguments))
            }
        }
        try issues.throwIfAny()
        self.plans = plans
    }

    /// The expected length of the study, as far as the workload determines it.
    ///
    /// The analysis takes another half a second a run: arms are many, and their runs are short.
    var length: ForetoldLength {
        let isAtLeast = plans.contains { $0.setup.length.isAtLeast }
        let lengths = plans.map { $0.childLength.seconds + 0.5 }
        let runs = plans.reduce(0) { $0 + $1.repetitions }
        return ForetoldLength(
            seconds: zip(plans, lengths).reduce(0) { $0 + Double($1.0.repetitions) * $1.1 },
            isAtLeast: isAtLeast,
            parts: [ForetoldLength.runs(runs, of: lengths, isAtLeast: isAtLeast)])
    }

    /// The plans with this machine's rounds alone.
    ///
    /// - Throws: `CommandFailure` (2) if it has none.
    func measured(_ shard: Shard?) throws -> [BenchPlan] {
        guard let shard else { return plans }
        let count = shard.count(of: rounds)
        guard count > 0 else {
            throw CommandFailure(
                .usage,
                "--shard \(shard) has no round of \(rounds): share the study among fewer machines, "
                    + "or give --repetitions")
        }
        return plans.map { plan in
            var plan = plan
            plan.repetitions = count
            return plan
        }
    }

    /// The measured results, arm by arm.
    func arms(_ results: [[TopologyResult]]) -> [StudyArmResult] {
        zip(zip(study.arms, plans), results).map { pair, results in
            let (arm, plan) = pair
            return StudyArmResult(
                label: arm.label, workload: arm.workload,
                workloadDigest: plan.setup.workload.digest, seed: plan.setup.workload.seed,
                variant: arm.topology, settings: arm.settings,
                launchArguments: plan.launchArguments,
                headlinePhase: plan.setup.workload.headlinePhase, result: results[0])
        }
    }

    // MARK: Workloads

    /// A file beside the study's comes before one of the same path elsewhere.
    private static func workload(of arm: Study.Arm, in study: Study) -> String {
        guard arm.workload.hasSuffix(".yaml"), !arm.workload.hasPrefix("/") else {
            return arm.workload
        }
        let beside = URL(filePath: study.file).deletingLastPathComponent()
            .appending(path: arm.workload).path
        return FileManager.default.isReadableFile(atPath: beside) ? beside : arm.workload
    }

    private static func setup(_ work: WorkloadRequest, _ arm: Study.Arm) throws -> RunSetup {
        try placed(at: arm.workloadPosition, arm) {
            try RunSetup(workload: work.workload, settings: work.settings)
        }
    }

    /// Reports a wrong name in an arm at the position of that name in the study.
    private static func placed<Value>(
        at position: Position, _ arm: Study.Arm, _ body: () throws -> Value
    ) throws -> Value {
        func issue(_ message: String, _ remedy: String) -> DocumentError.Issue {
            DocumentError.Issue(
                code: .unknownName, position: position, path: arm.node.path, message: message,
                remedy: remedy)
        }
        do {
            return try body()
        } catch let error as WorkloadError where error.code == .unknownWorkload {
            throw DocumentError([issue(error.message, error.remedy)])
        } catch let error as TopologyError {
            throw DocumentError([issue(error.message, error.remedy)])
        } catch let error as DocumentError {
            throw DocumentError(
                error.issues.map { issue in
                    guard issue.position.line == nil else { return issue }
                    return DocumentError.Issue(
                        code: issue.code, position: arm.node.position, path: issue.path,
                        message: "\(issue.position.source): \(issue.message)",
                        remedy: issue.remedy)
                })
        }
    }
}

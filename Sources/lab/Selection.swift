import Bench
import Documents
import Foundation
import Probes
import Results
import Runs
import Topologies
import Verdicts
import WorkloadEngine

/// What the options select: read, checked and drawn before anything runs or is written.
struct Selection {
    /// The workload as it is without a sweep.
    let setup: RunSetup
    /// One; for a sweep one for each value, and one for topologies that lack the swept field.
    let plans: [BenchPlan]
    /// Bounds that are shown as kept or not: the limits, and the gates that are bounds.
    let limits: [Limit]
    /// The gates of the workload's file.
    let gates: [Gate]
    let sweep: SweepRecord?
    /// The topologies as they were asked for: the rows of a sweep's table.
    private let variants: [String]
    private let topologyFiles: [String]

    var workload: Workload { setup.workload }
    /// The only plan of a selection without a sweep.
    var plan: BenchPlan { plans[0] }

    /// - Parameter variants: the topologies, instead of those of the options.
    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `CommandFailure`.
    init(
        _ options: WorkloadOptions, variants: [String]? = nil, repetitions: Int? = nil,
        limits texts: [String] = [], sweep: SweepOption? = nil
    ) throws {
        let own = try TopologyFile.load(options.topologyFile)
        let setup = try RunSetup(
            workload: options.workload,
            settings: options.changes.settings.map { ($0.key, $0.value) },
            seed: options.changes.seed)
        let variants = try variants ?? Self.variants(options, setup.workload, own: own)
        limits =
            try setup.workload.limits.map(Self.limit)
            + texts.map { try Limit($0, option: "--limit") }
        gates = try Gating.gates(of: setup.workload)
        let topologies = try variants.map { variant in
            SelectedTopology(variant: variant, topology: try setup.topology(variant, own: own))
        }
        let plan = BenchPlan(
            workloadName: options.workload, settings: options.changes.settings,
            seed: options.changes.seed, setup: setup, topologies: topologies,
            repetitions: repetitions ?? setup.workload.repetitions,
            launchArguments: LaunchArguments.ofProcess)
        self.setup = setup
        self.variants = variants
        topologyFiles = options.topologyFile
        self.sweep = sweep.map { SweepRecord(key: $0.key, values: $0.values) }
        plans =
            try sweep.map {
                try SweepPlanner(sweep: $0, base: plan, own: own, repetitions: repetitions).plans()
            } ?? [plan]
    }

    /// The topologies of the options: those that `--topology` names, or the workload's, or the
    /// default ones; and with them each of one's own that no `--topology` names.
    private static func variants(
        _ options: WorkloadOptions, _ workload: Workload, own: [Topology]
    ) throws -> [String] {
        let named = try options.topology.map { try VariantSpec($0, option: "--topology").name }
        let asked =
            !options.topology.isEmpty
            ? options.topology
            : workload.topologies.isEmpty
                ? TopologyCatalogue.defaults.map(\.name)
                : workload.topologies.map(\.description)
        return asked + own.map(\.name).filter { !named.contains($0) }
    }

    /// A limit of the workload; what is wrong with it is wrong at its place in the file.
    static func limit(_ limit: WorkloadLimit) throws -> Limit {
        try placed(limit, path: "limits") { try Limit($0, option: "limits") }
    }

    /// Makes sure that the bounds of a workload's file are such: all that is wrong with them.
    ///
    /// - Throws: `DocumentError`.
    static func check(_ workload: Workload) throws {
        var issues = DocumentIssues()
        for limit in workload.limits { _ = try issues.collect { try Self.limit(limit) } }
        try issues.collect { _ = try GateFamily(of: try Gating.gates(of: workload)) }
        try issues.throwIfAny()
    }

    /// Reads a bound of the workload's file, with its place there in whatever is wrong.
    static func placed<T>(
        _ bound: WorkloadLimit, path: String, _ read: (String) throws -> T
    ) throws -> T {
        do {
            return try read(bound.text)
        } catch let error as DocumentError {
            throw DocumentError(
                error.issues.map { issue in
                    DocumentError.Issue(
                        code: issue.code, position: bound.position, path: path,
                        message: issue.message, remedy: issue.remedy)
                })
        }
    }

    /// The results of the plans as one list: topology by topology, and value by value in each.
    func joined(_ results: [[TopologyResult]]) -> [TopologyResult] {
        guard sweep != nil else { return Array(results.joined()) }
        let all = Array(results.joined())
        return variants.flatMap { row in all.filter { $0.point?.row == row } }
    }

    /// What another build needs to do the same again.
    var commandLine: RunCommandLine {
        RunCommandLine(
            workload: plan.workloadName, settings: plan.settings, seed: plan.seed,
            topologyFiles: topologyFiles)
    }

    /// operations.csv: one, or where the swept key changes the operations one for each value.
    var operationStreams: [String] {
        let streams = plans.map(\.setup.plan)
        let isOne = streams.allSatisfy { $0.digest == streams[0].digest }
        return (isOne ? Array(streams.prefix(1)) : streams).map(\.operationsCSV)
    }

    /// Seconds that the command will take, as far as that is known beforehand.
    var expectedSeconds: Double { measuringSeconds + killingSeconds }

    /// Half a second for each child's start and its reading back.
    var measuringSeconds: Double {
        plans.reduce(0) { sum, plan in
            sum + Double(plan.topologies.count * plan.repetitions)
                * (plan.nominalLength.seconds + 0.5)
        }
    }

    /// Two at a time, and half a run each on average.
    private var killingSeconds: Double {
        plans.reduce(0) { sum, plan in
            sum + Double(plan.topologies.count * plan.setup.workload.judgedKills)
                * (plan.nominalLength.seconds / 2 + 0.5) / 2
        }
    }
}

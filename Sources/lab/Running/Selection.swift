import Bench
import Documents
import Foundation
import Results
import Runs
import Topologies
import Verdicts
import WorkloadEngine

/// The selection that a request makes: read, checked and drawn before anything runs or is written.
struct Selection {
    /// The workload as it is without a sweep.
    let setup: RunSetup
    /// One plan; in a sweep one for each value, and one for topologies without the swept field.
    let plans: [BenchPlan]
    /// Bounds that are shown as kept or not: the limits, and the gates that are bounds.
    let limits: [Limit]
    /// The gates of the workload's file.
    let gates: [Gate]
    let sweep: SweepRecord?
    /// The topologies in the user's spelling: the rows of a sweep's table.
    private let variants: [String]
    private let request: WorkloadRequest

    var workload: Workload { setup.workload }
    /// The only plan of a selection without a sweep.
    var plan: BenchPlan { plans[0] }

    /// Reads and checks everything that a request names.
    ///
    /// - Parameters:
    ///   - variants: topologies that replace those of the request.
    ///   - repetitions: a number that replaces the workload's.
    ///   - limits: limits in addition to the workload's.
    ///   - planted: topologies that run once more with a fault.
    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `CommandFailure`.
    init(
        _ request: WorkloadRequest, variants: [String]? = nil, repetitions: Int? = nil,
        limits: [Limit] = [], sweep: SweepRecord? = nil, planted: [PlantedVariant] = []
    ) throws {
        let files = try TopologyFile.load(request.topologyFiles)
        let setup = try RunSetup(
            workload: request.workload, settings: request.settings, seed: request.seed)
        let variants = try variants ?? Self.variants(request, setup.workload, own: files)
        let own = try files + CodedStackOpening(request).topologies(for: variants)
        self.limits = try Self.limits(of: setup.workload) + limits
        gates = try Self.gates(of: setup.workload)
        let topologies = try variants.map { variant in
            SelectedTopology(variant: variant, try setup.resolved(variant, own: own))
        }
        let copies = try planted.map { try $0.copy(from: topologies) }
        let plan = BenchPlan(
            workloadName: request.workload, settings: request.settings, seed: request.seed,
            setup: setup, topologies: topologies + copies,
            repetitions: repetitions ?? setup.workload.repetitions,
            launchArguments: LaunchArguments.ofProcess)
        self.setup = setup
        self.variants = variants
        self.request = request
        self.sweep = sweep
        plans =
            try sweep.map {
                try SweepPlanner(sweep: $0, base: plan, own: own, repetitions: repetitions).plans()
            } ?? [plan]
    }

    /// The topologies of `--topology`, else this program's own stacks in Swift and those of the
    /// workload, else the default ones.
    ///
    /// Topologies of `--topology-file` that `--topology` does not name follow them.
    private static func variants(
        _ request: WorkloadRequest, _ workload: Workload, own: [OwnTopology]
    ) throws -> [String] {
        let named = try request.topologies.map { try VariantSpec($0, option: "--topology").name }
        let coded = CodedStack.all.map(\.name)
        let asked =
            !request.topologies.isEmpty
            ? request.topologies
            : !coded.isEmpty || !workload.topologies.isEmpty
                ? coded + workload.topologies.map(\.description)
                : TopologyCatalogue.defaults.map(\.name)
        return asked + own.map(\.name).filter { !named.contains($0) }
    }

    /// The limits of a workload's file.
    ///
    /// - Throws: `DocumentError` with every mistake in them, each at its position in the file.
    private static func limits(of workload: Workload) throws -> [Limit] {
        try workload.limits.map { try Limit.limits(in: $0) } ?? []
    }

    /// The gates of a workload's file.
    ///
    /// - Throws: `DocumentError` with every mistake in them, each at its position in the file.
    private static func gates(of workload: Workload) throws -> [Gate] {
        try workload.gates.map { try Gate.gates(in: $0) } ?? []
    }

    /// Checks the limits and gates of a workload's file, and reports all mistakes in them.
    ///
    /// - Throws: `DocumentError`.
    static func check(_ workload: Workload) throws {
        var issues = DocumentIssues()
        try issues.collect { _ = try limits(of: workload) }
        try issues.collect { _ = try GateFamily(of: gates(of: workload)) }
        try issues.throwIfAny()
    }

    /// The results of the plans as one list: topology by topology, and value by value in each.
    func joined(_ results: [[TopologyResult]]) -> [TopologyResult] {
        let all = Array(results.joined())
        guard all.contains(where: { $0.point != nil }) else { return all }
        return variants.flatMap { row in all.filter { $0.point?.row == row } }
    }

    /// The part of the command line that another build needs to do the same again.
    ///
    /// A sweep keeps the command line of its first value.
    var commandLine: RunCommandLine {
        var first = request
        first.settings = plan.settings
        return first.commandLine
    }

    /// The texts for operations.csv: one, or one for each value if the swept key changes the
    /// operations.
    var operationStreams: [String] {
        let streams = plans.map(\.setup.plan)
        let isOne = streams.allSatisfy { $0.digest == streams[0].digest }
        return (isOne ? Array(streams.prefix(1)) : streams).map(\.operationsCSV)
    }

    /// The expected length of the command, as far as the workload determines it.
    var length: ForetoldLength {
        let isAtLeast = plans.contains { $0.setup.length.isAtLeast }
        let runs = plans.reduce(warmUps) { $0 + $1.topologies.count * $1.repetitions }
        let kills = plans.reduce(0) { $0 + $1.kills }
        let parts = [
            ForetoldLength.runs(
                runs, of: plans.map(\.childLength.seconds), isAtLeast: isAtLeast),
            ForetoldLength.kills(kills),
        ]
        return ForetoldLength(
            seconds: measuringSeconds + killingSeconds, isAtLeast: isAtLeast,
            parts: parts.compactMap(\.self))
    }

    /// The expected length of the command, whose rounds may end before their time is up.
    func length(within telling: TellingRequest?) -> ForetoldLength {
        guard let telling else { return length }
        let round = Double(plan.topologies.count) * plan.childLength.seconds
        let each = RunLength.words(round, isAtLeast: plan.setup.length.isAtLeast)
        let parts = [
            "rounds of \(each) each until the topologies are told apart, "
                + "at most for \(RunLength.words(telling.seconds))",
            ForetoldLength.kills(plan.kills),
        ]
        return ForetoldLength(
            seconds: telling.seconds + killingSeconds, isAtMost: true,
            parts: parts.compactMap(\.self))
    }

    /// The share of the time that measuring takes; killing takes the rest.
    func measuringShare(within telling: TellingRequest?) -> Double {
        let measuring = telling?.seconds ?? measuringSeconds
        return measuring / (measuring + killingSeconds)
    }

    private var warmUps: Int {
        RepetitionRule(rounds: plans.map(\.repetitions).max() ?? 0).warmUps
    }

    private var measuringSeconds: Double {
        plans.reduce(Double(warmUps) * plan.childLength.seconds) { sum, plan in
            sum + Double(plan.topologies.count * plan.repetitions) * plan.childLength.seconds
        }
    }

    /// Two at a time.
    private var killingSeconds: Double {
        plans.reduce(0) { $0 + Double($1.kills) * $1.killSeconds / 2 }
    }
}

extension BenchPlan {
    /// Children that are killed, of all topologies.
    fileprivate var kills: Int { topologies.count * setup.workload.judgedKills }

    /// Half a run on average, and a start, before a child is killed, in seconds.
    var killSeconds: Double { childLength.seconds - setup.length.nominal.seconds / 2 }
}

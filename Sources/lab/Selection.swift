import Bench
import Documents
import Foundation
import Probes
import Runs
import Topologies
import Verdicts
import WorkloadEngine

/// What the options select: read, checked and drawn before anything runs or is written.
struct Selection {
    let plan: BenchPlan
    let limits: [Limit]
    let kills: Int

    var workload: Workload { plan.setup.workload }

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`.
    init(
        _ options: WorkloadOptions, repetitions: Int? = nil, limits texts: [String] = []
    ) throws {
        let setup = try RunSetup(
            workload: options.workload,
            settings: options.settings.map { ($0.key, $0.value) }, seed: options.seed)
        let variants =
            !options.topology.isEmpty
            ? options.topology
            : setup.workload.topologies.isEmpty
                ? TopologyCatalogue.defaults.map(\.name)
                : setup.workload.topologies.map(\.description)
        let topologies = try variants.map { variant in
            SelectedTopology(variant: variant, topology: try setup.topology(variant))
        }
        limits =
            try setup.workload.limits.map(Self.limit)
            + texts.map { try Limit($0, option: "--limit") }
        kills = setup.workload.crashObstacle == nil ? setup.workload.kills : 0
        plan = BenchPlan(
            workloadName: options.workload, settings: options.settings, seed: options.seed,
            setup: setup, topologies: topologies,
            repetitions: repetitions ?? setup.workload.repetitions,
            launchArguments: LaunchArguments.ofProcess)
    }

    /// A limit of the workload; what is wrong with it is wrong at its place in the file.
    private static func limit(_ limit: WorkloadLimit) throws -> Limit {
        do {
            return try Limit(limit.text, option: "limits")
        } catch let error as DocumentError {
            throw DocumentError(
                error.issues.map { issue in
                    DocumentError.Issue(
                        code: issue.code, position: limit.position, path: "limits",
                        message: issue.message, remedy: issue.remedy)
                })
        }
    }

    /// Seconds that the command will take, as far as that is known beforehand.
    var expectedSeconds: Double { measuringSeconds + killingSeconds }

    /// Half a second for each child's start and its reading back.
    var measuringSeconds: Double {
        Double(plan.topologies.count * plan.repetitions) * (plan.nominalLength.seconds + 0.5)
    }

    /// Two at a time, and half a run each on average.
    var killingSeconds: Double {
        Double(plan.topologies.count * kills) * (plan.nominalLength.seconds / 2 + 0.5) / 2
    }
}

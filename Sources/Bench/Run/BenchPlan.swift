import Documents
import Execution
import Results
import Runs
import Topologies
import WorkloadEngine

/// The work of a command: one workload, some topologies, and the repetitions of each.
package struct BenchPlan: Sendable {
    /// The workload by the name that the children get.
    package var workloadName: String
    package var settings: [WorkloadSetting]
    package var seed: UInt64?
    package var setup: RunSetup
    package var topologies: [SelectedTopology]
    package var repetitions: Int
    package var launchArguments: [String]
    /// Its name in a comparison: `baseline`, `candidate`.
    package var arm: String?
    /// The build whose children run.
    package var executable = ChildProcess.ownExecutable
    /// The fault that every child commits on purpose; `nil` in all but `lab selftest`.
    package var plant: Plant?

    package init(
        workloadName: String, settings: [WorkloadSetting], seed: UInt64?,
        setup: RunSetup, topologies: [SelectedTopology], repetitions: Int,
        launchArguments: [String]
    ) {
        self.workloadName = workloadName
        self.settings = settings
        self.seed = seed
        self.setup = setup
        self.topologies = topologies
        self.repetitions = repetitions
        self.launchArguments = launchArguments
    }

    /// The hidden subcommand that reads a request.
    package static let childSubcommand = "__repetition"

    /// How long the phases last when nothing is late.
    package var nominalLength: Duration {
        setup.workload.phases.reduce(.zero) { $0 + $1.length }
    }

    /// How long nothing may move before a stack counts as stuck.
    ///
    /// Ten seconds are a hundred times the longest stall that the catalogue shows; a phase in which
    /// nothing arrives for longer is waited for.
    package var stallLimit: Duration {
        max(.seconds(10), (setup.workload.phases.map(\.length).max() ?? .zero) + .seconds(5))
    }

    /// The longest life of a child.
    ///
    /// The watchdog inside comes first and reports more; this limit serves a child that cannot even
    /// watch itself. The duration of a closed-loop importer is open, so the limit is generous.
    package var timeLimit: Duration { nominalLength * 20 + stallLimit * 2 + .seconds(60) }

    /// The request of one child.
    package func request(
        _ topology: SelectedTopology, repetition: Int, mode: RepetitionRequest.Mode,
        in folder: ScratchFolder
    ) -> RepetitionRequest {
        var request = RepetitionRequest(
            workload: workloadName, variant: topology.variant, topology: topology.topology.json,
            repetition: repetition, storeDirectory: folder.path, mode: mode,
            result: folder.file("result.json"), stallLimitSeconds: stallLimit.seconds)
        request.settings = settings
        request.seed = seed
        request.launchArguments = launchArguments
        request.plant = plant
        return request
    }
}

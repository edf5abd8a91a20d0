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
    /// The build that the children run.
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

    /// The topologies without repetitions.
    package var emptyResults: [TopologyResult] {
        topologies.map { selected in
            var result = TopologyResult(
                topology: selected.topology.name, variant: selected.variant,
                promise: selected.topology.promise)
            result.definition = TopologyWriter(selected.topology).definition
            result.drawing = TopologyDrawing(selected.topology).picture
            result.sketch = TopologySketch(selected.topology).lines
            result.point = selected.point
            result.settings = selected.settings
            result.isPlanted = selected.plant == nil ? nil : true
            return result
        }
    }

    /// The hidden subcommand that reads a request.
    package static let childSubcommand = "__repetition"

    /// The time that a child's start and reading back its store add to its phases: half a second.
    private static let overhead = Duration.milliseconds(500)

    /// How long a child lives when nothing is late.
    package var childLength: Duration { setup.length.nominal + Self.overhead }

    /// How long nothing may move before a stack counts as stuck.
    ///
    /// Ten seconds are a hundred times the longest stall that the catalogue shows. A time in which
    /// nothing comes due, because of a pace or of an empty phase, is waited for; and an operation
    /// of many objects moves only at its end: an object of an import takes 20 µs in a release
    /// build, and fifty times as long is allowed.
    package var stallLimit: Duration {
        let length = setup.length
        return max(
            .seconds(10), length.longestPause + .seconds(5),
            .milliseconds(length.largestOperation))
    }

    /// The longest time for which a child may live.
    ///
    /// The watchdog inside the child comes first and reports more; this limit catches a child whose
    /// watchdog cannot run. A closed-loop importer has no planned end, so the limit is generous,
    /// with a millisecond for each edit, to which reading back belongs; work that a pace spreads
    /// over minutes is late by far less.
    package var timeLimit: Duration {
        setup.length.phases * 20 + setup.length.nominal * 2 + stallLimit * 2
            + .milliseconds(setup.length.edits) + .seconds(60)
    }

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
        request.plant = topology.plant ?? plant
        return request
    }
}

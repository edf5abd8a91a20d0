import Bench
import CrashLab
import Probes
import Runs
import WorkloadEngine

/// What the options of `lab crash` select.
struct CrashSelection: Sendable {
    let selection: Selection
    let jobs: [CrashJob]
    let exploration: ExplorationRequest
    let kills: Int

    var setup: RunSetup { selection.plan.setup }
    var workload: Workload { setup.workload }

    /// Enough that a bug in one state of a hundred is found in all but a few of a hundred runs.
    private static let defaultSamples = 200
    private static let matrixSamples = 2_000
    private static let defaultKills = 10
    private static let exactKills = 6

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`.
    init(_ options: CrashCommand) throws {
        let replayed = options.replay.flatMap(ReplayedState.init)
        selection = try Selection(
            options.common, variants: replayed.map { [$0.variant] })
        let store = selection.workload.store
        let modes: [StoreMode]
        if let replayed {
            modes = [replayed.mode]
        } else if options.matrix {
            modes = StoreMode.matrix
        } else if options.mode.isEmpty {
            let own = StoreMode(store.journal, store.synchronous)
            let full = StoreMode(.wal, .full)
            modes = own == full ? [full] : [own, full]
        } else {
            modes = options.mode
        }
        jobs = selection.plan.topologies.enumerated().flatMap { place, selected in
            modes.map { mode in
                CrashJob(
                    place: place, variant: selected.variant, topology: selected.topology,
                    mode: mode)
            }
        }
        var exploration = ExplorationRequest()
        exploration.samples =
            options.samples ?? (options.matrix ? Self.matrixSamples : Self.defaultSamples)
        exploration.control = options.control?.rawValue
        // A kill of what is broken on purpose would tell nothing more.
        let isPlain = options.control == nil && replayed == nil
        exploration.exactKills = isPlain ? Self.exactKills : 0
        if options.quick { exploration.prefixLimit = 0 }
        exploration.replayedState = replayed?.state.description
        exploration.dumpFolder = options.dump
        self.exploration = exploration
        kills = options.kills ?? (options.quick || !isPlain ? 0 : Self.defaultKills)
    }

    /// The request of one child.
    func request(
        _ job: CrashJob, mode: RepetitionRequest.Mode, in folder: ScratchFolder
    ) -> RepetitionRequest {
        var request = selection.plan.request(
            selection.plan.topologies[job.place], repetition: 1, mode: mode, in: folder)
        request.settings += job.settings.map { .init(key: $0.key, value: $0.value) }
        return request
    }

    /// Exploring takes as long as a run has writes; an hour is for a child that stands still.
    var timeLimit: Duration { selection.plan.timeLimit + .seconds(3_600) }

    /// Seconds that the command will take, as far as that is known beforehand.
    var expectedSeconds: Double { exploringSeconds + killingSeconds }

    var exploringShare: Double { exploringSeconds / expectedSeconds }

    /// Ten seconds each, two at a time, until the exploring tells how far it is.
    private var exploringSeconds: Double { Double(jobs.count) * 10 / 2 }

    private var killingSeconds: Double {
        Double(jobs.count * kills) * (selection.plan.nominalLength.seconds / 2 + 0.5) / 2
    }
}

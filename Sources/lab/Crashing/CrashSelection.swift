import Bench
import CrashLab
import Documents
import Foundation
import Results
import Runs
import Verdicts
import WorkloadEngine

/// The work of a `lab crash`, read and checked.
package struct CrashSelection: Sendable {
    let selection: Selection
    /// In the order in which they are explored: those of this machine's shard.
    package let jobs: [CrashJob]
    /// What this machine makes of the whole result; `nil` if it makes all.
    let part: ResultPart?
    /// How much of each recording's states is explored.
    package let exploration: ExplorationRequest
    /// Of each job, at random instants.
    package let kills: Int
    /// The requested types of store whose files the crash lab cannot inspect.
    let unmeasured: [UnmeasuredStore]
    /// The sizes that the importer's batches get, in order; `nil` for the workload's own.
    let batches: [Int?]
    private let setups: [Int?: RunSetup]
    /// The request that is run, with the additions of a report or a control.
    private let work: WorkloadRequest

    var workload: Workload { selection.workload }

    /// The workload with batches of a size: among `batches`.
    func setup(batch: Int?) -> RunSetup { setups[batch]! }

    /// Enough that a bug in one state of a hundred is found in all but a few of a hundred runs.
    private static let defaultSamples = 200
    /// Enough that every control is caught in a run of smoke.
    private static let controlSamples = 2_000
    private static let matrixSamples = 2_000
    private static let defaultKills = 10
    private static let exactKills = 6
    /// A quick look takes seconds, and each exact kill records a run anew.
    private static let quickExactKills = 1
    /// A matrix has some sixty runs: two kills in each are a hundred, and take a minute.
    private static let matrixKills = 2

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `CommandFailure`.
    package init(_ request: CrashRequest) throws {
        let replayed = request.replay?.state
        let report = try replayed.flatMap { replayed in
            try replayed.folder.map { try ReplayedReport(replayed, in: $0) }
        }
        var work = request.work
        report?.fill(&work)
        if report == nil { Self.fill(&work, for: request.control) }
        let selection = try Selection(work, variants: replayed.map { [$0.variant] })
        try report?.check(selection)
        self.selection = selection
        self.work = work
        try Self.checkStore(of: selection.workload)
        let modes = try replayed.map { [$0.mode] } ?? Self.modes(request, selection.workload)
        let batches = try replayed.map { [$0.batch] } ?? Self.batches(request, selection.workload)
        self.batches = batches
        setups = try Self.setups(batches, selection, work)
        let all = selection.plan.topologies.enumerated().flatMap { place, selected in
            batches.flatMap { batch in
                modes.map { mode in
                    CrashJob(
                        place: place, variant: selected.variant, topology: selected.topology,
                        mode: mode, batch: batch)
                }
            }
        }
        jobs = all.indices.filter { request.shard?.includes($0) ?? true }.map { all[$0] }
        guard !jobs.isEmpty else {
            throw CommandFailure(
                .usage,
                "--shard \(request.shard?.description ?? "") has none of \(all.count) runs to "
                    + "explore: share them among fewer machines")
        }
        let control = report.map(\.control) ?? request.control?.rawValue
        // Kills are left out here: killing a stack that is broken on purpose would show nothing
        // new.
        let isPlain = control == nil && replayed == nil
        var exploration = ExplorationRequest()
        exploration.samples =
            request.samples
            ?? (request.isMatrix
                ? Self.matrixSamples
                : control != nil && !request.isQuick ? Self.controlSamples : Self.defaultSamples)
        exploration.control = control
        let fewKills = request.isMatrix ? Self.matrixKills : nil
        let exactKills = request.isQuick ? Self.quickExactKills : Self.exactKills
        exploration.exactKills = isPlain ? fewKills ?? exactKills : 0
        if request.isQuick { exploration.prefixLimit = 0 }
        exploration.replayedState = replayed?.state.description
        exploration.expectedRecording = report?.recording
        exploration.dumpFolder = request.replay?.folder
        self.exploration = exploration
        kills =
            request.kills ?? (request.isQuick || !isPlain ? 0 : fewKills ?? Self.defaultKills)
        unmeasured = request.isMatrix ? UnmeasuredStore.all : []
        let digest = try Self.digest(of: all, exploration, kills: kills)
        part = request.shard.map {
            ResultPart(
                number: $0.number, count: $0.count, total: all.count, request: digest)
        }
    }

    /// The digest of what all machines explore together, and how.
    private static func digest(
        of jobs: [CrashJob], _ exploration: ExplorationRequest, kills: Int
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var hash = SHA256()
        for job in jobs { hash.update("\(job.title)\n\(job.topology.json)\n") }
        hash.update(String(decoding: try encoder.encode(exploration), as: UTF8.self))
        hash.update("\n\(kills)")
        return hash.hex()
    }

    /// Adds the workload settings that a control needs, unless a `--set` gives others.
    private static func fill(_ work: inout WorkloadRequest, for control: CrashControl?) {
        guard let needed = control?.neededSetting,
            !work.settings.contains(where: { $0.key == needed.key })
        else { return }
        work.settings.append(needed)
    }

    /// The modes to explore: the requested ones, or those that the control can break.
    ///
    /// - Throws: `CommandFailure` (2) for a mode that does not use the part that the control
    ///   breaks.
    private static func modes(
        _ request: CrashRequest, _ workload: Workload
    ) throws -> [StoreMode] {
        if request.isMatrix { return StoreMode.matrix }
        if let control = request.control {
            if let useless = request.modes.first(where: { !control.breaks($0) }) {
                throw CommandFailure(
                    .usage,
                    "--control \(control.rawValue) breaks nothing in --mode \(useless): it needs "
                        + control.need)
            }
        }
        if !request.modes.isEmpty { return request.modes }
        let own = StoreMode(workload.store.journal, workload.store.synchronous)
        let usual = request.control?.usualMode ?? StoreMode(.wal, .full)
        let modes = own == usual ? [usual] : [own, usual]
        return modes.filter { request.control?.breaks($0) ?? true }
    }

    /// Refuses a store that SQLite does not write: its writes cannot be recorded.
    private static func checkStore(of workload: Workload) throws {
        guard workload.store.kind != .sqlite else {
            guard let obstacle = workload.crashObstacle else { return }
            throw WorkloadError.crashCannotBeJudged(obstacle, workload: workload.name)
        }
        throw CommandFailure(
            .usage,
            "lab crash records the calls of SQLite, and the store of \(workload.name) is "
                + "\(workload.store.kind.rawValue): add --set store.type=sqlite")
    }

    private static func batches(_ request: CrashRequest, _ workload: Workload) throws -> [Int?] {
        guard let own = workload.importer?.batch else {
            guard request.batches == nil else {
                throw CommandFailure(
                    .usage,
                    "--batches: \(workload.name) has no importer, and so no batches: leave it out")
            }
            return [nil]
        }
        if let batches = request.batches { return batches }
        guard request.isMatrix else { return [nil] }
        return [max(1, own / 2), own, own * 2].reduce(into: [Int]()) { sizes, size in
            if !sizes.contains(size) { sizes.append(size) }
        }
    }

    private static func setups(
        _ batches: [Int?], _ selection: Selection, _ work: WorkloadRequest
    ) throws -> [Int?: RunSetup] {
        var setups: [Int?: RunSetup] = [:]
        for batch in batches {
            guard batch != nil else {
                setups.updateValue(selection.plan.setup, forKey: nil)
                continue
            }
            setups[batch] = try RunSetup(
                workload: work.workload,
                settings: work.settings + CrashJob.settings(ofBatch: batch), seed: work.seed)
        }
        return setups
    }

    /// The request of one child.
    func request(
        _ job: CrashJob, mode: RepetitionRequest.Mode, in folder: ScratchFolder
    ) -> RepetitionRequest {
        var request = selection.plan.request(
            selection.plan.topologies[job.place], repetition: 1, mode: mode, in: folder)
        request.settings += job.settings
        return request
    }

    /// The part of the command line that the report keeps, so that any of its states can be
    /// rebuilt.
    package var commandLine: CrashCommandLine {
        CrashCommandLine(
            workload: work.workload, settings: work.settings, topologyFiles: work.topologyFiles)
    }

    /// Exploring takes longer the more a run writes; the hour catches a child that stands still.
    var timeLimit: Duration { selection.plan.timeLimit + .seconds(3_600) }

    /// The expected length of the command, as far as the workload determines it.
    ///
    /// Exploration runs in virtual time, in which a pace costs nothing.
    var length: ForetoldLength {
        let recordings = "\(jobs.count) \(jobs.count == 1 ? "recording" : "recordings") to explore"
        return ForetoldLength(
            seconds: exploringSeconds + killingSeconds,
            parts: [recordings] + [ForetoldLength.kills(jobs.count * kills)].compactMap(\.self))
    }

    var exploringShare: Double { exploringSeconds / (exploringSeconds + killingSeconds) }

    /// Ten seconds a job, two jobs at a time, until the exploration reports its progress.
    private var exploringSeconds: Double { Double(jobs.count) * 10 / 2 }

    private var killingSeconds: Double {
        Double(jobs.count * kills) * selection.plan.killSeconds / 2
    }
}

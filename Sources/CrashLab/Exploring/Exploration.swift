import Execution
import Foundation
import Probes
import Results
import Runs
import StoreIO
import Topologies
import WorkloadEngine

/// One topology in one mode of SQLite: recorded, judged commit by commit, and explored.
package struct Exploration {
    private let setup: RunSetup
    private let topology: Topology
    private let mode: StoreMode
    private let folder: String
    private let variant: String
    private let options: ExplorationRequest

    /// - Throws: `WorkloadError`, `DocumentError`, `DecodingError`.
    init(_ request: RepetitionRequest, _ options: ExplorationRequest) throws {
        try self.init(
            RunSetup(
                workload: request.workload,
                settings: request.settings, seed: request.seed),
            topology: Topology(json: request.topology), variant: request.variant,
            in: request.storeDirectory, options)
    }

    /// - Parameters:
    ///   - setup: with the mode of SQLite among its settings.
    ///   - folder: an existing, empty one for the store.
    package init(
        _ setup: RunSetup, topology: Topology, variant: String, in folder: String,
        _ options: ExplorationRequest
    ) {
        self.setup = setup
        self.topology = topology
        mode = StoreMode(setup.workload.store.journal, setup.workload.store.synchronous)
        self.folder = folder
        self.variant = variant
        self.options = options
    }

    /// Runs the workload once and takes it down; with a kill, does not return.
    func record(dyingAt kill: StoreKill? = nil) throws -> Recording {
        try Recorder(setup: setup, topology: topology, kill: kill, control: control)
            .record(in: folder)
    }

    /// Records the run and examines its states.
    ///
    /// - Parameter progress: receives the finished share, now and then.
    /// - Throws: the error that keeps the run from being recorded; `VirtualDeadlock`.
    package func run(progress: (Double) -> Void = { _ in }) throws -> ExplorationRecord {
        let recording = try record()
        let digest = recording.digest
        if let expected = options.expectedRecording, expected != digest {
            throw ExplorationError.otherRecording(digest, expected: expected)
        }
        progress(0.1)
        let history = try CommitHistory(recording)
        let model = setup.model
        let explorer = Explorer(
            recording, history: history, mode: mode, invariants: StoreInvariants(model),
            externals: ExternalInvariants(
                model, recording.log, journal: mode.journal.rawValue, folder: folder),
            options: options,
            stream: RandomStream(seed: setup.workload.seed).keyed("crashes"))
        if let address = options.replayedState.flatMap({ StateAddress($0) }) {
            try dump(explorer, address)
        } else {
            explorer.run { progress(0.3 + 0.7 * $0) }
        }
        var record = ExplorationRecord(
            topology: topology.name, variant: variant, mode: mode.description)
        record.control = options.control ?? ""
        record.recording = digest
        record.judgingSeconds = explorer.seconds
        record.checkingSeconds = explorer.checkingSeconds
        record.violations =
            commitViolations(history) + promiseViolations(recording, history)
            + explorer.violations + timelineViolations(recording, history, explorer)
        fill(&record, from: recording, history, explorer)
        return record
    }

    private var control: CrashControl? { options.control.flatMap(CrashControl.init) }

    /// Whether the run itself is judged: neither for one state, nor if syncs are left out only in
    /// the playback.
    private var judgesRun: Bool {
        options.replayedState == nil && control?.isOfSyncs != true
    }

    /// Violations of the topology's promise that a saved edit is committed: edits that the app
    /// believed saved before their commit.
    private func promiseViolations(
        _ recording: Recording, _ history: CommitHistory
    ) -> [CrashViolation] {
        guard judgesRun else { return [] }
        return history.account.ledger.entries.compactMap { entry in
            let role = setup.plan.operations[entry.operation].role
            guard let context = topology.roles[role], let saved = entry.saved,
                topology.durability(from: context) == .committed,
                saved < entry.committed ?? Instant(nanoseconds: .max)
            else { return nil }
            let place = recording.place(of: .saved, operation: entry.operation)
            return CrashViolation(
                state: StateAddress(model: .kill, operation: place).description,
                message: """
                    the edits of operation \(entry.operation) were told to be saved before they \
                    were committed, and \(topology.name) promises that they are
                    """)
        }
    }

    /// Mistakes in the commits themselves, before any crash.
    private func commitViolations(_ history: CommitHistory) -> [CrashViolation] {
        guard judgesRun else { return [] }
        let judge = CommitJudge(setup)
        return history.commits.flatMap { commit in
            judge.problems(of: commit).map { problem in
                CrashViolation(
                    state: StateAddress(model: .kill, operation: commit.position).description,
                    message: problem)
            }
        }
    }

    /// Differences between two computations of the durable commit: from the order of calls alone,
    /// as measured runs do it, and from the images that a loss of power leaves.
    private func timelineViolations(
        _ recording: Recording, _ history: CommitHistory, _ explorer: Explorer
    ) -> [CrashViolation] {
        guard judgesRun else { return [] }
        let timeline = DurabilityTimeline(recording.log)
        return history.commits.enumerated().dropFirst().compactMap { index, commit in
            let byCalls = timeline.commits[commit.mark]
            let byImages = explorer.durableAt[index]
            guard byCalls != byImages else { return nil }
            func text(_ instant: Instant?) -> String {
                instant.map { "\(Double($0.nanoseconds) / 1e6) ms" } ?? "never"
            }
            return CrashViolation(
                state: StateAddress(model: .unsyncedLost, operation: commit.position).description,
                message: """
                    commit \(index) is durable at \(text(byCalls)) by the order of calls, and at \
                    \(text(byImages)) by the images
                    """)
        }
    }

    private func dump(_ explorer: Explorer, _ address: StateAddress) throws {
        guard let disk = explorer.disk(at: address) else {
            throw ExplorationError.noSuchState(address)
        }
        try disk.dump(to: options.dumpFolder ?? folder, as: RunSetup.storeName)
    }

    private func fill(
        _ record: inout ExplorationRecord, from recording: Recording, _ history: CommitHistory,
        _ explorer: Explorer
    ) {
        let operations = recording.log.operations[recording.began...]
        record.operations = operations.count(where: \.isChange)
        record.syncs = operations.count { $0.kind == .sync }
        record.commits = history.commits.count - 1
        record.saves = recording.events.count {
            KillLedger.Event(rawValue: $0.kind & 0xFF) == .intent
        }
        record.exactKills = explorer.exactKills(options.exactKills)
        record.tallies = explorer.sortedTallies
        record.commitsLostAtMost = explorer.commitsLostAtMost
        if explorer.orphanedStates > 0 {
            record.orphanedStates = explorer.orphanedStates
            record.openedStates = explorer.openedStates
        }
        record.recordedNanoseconds =
            (operations.last?.at.nanoseconds ?? 0) - (operations.first?.at.nanoseconds ?? 0)
        record.phases = phases(recording)
        record.silentRoles = topology.silentRoles
        record.edits = history.account.ledger.entries.enumerated().map { index, entry in
            let commit = index < history.commitOfEntry.count ? history.commitOfEntry[index] : nil
            let operation = setup.plan.operations[entry.operation]
            return EditRecord(
                operation: entry.operation, role: operation.role.rawValue,
                phase: setup.workload.phases[operation.phase].name, count: entry.count,
                edited: entry.edited.nanoseconds, saved: entry.saved?.nanoseconds,
                committed: entry.committed?.nanoseconds,
                durable: commit.flatMap { explorer.durableAt[$0]?.nanoseconds },
                silentlyFailed: entry.silentlyFailed?.nanoseconds)
        }
    }

    private func phases(_ recording: Recording) -> [PhaseRecord] {
        var phases: [PhaseRecord] = []
        for event in recording.events {
            let kind = KillLedger.Event(rawValue: event.kind & 0xFF)
            if kind == .phaseBegan {
                let phase = setup.workload.phases[Int(event.id)]
                phases.append(
                    PhaseRecord(
                        name: phase.name, isMeasured: phase.isMeasured,
                        began: event.at.nanoseconds, ended: event.at.nanoseconds))
            } else if kind == .phaseEnded, !phases.isEmpty {
                phases[phases.count - 1].ended = event.at.nanoseconds
            }
        }
        return phases
    }
}

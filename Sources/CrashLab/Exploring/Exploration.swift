import Execution
import Foundation
import Probes
import Results
import Runs
import StoreIO
import Topologies
import WorkloadEngine

/// One topology in one mode of SQLite: recorded, judged commit by commit, and explored.
struct Exploration {
    private let setup: RunSetup
    private let topology: Topology
    private let mode: StoreMode
    private let folder: String
    private let variant: String
    private let options: ExplorationRequest

    /// - Throws: `WorkloadError`, `DocumentError`, `TopologyError`.
    init(_ request: RepetitionRequest, _ options: ExplorationRequest) throws {
        setup = try RunSetup(
            workload: request.workload, settings: request.settings.map { ($0.key, $0.value) },
            seed: request.seed)
        topology = try setup.topology(request.topology)
        mode = StoreMode(setup.workload.store.journal, setup.workload.store.synchronous)
        folder = request.storeDirectory
        variant = request.topology
        self.options = options
    }

    /// Runs the workload once and takes it down; with a kill, does not return.
    func record(dyingAt kill: StoreKill? = nil) throws -> Recording {
        try Recorder(setup: setup, topology: topology, kill: kill).record(in: folder)
    }

    /// - Parameter progress: told the share that is done, now and then.
    func run(progress: (Double) -> Void) throws -> ExplorationRecord {
        let recording = try record()
        progress(0.1)
        let history = try CommitHistory(recording)
        let explorer = Explorer(
            recording, history: history, mode: mode,
            invariants: StoreInvariants(try setup.workload.loadModel()), options: options,
            stream: RandomStream(seed: setup.workload.seed).keyed("crashes"))
        if let address = options.replayedState.flatMap({ StateAddress($0) }) {
            try dump(explorer, address)
        } else {
            explorer.run { progress(0.3 + 0.7 * $0) }
        }
        var record = ExplorationRecord(
            topology: topology.name, variant: variant, mode: mode.description)
        record.mutation = options.mutation ?? ""
        record.violations = commitViolations(history) + explorer.violations
        fill(&record, from: recording, history, explorer)
        return record
    }

    /// What is wrong with the commits themselves, before any crash.
    private func commitViolations(_ history: CommitHistory) -> [CrashViolation] {
        guard options.replayedState == nil, options.mutation == nil,
            let judge = try? CommitJudge(setup)
        else { return [] }
        return history.commits.flatMap { commit in
            judge.problems(of: commit).map { problem in
                CrashViolation(
                    state: StateAddress(model: .kill, operation: commit.position).description,
                    message: problem)
            }
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
        record.exactKills = explorer.exactKills(options.exactKills)
        record.tallies = explorer.sortedTallies
        record.commitsLostAtMost = explorer.commitsLostAtMost
        record.recordedNanoseconds =
            (operations.last?.at.nanoseconds ?? 0) - (operations.first?.at.nanoseconds ?? 0)
        record.phases = phases(recording)
        record.edits = history.account.ledger.entries.enumerated().map { index, entry in
            let commit = index < history.commitOfEntry.count ? history.commitOfEntry[index] : nil
            let operation = setup.plan.operations[entry.operation]
            return EditRecord(
                operation: entry.operation, role: operation.role.rawValue,
                phase: setup.workload.phases[operation.phase].name, count: entry.count,
                edited: entry.edited.nanoseconds, saved: entry.saved?.nanoseconds,
                committed: entry.committed?.nanoseconds,
                durable: commit.flatMap { explorer.durableAt[$0]?.nanoseconds })
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

import Execution
import Foundation
import Results
import Runs
import Synchronization
import Topologies
import WorkloadEngine

/// Kills real processes in the middle of a workload, and judges the stores that they leave.
///
/// Each kill is a child of its own with a store and a ledger of its own, two at a time. The
/// children slow each other down; that changes the times of events, and no verdict depends on
/// these.
package struct KillRun: Sendable {
    /// The results of one topology's kills.
    package struct Findings: Sendable {
        package var crashes: [CrashRecord] = []
        /// The reason that a child could not be killed as planned, or that its store was wrong.
        package var failure: RunFailure?
    }

    /// Records for a ledger: an operation leaves some six, a save two a hop.
    private static let recordsPerOperation = 16
    /// A save that no operation asked for, such as one that a timer makes.
    private static let recordsPerSave = 6

    private let setup: RunSetup
    private let registry: ChildRegistry
    private let scratch: ScratchFolder
    private let subcommand: String
    private let timeLimit: Duration
    private let request: @Sendable (Int, RepetitionRequest.Mode, ScratchFolder) -> RepetitionRequest
    private let progress: @Sendable (String, Double) -> Void

    /// Makes the run of a command's random and exact kills.
    ///
    /// - Parameters:
    ///   - scratch: the folder for stores in use.
    ///   - subcommand: the hidden subcommand of the lab that runs a child.
    ///   - timeLimit: of each child.
    ///   - request: makes the request of a child on the topology of an index.
    ///   - progress: receives the topology, and the finished share of the kills.
    package init(
        setup: RunSetup, in registry: ChildRegistry, scratch: ScratchFolder, subcommand: String,
        timeLimit: Duration,
        request:
            @escaping @Sendable (Int, RepetitionRequest.Mode, ScratchFolder)
            -> RepetitionRequest,
        progress: @escaping @Sendable (String, Double) -> Void
    ) {
        self.setup = setup
        self.registry = registry
        self.scratch = scratch
        self.subcommand = subcommand
        self.timeLimit = timeLimit
        self.request = request
        self.progress = progress
    }

    private enum Ending: Sendable {
        case killed(CrashRecord)
        case failed(RunFailure)
        case interrupted
    }

    /// The ending of each child, by its job's number; the judge supplies some of them later.
    private final class Endings: Sendable {
        private let judging = DispatchExecution.shared.makeQueue(
            label: "judge of killed stores", cause: .waitForContext)
        private let endings = Mutex<[Int: Ending]>([:])

        subscript(number: Int) -> Ending { endings.withLock { $0[number] ?? .interrupted } }

        func note(_ ending: Ending, of number: Int) {
            endings.withLock { $0[number] = ending }
        }

        /// Has an ending found out, one after the other, and returns at once.
        func judge(_ number: Int, _ body: @escaping @Sendable () -> Ending) {
            judging.async { [self] in note(body(), of: number) }
        }

        /// Returns when everything has been judged: the queue is serial.
        func finish() async {
            await withCheckedContinuation { done in judging.async { done.resume() } }
        }
    }

    private struct Job: Sendable {
        var place: Int
        var number: Int
        var total: Int
        var order: KillOrder
        var target: KillTarget
    }

    /// Kills `count` children of each topology.
    ///
    /// - Parameter targets: by the topologies' indices; `nil` for one that is left out.
    /// - Returns: the findings in the same order; those so far if the command was interrupted.
    /// - Throws: `RunsError` if a child cannot be started or its files cannot be written.
    package func run(_ count: Int, of targets: [KillTarget?], seed: UInt64) async throws
        -> [Findings]
    {
        let planned = targets.enumerated().flatMap { place, target in
            target.map { target in
                KillOrder.orders(count, target: target, place: place, seed: seed)
                    .map { (place, $0, target) }
            } ?? []
        }
        let jobs = planned.enumerated().map { number, job in
            Job(
                place: job.0, number: number, total: planned.count, order: job.1, target: job.2)
        }
        // Stores are judged one after the other, while the next children run: judging computes, and
        // a child that is to be killed mostly waits.
        let endings = Endings()
        // Two: as many as the smallest machine that counts has cores.
        _ = try await ChildPool(width: 2).map(jobs) { try await kill($0, endings) }
        await endings.finish()
        var findings = targets.map { _ in Findings() }
        for job in jobs {
            switch endings[job.number] {
            case .killed(let record):
                findings[job.place].crashes.append(record)
                if record.verdict == .violation {
                    findings[job.place].failure = .told(
                        findings[job.place].failure, Self.failure(of: record))
                }
            case .failed(let failure):
                findings[job.place].failure = .told(findings[job.place].failure, failure)
            case .interrupted:
                break
            }
        }
        return findings
    }

    private static func failure(of record: CrashRecord) -> RunFailure {
        RunFailure(
            kind: .recoveryDiffers,
            message: """
                after kill \(record.index) (\(record.point)) the store held something else than \
                was predicted
                """,
            details: [record.detail])
    }

    private func kill(_ job: Job, _ endings: Endings) async throws {
        guard !registry.isClosed else { return }
        progress(job.target.variant, Double(job.number) / Double(job.total))
        let folder = try ScratchFolder(in: scratch)
        let ledgerPath = folder.file("ledger")
        let ledger = try SharedLedger.create(
            at: ledgerPath,
            capacity: 1024 + setup.plan.operations.count * Self.recordsPerOperation
                + (job.target.saves + job.target.commits) * Self.recordsPerSave)
        var request = request(
            job.place, .kill(point: job.order.point, occurrence: job.order.occurrence), folder)
        request.ledger = ledgerPath
        let ended: ChildProcess.RepetitionResult
        do {
            ended = try await ChildProcess.runRepetition(
                request, subcommand: subcommand, killPlan: plan(of: job.order, ledger),
                timeLimit: timeLimit, in: registry)
        } catch let error as RunsError where error.code == .interrupted {
            return
        }
        if ended.process.killer == .interruption { return }
        if var failure = ended.outcome.failure {
            failure.message = "a child to be killed: \(failure.message)"
            return endings.note(.failed(failure), of: job.number)
        }
        let contents = ledger.contents
        endings.judge(job.number) { judge(job, contents, in: folder) }
    }

    private func plan(of order: KillOrder, _ ledger: SharedLedger) -> KillPlan {
        guard order.point == .random else { return .never }
        return .afterRecord(
            ledger: ledger, kind: KillLedger.kind(.began), delay: order.delay)
    }

    /// Judges the store that a child left, and removes it.
    private func judge(
        _ job: Job, _ contents: SharedLedger.Contents, in folder: ScratchFolder
    ) -> Ending {
        defer { folder.remove() }
        guard contents.refused == 0 else {
            return .failed(
                RunFailure(
                    kind: .trapped,
                    message: "the ledger of a killed child was too small by \(contents.refused)"))
        }
        do {
            let copyFolder = try ScratchFolder(in: folder)
            let account = KillLedger.account(
                of: contents.records, topology: job.target.topology)
            return .killed(
                KillJudge(setup: setup, topology: job.target.topology).judge(
                    job.order, account: account, storeIn: folder.path,
                    copyFolder: copyFolder.path))
        } catch {
            return .failed(RunFailure(kind: .notWritten, message: "\(error)"))
        }
    }
}

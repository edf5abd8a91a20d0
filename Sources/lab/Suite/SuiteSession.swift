import Bench
import Execution
import Foundation
import Reporting
import Results
import Simulation
import Verdicts
import WorkloadEngine

/// One `lab suite` from its request to its outcome.
///
///     read, check every run ─▶ for each: run ─▶ suite.json, index.md ─▶ the gravest code
///     2, 3
struct SuiteSession: Sendable {
    let request: SuiteRequest

    init(_ request: SuiteRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        do {
            return try await runAll()
        } catch {
            return SessionEnding.failed(error)
        }
    }

    private func runAll() async throws -> RunOutcome {
        let plan = try SuitePlan(request)
        guard !request.isDryRun else { return say(plan.jobs) }
        let folder = plan.folder
        let lock = try folder.claim()
        defer { lock.release() }
        var record = begun(plan)
        try folder.write(record)
        if !request.isQuiet { Console.note("lab: \(length(of: plan.jobs))") }
        for (number, job) in plan.jobs.enumerated() {
            let commandLine = job.work.commandLine
            if record.entries.contains(where: { $0.arguments == commandLine }) {
                Console.note("lab: \(job.name) has run already; --fresh runs it again")
                continue
            }
            if !request.isQuiet {
                let left = plan.jobs[number...].reduce(0) { $0 + $1.seconds }
                Console.note(
                    "lab: run \(number + 1) of \(plan.jobs.count), \(job.name); about "
                        + "\(RunLength.words(left)) left in all")
            }
            let began = ThreadClock.monotonic
            let outcome = await job.work.run()
            // A run that was cut short is not recorded, so that it is repeated, whatever it had
            // found until then.
            guard !outcome.isInterrupted else {
                return SessionEnding.ended(outcome.code, page: folder.index)
            }
            let seconds = (ThreadClock.monotonic - began).seconds
            record.add(SuiteRecord.Entry(job, outcome, seconds: seconds))
            // After each run, so that an interrupted suite goes on at the next one.
            try folder.write(record)
        }
        Console.forgetResults()
        Console.keep(record, as: "suite")
        var ending = SessionEnding(
            record.entries.compactMap { ExitCode(rawValue: $0.code) }, page: folder.index)
        ending.attempt { try addHistory(of: record, plan) }
        return ending.finish()
    }

    /// The record that an earlier command left of the same suite and build; else an empty one.
    private func begun(_ plan: SuitePlan) -> SuiteRecord {
        let record = SuiteRecord(
            name: plan.file.name, title: plan.file.title, device: plan.device.map(\.name),
            digest: plan.digest, commit: GitCommit.current(),
            build: plan.device == nil ? BuildKind.current : SimulationRun.build,
            started: WallClock.now, planned: plan.file.entries.map(\.name))
        guard !request.isFresh, let old = try? SuiteRecord.read(plan.folder.suiteFile),
            old.digest == record.digest, old.commit == record.commit, old.build == record.build
        else { return record }
        var resumed = old
        resumed.entries.removeAll { ExitCode(rawValue: $0.code).map(\.isWorthAnother) ?? true }
        return resumed
    }

    /// A run that would be started, for programs.
    private struct Planned: Encodable {
        let name: String
        let seconds: Double
        let arguments: [String]
    }

    private func say(_ jobs: [SuiteJob]) -> RunOutcome {
        let planned = jobs.map {
            Planned(name: $0.name, seconds: $0.seconds, arguments: $0.work.commandLine)
        }
        Console.keep(planned, as: "planned")
        for job in jobs {
            let time = RunLength.words(job.seconds, isAtLeast: job.isAtLeast)
            let lines = TextLines.command(
                ["lab"] + job.work.commandLine, width: Console.width,
                first: "\(job.name)  \(time)  ")
            Console.write(lines.joined(separator: "\n"))
        }
        Console.write(length(of: jobs))
        return SessionEnding.ended(.ok)
    }

    /// `5 runs, 34 min in all`.
    private func length(of jobs: [SuiteJob]) -> String {
        let whole = RunLength.words(
            jobs.reduce(0) { $0 + $1.seconds }, isAtLeast: jobs.contains(where: \.isAtLeast))
        return "\(jobs.count) \(jobs.count == 1 ? "run" : "runs"), \(whole) in all"
    }

    private func addHistory(of record: SuiteRecord, _ plan: SuitePlan) throws {
        guard let history = request.history else { return }
        try HistoryAddition.add(record.entries.map { plan.folder(of: $0.name) }, to: history)
    }
}

extension SuiteRecord.Entry {
    /// A run that has ended.
    init(_ job: SuiteJob, _ outcome: RunOutcome, seconds: Double) {
        self.init(
            name: job.name, workload: job.work.workload, topologies: job.topologies,
            repetitions: job.repetitions, arguments: job.work.commandLine,
            code: outcome.code.rawValue, word: outcome.code.word,
            verdict: outcome.comparison?.comparison.verdict.rawValue, seconds: seconds,
            finding: outcome.result.map { SuiteRecord.Finding(of: $0) })
    }
}

extension ExitCode {
    /// Whether a run with this outcome is repeated when its suite goes on: its surroundings failed,
    /// not the run itself.
    fileprivate var isWorthAnother: Bool {
        switch self {
        case .usage, .invalidInput, .incomparable, .notWritten, .interrupted: true
        case .ok, .bug, .gateFailed, .regressed, .integrity, .inconclusive: false
        }
    }
}

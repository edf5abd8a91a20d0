import Bench
import Execution
import Foundation
import Reporting
import Results
import Verdicts

/// One `lab suite` from its options to its exit code.
///
///     read, check every run ─▶ for each: run ─▶ suite.json, index.md ─▶ the gravest code
///     2, 3
///
/// Nothing runs before every run is known to be good: the fortieth run's typing error is told at
/// once, and not in the morning.
struct SuiteSession {
    let options: SuiteCommand

    /// A run that is to be done.
    private struct Job {
        var entry: SuiteFile.Entry
        var arguments: [String]
        var seconds: Double
        var topologies: [String]
        var repetitions: Int
    }

    func run() async -> ExitCode {
        do {
            return try await runAll()
        } catch {
            let failure = CommandFailure(error)
            Console.note("lab: error: \(failure.message)")
            Console.write(MachineLine.text(failure.code, report: nil))
            return failure.code
        }
    }

    private func runAll() async throws -> ExitCode {
        let file = try SuiteFile(options.suite)
        let folder = ReportFolder(path: options.output ?? "Reports/\(file.name)")
        let all = try file.entries.map { try job($0, in: folder) }
        let places =
            options.shard.flatMap { Shard($0) }?.places(of: all.map(\.seconds))
            ?? Array(all.indices)
        let jobs = places.map { all[$0] }
        guard !jobs.isEmpty else {
            throw CommandFailure(
                .usage,
                "--shard \(options.shard ?? "") has nothing to run: the suite has \(all.count) "
                    + "runs; use as many shards at most")
        }
        guard !options.dryRun else { return say(jobs) }
        let lock = try folder.claim()
        defer { lock.release() }
        var record = Self.begun(file, in: folder, isFresh: options.fresh)
        try folder.write(record)
        for (number, job) in jobs.enumerated() {
            if record.entries.contains(where: { $0.arguments == job.arguments }) {
                Console.note("lab: \(job.entry.name) has run already; --fresh runs it again")
                continue
            }
            if !options.quiet {
                let left = jobs[number...].reduce(0) { $0 + $1.seconds }
                Console.note(
                    "lab: run \(number + 1) of \(jobs.count), \(job.entry.name); about "
                        + "\(Int(left.rounded(.up))) s left in all")
            }
            let began = ThreadClock.monotonic
            let code = await RunSession(options: try RunCommand.parse(job.arguments)).run()
            guard code != .interrupted else { return end(.interrupted, folder) }
            let seconds = (ThreadClock.monotonic - began).seconds
            record.add(entry(of: job, code: code, seconds: seconds, in: folder))
            try folder.write(record)
        }
        try addHistory(of: record, in: folder)
        let codes = record.entries.compactMap { ExitCode(rawValue: $0.code) }
        return end(ExitCode.winner(of: codes), folder)
    }

    private func end(_ code: ExitCode, _ folder: ReportFolder) -> ExitCode {
        Console.write(MachineLine.text(code, report: folder.index))
        return code
    }

    // MARK: What is to be done

    /// A run with all that it is told, checked.
    private func job(_ entry: SuiteFile.Entry, in folder: ReportFolder) throws -> Job {
        var arguments = ["--workload", entry.workload]
        for topology in entry.topologies { arguments += ["--topology", topology] }
        for setting in entry.settings { arguments += ["--set", "\(setting.key)=\(setting.value)"] }
        if let repetitions = options.repetitions ?? entry.repetitions {
            arguments += ["--repetitions", "\(repetitions)"]
        }
        arguments += ["--output", Self.folder(of: entry.name, in: folder)]
        if let baseline = options.baseline {
            arguments += ["--baseline", "\(baseline)/\(entry.name)"]
        }
        for gate in options.failOn { arguments += ["--fail-on", gate] }
        if options.requireVerdict { arguments.append("--require-verdict") }
        if options.noCharts { arguments.append("--no-charts") }
        if options.quiet { arguments.append("--quiet") }
        let command = try Self.command(arguments, of: entry)
        let selection = try Selection(command.common, repetitions: command.repetitions)
        _ = try Gating(
            command.gates, workloadGates: selection.gates, baseline: command.baseline)
        return Job(
            entry: entry, arguments: arguments, seconds: selection.expectedSeconds,
            topologies: selection.plan.topologies.map(\.variant),
            repetitions: selection.plan.repetitions)
    }

    /// What the parser refuses of a run stands in the suite's file: its other options are the
    /// suite's own, which the parser has taken already.
    private static func command(
        _ arguments: [String], of entry: SuiteFile.Entry
    ) throws -> RunCommand {
        do {
            return try RunCommand.parse(arguments)
        } catch {
            throw CommandFailure(
                .invalidInput, "the suite's run “\(entry.name)”: \(RunCommand.message(for: error))")
        }
    }

    private static func folder(of name: String, in folder: ReportFolder) -> String {
        folder.path + "/" + name
    }

    /// What an earlier command has left, where it was of the same suite and build; else nothing.
    private static func begun(
        _ file: SuiteFile, in folder: ReportFolder, isFresh: Bool
    ) -> SuiteRecord {
        let record = SuiteRecord(
            name: file.name, title: file.title, digest: file.digest, commit: GitCommit.current(),
            build: BuildKind.current, started: WallClock.now, planned: file.entries.map(\.name))
        guard !isFresh, let old = try? SuiteRecord.read(folder.suiteFile),
            old.digest == record.digest, old.commit == record.commit, old.build == record.build
        else { return record }
        var resumed = old
        resumed.entries.removeAll { ExitCode(rawValue: $0.code).map(\.isWorthAnother) ?? true }
        return resumed
    }

    private func say(_ jobs: [Job]) -> ExitCode {
        for job in jobs {
            Console.write(
                "\(job.entry.name)  about \(Int(job.seconds.rounded(.up))) s  lab run "
                    + job.arguments.joined(separator: " "))
        }
        Console.write(MachineLine.text(.ok, report: nil))
        return .ok
    }

    // MARK: What was done

    private func entry(
        of job: Job, code: ExitCode, seconds: Double, in folder: ReportFolder
    ) -> SuiteRecord.Entry {
        struct Head: Decodable { var verdict: String }
        let comparison =
            Self.folder(of: job.entry.name, in: folder) + "/" + ComparisonReport.dataName
        let head = options.baseline.flatMap { _ in FileManager.default.contents(atPath: comparison)
        }
        .flatMap { try? JSONDecoder().decode(Head.self, from: $0) }
        return SuiteRecord.Entry(
            name: job.entry.name, workload: job.entry.workload, topologies: job.topologies,
            repetitions: job.repetitions, arguments: job.arguments, code: code.rawValue,
            word: code.word, verdict: head?.verdict, seconds: seconds)
    }

    private func addHistory(of record: SuiteRecord, in folder: ReportFolder) throws {
        guard let history = options.history else { return }
        try HistoryAddition.add(
            record.entries.map { Self.folder(of: $0.name, in: folder) }, to: history)
    }
}

extension ExitCode {
    /// Whether a run that ended so is run again when its suite goes on: what was wrong was around
    /// it, and not in it.
    fileprivate var isWorthAnother: Bool {
        switch self {
        case .usage, .invalidInput, .incomparable, .notWritten, .interrupted: true
        case .ok, .bug, .gateFailed, .regressed, .integrity, .inconclusive: false
        }
    }
}

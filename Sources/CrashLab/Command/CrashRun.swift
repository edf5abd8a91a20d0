import Execution
import Figures
import Foundation
import Probes
import Results
import Runs
import Synchronization
import Topologies
import WorkloadEngine

/// Explores every configuration in a child of its own, two at a time, and then kills real ones.
///
///     record in virtual time ─▶ explore ─▶ kill at exact operations ─▶ kill at random instants
///     one child a configuration            one child a kill: its       on the real clock
///                                          files are the image
package struct CrashRun: Sendable {
    private let registry: ChildRegistry
    private let scratch: ScratchFolder
    private let subcommand: String
    private let timeLimit: Duration
    private let request:
        @Sendable (CrashJob, RepetitionRequest.Mode, ScratchFolder) -> RepetitionRequest
    private let progress: @Sendable (String, Double) -> Void

    /// Makes the run of a command's explorations and exact kills.
    ///
    /// - Parameters:
    ///   - scratch: the folder for stores in use.
    ///   - subcommand: the hidden subcommand of the lab that runs a child.
    ///   - timeLimit: of each child.
    ///   - request: makes the request of a child.
    ///   - progress: receives the current configuration, and the finished share of the exploring.
    package init(
        in registry: ChildRegistry, scratch: ScratchFolder, subcommand: String,
        timeLimit: Duration,
        request:
            @escaping @Sendable (CrashJob, RepetitionRequest.Mode, ScratchFolder)
            -> RepetitionRequest,
        progress: @escaping @Sendable (String, Double) -> Void
    ) {
        self.registry = registry
        self.scratch = scratch
        self.subcommand = subcommand
        self.timeLimit = timeLimit
        self.request = request
        self.progress = progress
    }

    /// Explores the configurations.
    ///
    /// - Returns: one a job, in order; without an exploration if the command was interrupted.
    /// - Throws: `RunsError` if a child cannot be started or its files cannot be written.
    package func explore(
        _ jobs: [CrashJob], _ options: ExplorationRequest
    ) async throws -> [CrashConfiguration] {
        let shares = Mutex([Double](repeating: 0, count: jobs.count))
        return try await ChildPool(width: 2).map(Array(jobs.enumerated())) { index, job in
            try await explore(job, options) { share in
                let all = shares.withLock { shares in
                    shares[index] = share
                    return shares.reduce(0, +) / Double(shares.count)
                }
                progress(job.title, all)
            }
        }
    }

    private func explore(
        _ job: CrashJob, _ options: ExplorationRequest,
        _ told: @escaping @Sendable (Double) -> Void
    ) async throws -> CrashConfiguration {
        var configuration = CrashConfiguration(
            topology: job.topology.name, variant: job.variant, promise: job.topology.promise,
            mode: job.mode.description, batch: job.batch)
        guard !registry.isClosed else { return configuration }
        let folder = try ScratchFolder(in: scratch)
        defer { folder.remove() }
        let ledger = try SharedLedger.create(
            at: folder.file("progress"), capacity: ExplorationProgress.capacity)
        var request = request(job, .explore(options), folder)
        request.ledger = folder.file("progress")
        told(0)
        let watch = IdleThread(label: "lab.exploration", every: .milliseconds(250)) { _ in
            told(ExplorationProgress.share(in: ledger))
        }
        let outcome: ChildOutcome
        do {
            defer { watch.stop() }
            outcome = try await ChildProcess.runRepetition(
                request, subcommand: subcommand, timeLimit: timeLimit, in: registry
            ).outcome
        } catch let error as RunsError where error.code == .interrupted {
            return configuration
        }
        told(1)
        if case .explored(let record) = outcome {
            configuration.exploration = record
            configuration.losses = Self.losses(of: record)
            configuration.failure = Self.failure(of: record)
        } else {
            configuration.failure = outcome.failure
        }
        return configuration
    }

    private static func losses(of record: ExplorationRecord) -> [Figure] {
        PhaseScope.scopes(of: record.phases).flatMap { scope in
            var list = FigureList(phase: scope.name)
            LossFigureBuilder.add(
                record.edits, knowsDurability: true, silentRoles: record.silentRoles, in: scope,
                to: &list)
            return list.figures
        }
    }

    private static func failure(of record: ExplorationRecord) -> RunFailure? {
        guard let first = record.violations.first, record.control.isEmpty else { return nil }
        return RunFailure(
            kind: .recoveryDiffers,
            message: """
                in \(record.mode), crash state \(first.state) recovers to what it must not: \
                \(first.message)
                """,
            details: record.violations.prefix(5).map { violation in
                let cause = violation.cause.isEmpty ? "" : " (\(violation.cause))"
                return "\(violation.state): \(violation.message)\(cause)"
            })
    }

    // MARK: Exact kills

    /// Kills a child at each exact operation that a configuration's exploration chose, and compares
    /// the files that it left with the image that was predicted.
    package func killExactly(
        _ job: CrashJob, _ configuration: inout CrashConfiguration
    ) async throws {
        guard let exploration = configuration.exploration else { return }
        let kills = exploration.exactKills
        let found = try await ChildPool(width: 2).map(kills) { kill in
            try await killed(job, kill)
        }
        for (index, ending) in found.enumerated() {
            switch ending {
            case .success(let digest): configuration.exploration?.exactKills[index].found = digest
            case .failure(let failure):
                configuration.failure = .told(configuration.failure, failure.failure)
            }
        }
        let wrong = configuration.exploration?.exactKills.first {
            $0.found != nil && $0.found != $0.predicted
        }
        guard let wrong else { return }
        let failure = RunFailure(
            kind: .recoveryDiffers,
            message: """
                a child that died \(wrong.isAfter ? "after" : "before") operation \
                \(wrong.operation) left other files than were predicted
                """)
        configuration.failure = .told(configuration.failure, failure)
    }

    private struct KillFailure: Error {
        var failure: RunFailure
    }

    /// The digest of the store that a child left; `nil` if the command was interrupted.
    private func killed(
        _ job: CrashJob, _ kill: ExactKill
    ) async throws -> Result<String?, KillFailure> {
        guard !registry.isClosed else { return .success(nil) }
        let folder = try ScratchFolder(in: scratch)
        defer { folder.remove() }
        let request = request(
            job, .killAtOperation(kill.operation, isAfter: kill.isAfter), folder)
        do {
            let ended = try await ChildProcess.runRepetition(
                request, subcommand: subcommand, timeLimit: timeLimit, in: registry)
            if ended.process.killer == .interruption { return .success(nil) }
            if let failure = ended.outcome.failure { return .failure(.init(failure: failure)) }
        } catch let error as RunsError where error.code == .interrupted {
            return .success(nil)
        }
        do {
            let disk = try DiskImage(folder: folder.path, name: RunSetup.storeName)
            return .success("\(disk.digest)")
        } catch {
            return .failure(
                .init(failure: RunFailure(kind: .notWritten, message: "\(error)")))
        }
    }

    // MARK: Random kills

    /// The facts about a configuration's runs from which its random kills are planned.
    package static func target(
        _ job: CrashJob, _ configuration: CrashConfiguration
    ) -> KillTarget? {
        guard let exploration = configuration.exploration, configuration.failure == nil,
            let first = exploration.phases.first, let last = exploration.phases.last
        else { return nil }
        return KillTarget(
            variant: job.variant, topology: job.topology,
            length: .nanoseconds(max(0, last.ended - first.began)),
            saves: exploration.saves ?? exploration.commits, commits: exploration.commits)
    }
}

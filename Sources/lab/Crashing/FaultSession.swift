import CrashLab
import Foundation
import Reporting
import Results
import Runs
import Synchronization
import Verdicts

/// One `lab crash --faults` or `lab crash --damage` from its request to its outcome.
///
///     select ─▶ prepare the output ─▶ try ─▶ write ─▶ print
///     2, 3      9                     1, 6   9
///
/// The trials run in this process, on stores in memory: no process is killed, and their time is
/// virtual.
package struct FaultSession: Sendable {
    /// One topology in one mode of SQLite.
    private struct Job: Sendable {
        var matrix: FaultMatrix
        var name: String { "\(matrix.variant) in \(matrix.mode)" }
    }

    let request: FaultRequest
    private let registry = ChildRegistry()

    package init(_ request: FaultRequest) {
        self.request = request
    }

    /// Runs the session to its end, and prints its outcome.
    package func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try Selection(request.work)
        if request.kind == .faults { try Self.requireFields(selection) }
        let report = ReportFolder(
            path: request.output ?? "Reports/\(selection.workload.name)-crash")
        let lock = try report.claim()
        defer { lock.release() }
        let scratch = try ScratchFolder.inMemory()
        defer { scratch.remove() }
        let head = ResultHead.result(
            of: selection, storeFolder: scratch.path, mode: request.kind.rawValue)
        switch request.kind {
        case .faults: return try await tryFaults(selection, head, interruption, scratch, report)
        case .damage: return try tryDamage(head, interruption, scratch, report)
        }
    }

    // MARK: Faults

    /// - Throws: `CommandFailure` (2) where a stack is written in Swift: the trials would be those
    ///   of a stack of fields with the contexts that it shows.
    private static func requireFields(_ selection: Selection) throws {
        let coded = selection.plan.topologies.filter { $0.topology.maker == .code }
        guard let first = coded.first else { return }
        throw CommandFailure(
            .usage,
            "--faults tries topologies of files and of the catalogue, and \(first.variant) is "
                + "written in Swift: name others with --topology; kills and crash states take it")
    }

    private func tryFaults(
        _ selection: Selection, _ head: WorkloadResult, _ interruption: Interruption,
        _ scratch: ScratchFolder, _ report: ReportFolder
    ) async throws -> RunOutcome {
        let script = try FaultScript(selection.setup)
        let jobs = jobs(of: selection, script)
        // A guess for the first estimate, five seconds each and two at a time; progress then
        // corrects it.
        let length = ForetoldLength(
            seconds: Double(jobs.count) * 5 / 2,
            parts: ["\(jobs.count) \(jobs.count == 1 ? "configuration" : "configurations")"])
        let progress = ProgressLine(length, isQuiet: request.isQuiet)
        defer { progress.end() }
        let shares = Mutex([Double](repeating: 0, count: jobs.count))
        var result = FaultResult(head: head)
        result.omissions = script.omissions
        result.configurations = try await ChildPool(width: 2).map(Array(jobs.enumerated())) {
            index, job in
            let folder = try ScratchFolder(in: scratch)
            defer { folder.remove() }
            return try job.matrix.run(in: folder.path, isCancelled: { registry.isClosed }) {
                share in
                let all = shares.withLock { shares in
                    shares[index] = share
                    return shares.reduce(0, +) / Double(shares.count)
                }
                progress.update(job.name, share: all)
            }
        }
        for mode in Self.unique(jobs.map(\.matrix.mode)) where !registry.isClosed {
            for scenario in FaultScenario.allCases where scenario.obstacle(of: script) == nil {
                result.scenarios.append(
                    try scenario.play(
                        mode, script: script, seed: selection.workload.seed, in: scratch.path))
            }
        }
        for scenario in FaultScenario.allCases {
            guard let obstacle = scenario.obstacle(of: script) else { continue }
            result.omissions.append("\(scenario.rawValue): \(obstacle)")
        }
        result.head.isInterrupted = interruption.isInterrupted
        progress.end()
        return Self.end(
            FaultSummaryText.text(of: result, width: Console.width), result.violationCount,
            result.head, report
        ) { try report.write(result) }
    }

    private func jobs(of selection: Selection, _ script: FaultScript) -> [Job] {
        let modes =
            request.isMatrix
            ? StoreMode.matrix : request.modes.isEmpty ? Self.defaultModes : request.modes
        return selection.plan.topologies.flatMap { selected in
            modes.map { mode in
                Job(
                    matrix: FaultMatrix(
                        selected.topology, variant: selected.variant, mode: mode,
                        script: script, seed: selection.workload.seed))
            }
        }
    }

    /// Every commit syncs, so that there is a sync to fail in each save.
    private static let defaultModes = [StoreMode(.wal, .full)]

    private static func unique(_ modes: [StoreMode]) -> [StoreMode] {
        modes.indices.filter { !modes[..<$0].contains(modes[$0]) }.map { modes[$0] }
    }

    // MARK: Damage

    private func tryDamage(
        _ head: WorkloadResult, _ interruption: Interruption, _ scratch: ScratchFolder,
        _ report: ReportFolder
    ) throws -> RunOutcome {
        let progress = ProgressLine(ForetoldLength(seconds: 3), isQuiet: request.isQuiet)
        defer { progress.end() }
        var result = DamageResult(head: head)
        result.records = try DamageMatrix.run(
            in: scratch.path, isCancelled: { registry.isClosed },
            progress: { progress.update($0, share: $1) })
        result.head.isInterrupted = interruption.isInterrupted
        progress.end()
        Console.keep(result.records, as: "damage")
        return Self.end(
            DamageSummaryText.text(of: result, width: Console.width), result.violationCount,
            result.head, report
        ) { try report.write(result) }
    }

    // MARK: Writing and printing

    private static func end(
        _ text: String, _ violations: Int, _ head: WorkloadResult, _ report: ReportFolder,
        _ write: () throws -> Void
    ) -> RunOutcome {
        var ending = SessionEnding(
            (violations > 0 ? [.integrity] : []) + (head.isInterrupted ? [.interrupted] : []))
        ending.write(report.page) {
            try write()
            return []
        }
        Console.show(text)
        return ending.finish()
    }
}

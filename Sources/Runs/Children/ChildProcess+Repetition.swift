import Foundation

extension ChildProcess {
    /// The outcome of a repetition, and the process's own traces.
    package struct RepetitionResult: Sendable {
        package var outcome: ChildOutcome
        package var process: ChildResult
    }

    /// Runs one repetition in a child.
    ///
    /// The request is written beside the result's path and removed again; an earlier report at the
    /// result's path is removed first, and the new one stays after the run.
    ///
    /// - Parameters:
    ///   - subcommand: the hidden subcommand that reads a request: the child is called as `lab
    ///     SUBCOMMAND REQUEST [launch arguments]`.
    ///   - executable: a build of the lab; this one unless given.
    ///   - timeLimit: of the whole process. It is longer than the stall limit of the request, which
    ///     the child watches itself and whose report has more detail.
    /// - Throws: `RunsError`: the request could not be written, the child not be started, its
    ///   report not be read, or the command was interrupted before.
    package static func runRepetition(
        _ request: RepetitionRequest, subcommand: String,
        executable: String = ChildProcess.ownExecutable, killPlan: KillPlan = .never,
        timeLimit: Duration, in registry: ChildRegistry
    ) async throws -> RepetitionResult {
        try? FileManager.default.removeItem(atPath: request.result)
        let result = try await run(
            [request], subcommand, executable, killPlan, timeLimit, in: registry)
        return RepetitionResult(
            outcome: ChildOutcome(
                result: result, report: try ChildReport.read(from: request.result),
                mode: request.mode),
            process: result)
    }

    /// Runs simulated repetitions one after another in a child.
    ///
    /// - Parameters:
    ///   - requests: whose results' paths are free; one or more.
    ///   - timeLimit: of the whole process.
    /// - Returns: the reports that the child wrote, in the order of the requests, `nil` for each
    ///   that it did not come to, or in which it ended.
    /// - Throws: as `runRepetition`.
    package static func runRepetitions(
        _ requests: [RepetitionRequest], subcommand: String, timeLimit: Duration,
        in registry: ChildRegistry
    ) async throws -> [ChildReport?] {
        _ = try await run(requests, subcommand, ownExecutable, .never, timeLimit, in: registry)
        return try requests.map { try ChildReport.read(from: $0.result) }
    }

    private static func run(
        _ requests: [RepetitionRequest], _ subcommand: String, _ executable: String,
        _ killPlan: KillPlan, _ timeLimit: Duration, in registry: ChildRegistry
    ) async throws -> ChildResult {
        let paths = requests.map { $0.result + ".request" }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        for (request, path) in zip(requests, paths) { try request.write(to: path) }
        var child = ChildProcess(
            executable: executable,
            arguments: [subcommand] + paths + (requests.first?.launchArguments ?? []))
        child.killPlan = killPlan
        child.timeLimit = timeLimit
        // A trap's message is wanted at once. Swift's backtracer takes seconds to symbolise a large
        // program and can be asked for: SWIFT_BACKTRACE=enable=yes lab …
        if ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil {
            child.environment["SWIFT_BACKTRACE"] = "enable=no"
        }
        return try await child.run(in: registry)
    }
}

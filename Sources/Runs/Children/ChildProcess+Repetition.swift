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
        let requestPath = request.result + ".request"
        try request.write(to: requestPath)
        defer { try? FileManager.default.removeItem(atPath: requestPath) }
        try? FileManager.default.removeItem(atPath: request.result)

        var child = ChildProcess(
            executable: executable, arguments: [subcommand, requestPath] + request.launchArguments)
        child.killPlan = killPlan
        child.timeLimit = timeLimit
        // A trap's message is wanted at once. Swift's backtracer takes seconds to symbolise a large
        // program and can be asked for: SWIFT_BACKTRACE=enable=yes lab …
        if ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil {
            child.environment["SWIFT_BACKTRACE"] = "enable=no"
        }
        let result = try await child.run(in: registry)
        return RepetitionResult(
            outcome: ChildOutcome(
                result: result, report: try ChildReport.read(from: request.result),
                mode: request.mode),
            process: result)
    }
}

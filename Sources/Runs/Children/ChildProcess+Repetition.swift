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
            request, subcommand, executable, killPlan, timeLimit, in: registry)
        return RepetitionResult(
            outcome: ChildOutcome(
                result: result, report: try ChildReport.read(from: request.result),
                mode: request.mode),
            process: result)
    }

    /// Runs simulated repetitions in two children, each one after another.
    ///
    /// The first child takes them from the front and the second from the back, until they meet: so
    /// both end at one time, and neighbours, which may share what they read, share a child.
    ///
    /// - Parameters:
    ///   - requests: whose results' paths are free, each with a claim; two or more.
    ///   - timeLimit: of each process.
    ///   - reported: receives a request's place and its report soon after a child wrote it, on any
    ///     thread. It gets none of a repetition that no child came to, or in which its child ended.
    /// - Throws: as `runRepetition`.
    package static func shareRepetitions(
        _ requests: [RepetitionRequest], subcommand: String, timeLimit: Duration,
        in registry: ChildRegistry, reported: @escaping @Sendable (Int, ChildReport) -> Void
    ) async throws {
        let awaited = AwaitedReports(on: requests, reported)
        try await withRequestFiles(of: requests) { paths in
            try await withThrowingTaskGroup(of: Void.self) { children in
                for paths in [paths, paths.reversed()] {
                    var child = repetitionChild(
                        [subcommand] + paths + requests[0].launchArguments)
                    child.timeLimit = timeLimit
                    child.onOutput = { awaited.look() }
                    let process = child
                    children.addTask { _ = try await process.run(in: registry) }
                }
                try await children.waitForAll()
            }
        }
        awaited.look()
        try awaited.end()
    }

    private static func run(
        _ request: RepetitionRequest, _ subcommand: String, _ executable: String,
        _ killPlan: KillPlan, _ timeLimit: Duration, in registry: ChildRegistry
    ) async throws -> ChildResult {
        try await withRequestFiles(of: [request]) { paths in
            var child = repetitionChild([subcommand] + paths + request.launchArguments)
            child.executable = executable
            child.killPlan = killPlan
            child.timeLimit = timeLimit
            return try await child.run(in: registry)
        }
    }

    /// Writes the requests beside their results, for as long as a child may read them.
    private static func withRequestFiles<Value: Sendable>(
        of requests: [RepetitionRequest], _ body: ([String]) async throws -> Value
    ) async throws -> Value {
        let paths = requests.map { $0.result + ".request" }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        for (request, path) in zip(requests, paths) { try request.write(to: path) }
        return try await body(paths)
    }

    private static func repetitionChild(_ arguments: [String]) -> ChildProcess {
        var child = ChildProcess(arguments: arguments)
        // A trap's message is wanted at once. Swift's backtracer takes seconds to symbolise a large
        // program and can be asked for: SWIFT_BACKTRACE=enable=yes lab …
        if ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil {
            child.environment["SWIFT_BACKTRACE"] = "enable=no"
        }
        return child
    }
}

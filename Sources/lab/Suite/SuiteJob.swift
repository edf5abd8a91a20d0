/// One run of a suite, read and checked.
package struct SuiteJob: Sendable {
    /// What runs.
    package enum Work: Sendable, Hashable {
        case measured(RunRequest)
        case simulated(SimulateRequest)
    }

    /// Its folder's name, too.
    package var name: String
    package var work: Work
    /// The expected length in seconds, as far as the workload determines it.
    package var seconds: Double
    /// Whether the job may take longer, because an importer without a pace has no planned end.
    package var isAtLeast: Bool
    /// As the figures name them.
    package var topologies: [String]
    /// Of each topology: repetitions, or draws.
    package var repetitions: Int
    /// Of the workload and the topologies: what the figures depend on beside the build.
    package var digest: String
}

extension SuiteJob.Work {
    package var workload: String {
        switch self {
        case .measured(let request): request.work.workload
        case .simulated(let request): request.work.workload
        }
    }

    package var baseline: String? {
        switch self {
        case .measured(let request): request.baseline
        case .simulated(let request): request.baseline
        }
    }

    /// - Throws: `RequestError` if no session can run it.
    func check() throws(RequestError) {
        switch self {
        case .measured(let request): try request.check()
        case .simulated(let request): try request.check()
        }
    }

    /// The name of the command that does the same, and its arguments.
    package var commandLine: [String] {
        switch self {
        case .measured(let request): ["run"] + request.commandLine
        case .simulated(let request): ["simulate"] + request.commandLine
        }
    }

    /// Runs it to its end.
    func run() async -> RunOutcome {
        switch self {
        case .measured(let request): await RunSession(request).run()
        case .simulated(let request): await SimulateSession(request).run()
        }
    }
}

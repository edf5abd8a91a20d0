import Execution
import Runs

/// A command that starts children: its tasks run beside the main thread, which runs its loop.
enum Session {
    /// Runs a command's session and ends the process with its code.
    ///
    /// - Parameters:
    ///   - request: makes the session's request from the command's arguments.
    ///   - body: the session.
    /// - Throws: before anything has begun, `CommandFailure`: 9 if the machine refuses a resource
    ///   that a run needs, and the failure of a request that cannot be made.
    static func run<Request: Sendable>(
        _ request: @autoclosure () throws -> Request,
        _ body: @escaping @Sendable (Request) async -> RunOutcome
    ) throws -> Never {
        let value: Request
        do {
            // Before the first task: it would wait for ever for a thread that it does not get.
            try MachineNeeds.checkForParent()
            value = try request()
        } catch {
            throw CommandFailure(error)
        }
        Task {
            Console.end(await body(value).code)
        }
        MainLoop.run()
    }

    /// Runs a session under Ctrl-C, and reports the error that ends it early.
    static func interruptible(
        in registry: ChildRegistry, _ body: (Interruption) async throws -> RunOutcome
    ) async -> RunOutcome {
        let interruption = Interruption(registry: registry)
        defer { interruption.end() }
        do {
            return try await body(interruption)
        } catch {
            return SessionEnding.failed(error)
        }
    }
}

import Execution
import Runs

/// A command that starts children: its tasks run beside the main thread, which runs its loop.
enum Session {
    /// Runs a command's session and ends the process with its code.
    ///
    /// - Parameters:
    ///   - request: what the session is to do, of the command's arguments.
    ///   - body: the session.
    /// - Throws: `CommandFailure`: 9 where the machine refuses what a run needs, and that of a
    ///   request that cannot be made. Nothing has begun then.
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

    /// Runs what a session does under Ctrl-C, and says what ends it early.
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

import Execution
import Runs
import Verdicts

/// A command that starts children: its tasks run beside the main thread, which runs its loop.
enum Session {
    /// Runs a command's session and ends the process with its code.
    ///
    /// - Throws: `CommandFailure` (9) where the machine refuses what a run needs; nothing has begun
    ///   then.
    static func run(_ body: @escaping @Sendable () async -> ExitCode) throws -> Never {
        do {
            // Before the first task: it would wait for ever for a thread that it does not get.
            try MachineNeeds.checkForParent()
        } catch {
            throw CommandFailure(error)
        }
        Task {
            Console.end(await body())
        }
        MainLoop.run()
    }
}

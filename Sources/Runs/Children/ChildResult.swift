/// The remains of a child process: its end, its killer, and its output.
package struct ChildResult: Sendable {
    /// Why we sent SIGKILL, where we did.
    package enum Killer: Sendable, Hashable {
        /// The `KillPlan`.
        case plan
        /// The time limit.
        case timeLimit
        /// `ChildRegistry.killAll` or the cancellation of the task.
        case interruption
    }

    package var exit: ChildExit
    /// `nil` when we did not, or when the child had already ended by itself.
    package var killer: Killer?
    /// The last 64 KiB of each; bytes that are not UTF-8 are repaired.
    package var standardOutput: String
    package var standardError: String
    /// From just before the start until the child was reaped.
    package var duration: Duration

    package init(
        exit: ChildExit, killer: Killer?, standardOutput: String, standardError: String,
        duration: Duration
    ) {
        self.exit = exit
        self.killer = killer
        self.standardOutput = standardOutput
        self.standardError = standardError
        self.duration = duration
    }
}

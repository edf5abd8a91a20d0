/// Why a run in virtual time returned.
package enum VirtualRunEnd: Sendable, Hashable {
    /// Nothing is left to run, no timer to fire, and nobody waits.
    case quiescent
    /// What is left comes after the instant that was asked for.
    case reachedLimit
    /// Somebody called `stop()`.
    case stopped
    /// Threads wait for ever. The run's own thread is not among them, so that it could return.
    case deadlock(VirtualDeadlock)
}

/// Why a run in virtual time returned.
package enum VirtualRunEnd: Sendable, Hashable {
    /// Nothing is left to run, no timer is left to fire, and no thread waits.
    case quiescent
    /// The remaining events come after the requested instant.
    case reachedLimit
    /// `stop()` was called.
    case stopped
    /// Threads wait for ever. The run's own thread is not among them, so that it could return.
    case deadlock(VirtualDeadlock)
}

import Execution

/// When a parent kills its child.
package enum KillPlan: Sendable {
    /// It does not.
    case never
    /// A time after the child was started.
    case after(Duration)
    /// A time after a record of a kind stood in the child's ledger: after the run's begin, so that
    /// the process's own start, which varies, takes nothing of the delay.
    case afterRecord(ledger: SharedLedger, kind: UInt32, delay: Duration)
}

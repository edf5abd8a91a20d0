import Execution

/// Sees a coordinator's transactions. Calls come on the saving thread, inside the save.
package protocol TransactionObserver: AnyObject, Sendable {
    /// The context's changes have reached the store; nothing was written yet.
    func transactionWillBegin(contextName: String?)
    /// Everything was written but the COMMIT.
    func transactionWillCommit(contextName: String?)
    /// The COMMIT returned: a killed process no longer takes these changes along.
    func transactionDidCommit(contextName: String?, at instant: Instant)
    /// The context's objects have their permanent IDs; the save is not announced yet.
    func transactionDidPublish(contextName: String?)
}

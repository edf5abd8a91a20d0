import Execution

/// Observes a coordinator's transactions; called on the saving thread, inside the save.
package protocol TransactionObserver: AnyObject, Sendable {
    /// The context's changes have reached the store, which has not written any yet.
    func transactionWillBegin(contextName: String?)
    /// The store has written everything but the COMMIT.
    func transactionWillCommit(contextName: String?)
    /// The COMMIT has returned: killing the process no longer loses these changes.
    func transactionDidCommit(contextName: String?, at instant: Instant)
    /// The context's objects have their permanent IDs; the save is not posted yet.
    func transactionDidPublish(contextName: String?)
}

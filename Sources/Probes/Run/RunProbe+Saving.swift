import CoreData
import Execution
import Results
import Topologies

/// Saves, from the stack and from the coordinator.
extension RunProbe: TransactionObserver {
    package func stackWillSave(_ name: String) {
        let now = execution.now
        let queue = execution.currentQueue
        let isOnMain = execution.isOnMainThread
        let operation = state.withLock { state in
            state.counts.add(.save, isOnMain: isOnMain)
            if let queue {
                state.queues[name] = queue
                state.users.note(context: name, on: queue)
            }
            state.ledger?.willSave(name)
            let operation = state.ledger?.operationInSave(of: name)
            state.openSaves[name] = (now, operation, isOnMain)
            return operation
        }
        // A save on main belongs to the operation whose edits it saves, if no operation claimed the
        // block before.
        if isOnMain, let operation { recorder.setOperation(operation) }
        didProgress()
    }

    package func stackDidSave(_ name: String) {
        let now = execution.now
        state.withLock { state in
            state.ledger?.didSave(name, at: now)
            guard let save = state.openSaves.removeValue(forKey: name) else { return }
            state.saves.append(
                SaveRecord(
                    context: name, began: save.began.nanoseconds, ended: now.nanoseconds,
                    operation: save.operation, isOnMain: save.isOnMain))
        }
        didProgress()
    }

    package func stackDidFailToSave(_ name: String, error: any Error) {
        let now = execution.now
        state.withLock { state in
            state.ledger?.didFailToSave(name, at: now)
            state.openSaves[name] = nil
        }
        didProgress()
    }

    package func stackDidShow(_ context: StackContext) {
        state.withLock { $0.ledger?.place(context.name, under: context.layout.parentName) }
        // Before the run begins the stack keeps it for then.
        guard links.withLock({ $0 }) != nil else { return }
        context.context.persistentStoreCoordinator?.transactionObserver = self
        watch(late: context)
    }

    package func transactionWillBegin(contextName: String?) {
        guard let contextName else { return }
        let now = execution.now
        state.withLock { $0.openTransactions[contextName] = now }
    }

    package func transactionWillCommit(contextName: String?) {
        guard let trace, let contextName else { return }
        // The writer's connection is held: the next commit in the trace is this one. When it has
        // returned, another coordinator's may have come.
        let attempt = state.withLock { state in
            state.commitAttempts += 1
            state.lastAttempts[contextName] = state.commitAttempts
            return state.commitAttempts
        }
        trace.note(attempt)
    }

    package func transactionDidCommit(contextName: String?, at instant: Instant) {
        let isOnMain = execution.isOnMainThread
        state.withLock { state in
            guard let contextName else { return }
            let attempt = state.lastAttempts[contextName]
            state.lastCommits[contextName] = (instant, attempt)
            state.ledger?.didCommit(contextName, at: instant, attempt: attempt)
            let began = state.openTransactions.removeValue(forKey: contextName)
            state.transactions.append(
                StoreTimelineBuilder.Transaction(
                    context: contextName, began: began ?? instant, committed: instant,
                    attempt: attempt, isOnMain: isOnMain))
        }
    }

    /// Records the sentinel's permanent ID if the save is the importer's, on its context's queue.
    ///
    /// The ID exists now, before any merge can show the sentinel.
    package func transactionDidPublish(contextName: String?) {
        let found = state.withLock { $0.sentinels[contextName] }
        guard let (operation, sentinel) = found else { return }
        settle(operation, sentinel.object.lastingID)
    }

    /// A batch is known by this ID from now on, as the ui's coordinator knows it.
    func settle(_ operation: Int, _ id: NSManagedObjectID) {
        guard let links = links.withLock({ $0 }) else { return }
        let known = links.idForUI(id)
        state.withLock { $0.freshness.settle(operation: operation, sentinel: known) }
    }
}

extension NSManagedObject {
    /// The ID by which other contexts know the object: of the one that a uniqueness constraint has
    /// updated with its values, if it has.
    var lastingID: NSManagedObjectID { successor?.objectID ?? objectID }
}

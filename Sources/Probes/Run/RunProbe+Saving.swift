import CoreData
import Execution

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
            state.openSaves[name] = (now, operation)
            return operation
        }
        // A save on main is that of the operation whose edits it saves, where nobody claimed the
        // block before.
        if isOnMain, let operation { recorder.setOperation(operation) }
        didProgress()
    }

    package func stackDidSave(_ name: String) {
        let now = execution.now
        let links = links.withLock { $0 }
        state.withLock { state in
            state.ledger?.didSave(name, at: now)
            guard let save = state.openSaves.removeValue(forKey: name), let links else { return }
            let pushes = links.pushingToMain.contains(name)
            let isMerged = links.mergedIntoMain.contains(name)
            guard pushes || isMerged, let operation = save.operation else { return }
            state.saves.append(
                BlockAttribution.Save(
                    began: save.began, ended: now, operation: operation, pushesToMain: pushes,
                    isMergedIntoMain: isMerged))
        }
        didProgress()
    }

    package func stackDidFailToSave(_ name: String, error: any Error) {
        state.withLock { state in
            state.ledger?.didFailToSave(name)
            state.openSaves[name] = nil
        }
        didProgress()
    }

    package func transactionWillBegin(contextName: String?) {}

    package func transactionWillCommit(contextName: String?) {}

    package func transactionDidCommit(contextName: String?, at instant: Instant) {
        let isOnMain = execution.isOnMainThread
        // The commit is the last one in the trace: the writer's connection is still held.
        let note = UInt64(bitPattern: instant.nanoseconds)
        trace?.note(note)
        state.withLock { state in
            if isOnMain { state.commitsOnMain.append(note) }
            if let contextName { state.ledger?.didCommit(contextName, at: instant) }
        }
    }

    /// On the importer context's queue when the save is the importer's. Its sentinel has its
    /// permanent ID now, before any merge can show it.
    package func transactionDidPublish(contextName: String?) {
        let found = state.withLock { $0.sentinel }
        guard let (operation, sentinel) = found, sentinel.contextName == contextName else { return }
        let id = sentinel.object.objectID
        state.withLock { $0.freshness.settle(operation: operation, sentinel: id) }
    }
}

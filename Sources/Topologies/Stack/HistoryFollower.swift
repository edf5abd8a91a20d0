import CoreData
import Foundation
import Synchronization

/// Brings into one context what others have committed, by the history of its store.
///
///     importing        COMMIT 7 ─ COMMIT 8 ─────── COMMIT 9
///     remote changes       └▶ note                     └▶ note
///     reader                    └▶ after 6: 7, 8           └▶ after 8: 9
///     main                              └▶ merge 7, 8             └▶ merge 9
///
/// Notifications only say that something was written, to this file, by any context: a reading that
/// is enqueued serves all that come before it begins. Transactions of authors that the topology
/// does not merge, its own among them, are read over. A reading that fails is made good by the
/// next one, which begins after the same token.
final class HistoryFollower: Sendable {
    /// The contexts of a follower.
    struct Ends: Sendable {
        /// The context that merges.
        let receiver: StackContext
        /// The context that reads history; the receiver, where it does that itself.
        let reader: StackContext
        let delivery: MergeRule.Delivery
        /// The followed authors: whether each commits through another coordinator.
        let authors: [String: Bool]

        var readsInReceiver: Bool { reader.context === receiver.context }
    }

    // Tokens, transactions and notifications are immutable, so they may cross queues.
    private struct State: @unchecked Sendable {
        var token: NSPersistentHistoryToken?
        var isEnqueued = false
        var isStopped = false
    }

    private struct Reading: @unchecked Sendable {
        var last: NSPersistentHistoryTransaction?
        var followed: [NSPersistentHistoryTransaction] = []
        var isExpired = false
    }

    private let ends: Ends
    private let keeper: HistoryKeeper
    private let number: Int
    private let lost: @Sendable (StackContext) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - number: the follower's place at the keeper, from 0 on.
    ///   - lost: called on the receiver's queue when the history after the token was purged; reads
    ///     everything anew.
    init(
        _ ends: Ends, keeper: HistoryKeeper, number: Int, coordinator: NSPersistentStoreCoordinator,
        lost: @escaping @Sendable (StackContext) -> Void
    ) {
        self.ends = ends
        self.keeper = keeper
        self.number = number
        self.lost = lost
        let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        state = Mutex(State(token: token))
    }

    /// The name of the context that merges.
    var name: String { ends.receiver.name }

    /// Something was written to the store's file.
    func noteChange() {
        let isNews = state.withLock { state in
            guard !state.isStopped, !state.isEnqueued else { return false }
            state.isEnqueued = true
            return true
        }
        guard isNews else { return }
        if ends.readsInReceiver, ends.delivery == .performAndWait {
            ends.reader.context.performAndWait { follow() }
        } else {
            ends.reader.context.perform { [self] in follow() }
        }
    }

    /// Begins no further reading.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// - Parameter done: called on the reader's queue when what was enqueued there before has run.
    func drain(done: @escaping @Sendable () -> Void) {
        ends.reader.context.perform { done() }
    }

    // MARK: Following, on the reader's queue

    private func follow() {
        let (token, isStopped) = state.withLock { state in
            state.isEnqueued = false
            return (state.token, state.isStopped)
        }
        guard !isStopped else { return }
        let reading = read(after: token)
        if reading.isExpired {
            return deliver { [self] in lost(ends.receiver) }
        }
        guard let last = reading.last else { return }
        state.withLock { $0.token = last.token }
        guard !reading.followed.isEmpty else { return keeper.pass(last, by: number) }
        deliver { [self] in
            for transaction in reading.followed { merge(transaction) }
            purge(upTo: last)
        }
    }

    private func read(after token: NSPersistentHistoryToken?) -> Reading {
        var reading = Reading()
        let context = ends.reader.context
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        do {
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            reading.last = transactions.last
            reading.followed = transactions.filter { ends.authors[$0.author ?? ""] != nil }
        } catch  where (error as NSError).code == NSPersistentHistoryTokenExpiredError {
            let coordinator = context.persistentStoreCoordinator
            let current = coordinator?.currentPersistentHistoryToken(fromStores: nil)
            state.withLock { $0.token = current }
            reading.isExpired = true
        } catch {
            // The token stays where it was.
        }
        return reading
    }

    private func deliver(_ body: @escaping @Sendable () -> Void) {
        if ends.readsInReceiver { return body() }
        switch ends.delivery {
        case .perform: ends.receiver.context.perform(body)
        case .performAndWait: ends.receiver.context.performAndWait(body)
        }
    }

    // MARK: Merging, on the receiver's queue

    private func merge(_ transaction: NSPersistentHistoryTransaction) {
        let notification = transaction.objectIDNotification()
        let context = ends.receiver.context
        guard ends.authors[transaction.author ?? ""] == true else {
            return context.mergeChanges(fromContextDidSave: notification)
        }
        // Another coordinator's save has left this one's row cache as it was.
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: notification.userInfo ?? [:], into: [context])
    }

    /// Deletes history, everything up to a transaction being merged.
    private func purge(upTo last: NSPersistentHistoryTransaction) {
        guard let request = keeper.purge(after: last, by: number) else { return }
        // Only this block has the request.
        nonisolated(unsafe) let purge = request
        let reader = ends.reader.context
        if ends.readsInReceiver {
            _ = try? reader.execute(purge)
        } else {
            // What a failing purge leaves, the next one deletes.
            reader.perform { _ = try? reader.execute(purge) }
        }
    }
}

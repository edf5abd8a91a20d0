import CoreData
import Foundation
import Synchronization

/// Decides which history a stack deletes: what each of its followers has merged, or what is old.
///
///     transactions   4 5 6 7 8 9
///     main has           ▲           merged up to 6
///     widget has             ▲       merged up to 8
///     deleted        4 5             the anchor of a deletion stays
final class HistoryKeeper: Sendable {
    // Transactions are immutable.
    private struct State: @unchecked Sendable {
        /// For each follower the last transaction that it needs no more.
        var merged: [NSPersistentHistoryTransaction?]
        /// The number before which all was deleted.
        var purged: Int64 = 0
        /// The age up to which history was purged last.
        var oldest: Date?
    }

    private let retention: HistoryRetention
    private let state: Mutex<State>

    init(_ retention: HistoryRetention, followers: Int) {
        self.retention = retention
        state = Mutex(State(merged: Array(repeating: nil, count: followers)))
    }

    /// A follower has nothing to merge up to a transaction.
    ///
    /// This alone deletes nothing: else each save of the ui would be followed by a deletion.
    func pass(_ last: NSPersistentHistoryTransaction, by follower: Int) {
        state.withLock { $0.merged[follower] = last }
    }

    /// The deletion that is due after a follower has merged up to a transaction; `nil` for none.
    func purge(
        after last: NSPersistentHistoryTransaction, by follower: Int
    ) -> NSPersistentHistoryChangeRequest? {
        switch retention {
        case .off, .keep: nil
        case .purgeAfterMerge: purgeMerged(after: last, by: follower)
        case .purgeOlder(let age): purgeOlder(than: age, before: last)
        }
    }

    private func purgeMerged(
        after last: NSPersistentHistoryTransaction, by follower: Int
    ) -> NSPersistentHistoryChangeRequest? {
        let anchor = state.withLock { state -> NSPersistentHistoryTransaction? in
            state.merged[follower] = last
            let all = state.merged.compactMap { $0 }
            // One that has merged nothing yet may need all of it.
            guard all.count == state.merged.count,
                let first = all.min(by: { $0.transactionNumber < $1.transactionNumber }),
                first.transactionNumber > state.purged
            else { return nil }
            state.purged = first.transactionNumber
            return first
        }
        return anchor.map { NSPersistentHistoryChangeRequest.deleteHistory(before: $0) }
    }

    /// Once in an age, so that each deletion has something to delete.
    private func purgeOlder(
        than age: Duration, before last: NSPersistentHistoryTransaction
    ) -> NSPersistentHistoryChangeRequest? {
        let seconds = age / .seconds(1)
        let end = last.timestamp.addingTimeInterval(-seconds)
        let isDue = state.withLock { state in
            guard let oldest = state.oldest else {
                state.oldest = end
                return false
            }
            guard end.timeIntervalSince(oldest) >= seconds else { return false }
            state.oldest = end
            return true
        }
        return isDue ? NSPersistentHistoryChangeRequest.deleteHistory(before: end) : nil
    }
}

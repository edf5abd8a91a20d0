import Execution
import StoreIO

/// Divides the calls of a store among transactions: those that wrote and committed a transaction
/// are its own.
///
///     log     note 7 write write write commit │ note 8 write write sync commit │ …
///     calls            of transaction 7       │        of transaction 8       │
///
/// The transactions come one after the other, and each marks the log before it commits. Pages that
/// a large one spilled before its mark count with the previous one, and so does a checkpoint.
package enum StoreCallShares {
    /// The number of writes and syncs in a log that were made for some transactions.
    ///
    /// - Parameters:
    ///   - noteIDs: the marks of those transactions.
    ///   - isMeasured: whether calls at an instant count.
    /// - Complexity: O(operations).
    package static func calls(
        in log: StoreLog, of noteIDs: Set<UInt64>, where isMeasured: (Instant) -> Bool
    ) -> Int {
        var count = 0
        var isWanted = false
        for operation in log.operations {
            switch operation.kind {
            case .write, .sync:
                if isWanted, isMeasured(operation.at) { count += 1 }
            case .note:
                isWanted = operation.noteID.map(noteIDs.contains) ?? false
            default:
                break
            }
        }
        return count
    }
}

import Execution
import StoreIO

/// Whose the calls of a store were: those that wrote and committed a transaction are its own.
///
///     log     note 7 write write write commit │ note 8 write write sync commit │ …
///     calls            of transaction 7       │        of transaction 8       │
///
/// The transactions come one after the other, and each notes itself before it commits. What a large
/// one spilled before that counts with the one before, and so does a checkpoint.
package enum StoreCallShares {
    /// How many of the writes and syncs in a log were made for some transactions.
    ///
    /// - Parameters:
    ///   - noteIDs: the notes of those transactions.
    ///   - isMeasured: whether what was done at an instant counts.
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

import Execution
import StoreIO

/// Whose the calls of a store were: those that wrote and committed a transaction are its own.
///
///     log     write write write commit note 7 │ write write sync commit note 8 │ …
///     calls            of transaction 7       │        of transaction 8       │
///
/// The transactions come one after the other, and each notes its commit. A checkpoint that runs
/// beside a transaction is counted with it.
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
        var sinceNote = 0
        for operation in log.operations {
            switch operation.kind {
            case .write, .sync:
                if isMeasured(operation.at) { sinceNote += 1 }
            case .note:
                if let id = operation.noteID, noteIDs.contains(id) { count += sinceNote }
                sinceNote = 0
            default:
                break
            }
        }
        return count
    }
}

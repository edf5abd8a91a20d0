import Foundation

/// Rows that others changed since this context read them, and values that would be there twice.
// @unchecked: thrown and caught on the queue of the context that saves.
struct SaveConflict: Error, @unchecked Sendable {
    /// `NSMergeConflict` and `NSConstraintConflict`.
    let conflicts: [Any]
}

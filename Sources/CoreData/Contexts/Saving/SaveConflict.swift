import Foundation

/// The rows that another context changed since they were read, and values that would occur twice.
// @unchecked: thrown and caught on the queue of the context that saves.
struct SaveConflict: Error, @unchecked Sendable {
    /// `NSMergeConflict` and `NSConstraintConflict`.
    let conflicts: [Any]
}

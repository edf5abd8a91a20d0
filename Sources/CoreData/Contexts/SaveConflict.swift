import Foundation

/// Rows that others changed since this context read them.
// @unchecked: thrown and caught on the queue of the context that saves.
struct SaveConflict: Error, @unchecked Sendable {
    let conflicts: [NSMergeConflict]
}

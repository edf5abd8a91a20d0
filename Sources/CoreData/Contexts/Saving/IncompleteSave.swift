import Foundation

/// Some stores have committed their parts of a save, another could not.
// @unchecked: thrown and caught on the queue of the context that saves.
struct IncompleteSave: Error, @unchecked Sendable {
    let saved: [ChangeSet]
    let cause: NSError
}

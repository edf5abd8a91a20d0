import Foundation

/// Saves, and saves again after the merge policy has settled what conflicted.
struct SaveAttempts {
    /// Somebody else may save between two attempts; after that many the save is given up.
    private static let limit = 20

    private let context: NSManagedObjectContext

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// Returns what was saved: the policy may have given up some of the changes.
    ///
    /// - Throws: the merge policy's error, or the source's.
    func run(_ changes: ChangeSet) throws -> ChangeSet {
        var current = changes
        for _ in 0..<Self.limit {
            do {
                try context.requiredSource().save(current, of: context)
                return current
            } catch let conflict as SaveConflict {
                try policy.resolve(mergeConflicts: conflict.conflicts)
            }
            current = context.currentChanges()
            if current.isEmpty { return current }
        }
        throw CoreDataError.unsettled(Self.limit)
    }

    private var policy: NSMergePolicy {
        context.mergePolicy as? NSMergePolicy ?? .error
    }
}

import Foundation

/// Saves, and saves again after the merge policy has settled conflicts.
struct SaveAttempts {
    /// How many attempts a save has while others save between them.
    private static let freeLimit = 10
    /// How many more it has while others wait, since a policy may give rise to further conflicts.
    private static let heldLimit = 10

    private let context: NSManagedObjectContext
    private var current: ChangeSet
    private var conflicts: [Any] = []

    init(_ context: NSManagedObjectContext, _ changes: ChangeSet) {
        self.context = context
        current = changes
    }

    /// Returns the saved changes; the policy may have given up some.
    ///
    /// Each attempt can lose against a writer that never pauses: what the policy settles is old
    /// by the next one. After ten the save keeps the stores' writers until it is through.
    ///
    ///     this save   ├ conflict ┤ settle   ├ conflict ┤ settle …   ├ conflict, settle, save ┤
    ///     the other              ├── save ──┤          ├── save ──┤ wait
    ///
    /// - Throws: the error of the merge policy, or of the source.
    mutating func run() throws -> ChangeSet {
        for _ in 0..<Self.freeLimit where try attempt() { return current }
        var isSaved = false
        try context.requiredSource().holdingWriters {
            for _ in 0..<Self.heldLimit where try !isSaved && attempt() { isSaved = true }
        }
        if isSaved { return current }
        let constraints = conflicts.compactMap { $0 as? NSConstraintConflict }
        throw constraints.isEmpty
            ? CoreDataError.unsettled(Self.freeLimit + Self.heldLimit)
            : CoreDataError.constraintConflicts(constraints)
    }

    /// Saves, or lets the policy settle the conflicts.
    ///
    /// - Returns: whether nothing is left to save.
    private mutating func attempt() throws -> Bool {
        context.readUnsavedOrders()
        do {
            try context.requiredSource().save(current, of: context)
            return true
        } catch let conflict as SaveConflict {
            conflicts = conflict.conflicts
            context.execution.charge(.conflictsSettled, conflicts.count)
            let deleted = conflicts.compactMap { ($0 as? NSMergeConflict)?.sourceObject }
                .filter { $0.state.contains(.deleted) }
            try policy.resolve(mergeConflicts: conflicts)
            // A deletion by the policy may cascade.
            context.propagateDeletes()
            for object in deleted where !object.isDead { object.letGoOfDeleted() }
            let standing = standingConflicts(conflicts)
            if !standing.isEmpty { try policy.resolve(optimisticLockingConflicts: standing) }
        }
        current = context.currentChanges()
        return current.isEmpty
    }

    /// Conflicts of stored rows that took over values of new objects.
    ///
    /// These rows have changes now, so the policy decides about them, too.
    private func standingConflicts(_ conflicts: [Any]) -> [NSMergeConflict] {
        conflicts.compactMap { conflict in
            guard let conflict = conflict as? NSConstraintConflict,
                let object = conflict.databaseObject, !object.isDead, object.hasChanges,
                conflict.conflictingObjects.contains(where: \.isDead),
                let row = object.committedRow
            else { return nil }
            return NSMergeConflict(object: object, base: row, cached: row, persisted: row)
        }
    }

    private var policy: NSMergePolicy {
        context.mergePolicy as? NSMergePolicy ?? .error
    }
}

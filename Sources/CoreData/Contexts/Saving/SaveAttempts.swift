import Foundation

/// Saves, and saves again after the merge policy has settled conflicts.
struct SaveAttempts {
    /// How many attempts a save has, since another context may save between two of them.
    private static let limit = 20

    private let context: NSManagedObjectContext

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// Returns the saved changes; the policy may have given up some.
    ///
    /// - Throws: the error of the merge policy, or of the source.
    func run(_ changes: ChangeSet) throws -> ChangeSet {
        var current = changes
        var conflicts: [Any] = []
        for _ in 0..<Self.limit {
            do {
                try context.requiredSource().save(current, of: context)
                return current
            } catch let conflict as SaveConflict {
                conflicts = conflict.conflicts
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
            if current.isEmpty { return current }
        }
        let constraints = conflicts.compactMap { $0 as? NSConstraintConflict }
        throw constraints.isEmpty
            ? CoreDataError.unsettled(Self.limit) : CoreDataError.constraintConflicts(constraints)
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

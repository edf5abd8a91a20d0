import Foundation

// Errors of objects: of their saves, conflicts and values.
extension CoreDataError {
    static func storeWasRemoved(_ object: NSManagedObject) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            \(object.objectID) cannot be saved, because its store was removed from the \
            coordinator. Roll the change back, or insert a copy.
            """, [NSAffectedObjectsErrorKey: [object]])
    }

    static func crossesStores(_ object: NSManagedObject, _ key: String) -> NSError {
        make(
            NSManagedObjectExternalRelationshipError,
            """
            \(object.entity.name ?? "").\(key) refers to an object in another store. Assign both \
            to one store, or keep the other's URI in an attribute; the changes are still pending.
            """, [NSAffectedObjectsErrorKey: [object], NSValidationKeyErrorKey: key])
    }

    static func incompleteSave(_ cause: NSError) -> NSError {
        make(
            NSPersistentStoreIncompleteSaveError,
            """
            Some stores have saved their objects, but another could not: \
            \(cause.localizedDescription) Its changes are still pending; save again.
            """, [NSUnderlyingErrorKey: cause])
    }

    static func unsettled(_ attempts: Int) -> NSError {
        make(
            NSManagedObjectMergeError,
            """
            Other contexts changed the same objects during each of \(attempts) attempts to save. \
            The changes are still pending; save again later.
            """)
    }

    static func mergeConflicts(_ conflicts: [NSMergeConflict]) -> NSError {
        make(
            NSManagedObjectMergeError,
            """
            Could not merge changes: other contexts have changed \(conflicts.count) object(s) \
            since this one read them. Refresh them, or set a merge policy, and save again.
            """, [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }

    static func constraintConflicts(_ conflicts: [NSConstraintConflict]) -> NSError {
        let names = conflicts.first?.constraint.joined(separator: ", ") ?? ""
        return make(
            NSManagedObjectConstraintMergeError,
            """
            The values of \(conflicts.count) uniqueness constraint(s), the first on \(names), \
            occur more than once. Change or delete the objects, or set a merge policy, and \
            save again.
            """, [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }

    static func validation(
        _ code: Int, _ object: NSManagedObject, _ key: String, _ value: Any?, _ what: String,
        _ predicate: NSPredicate? = nil, isWhole: Bool = false
    ) -> NSError {
        var info: [String: Any] = [
            NSValidationObjectErrorKey: object, NSValidationKeyErrorKey: key,
        ]
        info[NSValidationValueErrorKey] = value
        info[NSValidationPredicateErrorKey] = predicate
        let message = isWhole ? what : "\(object.entity.name ?? "").\(key): \(what)"
        return make(code, message, info)
    }

    static func failed(
        _ check: ValidationCheck, _ object: NSManagedObject, _ key: String, _ value: Any
    ) -> NSError {
        let isAuthors = check.code == NSManagedObjectValidationError
        return validation(
            check.code, object, key, value, check.text, check.predicate, isWhole: isAuthors)
    }

    static func wrongDestination(
        _ object: NSManagedObject, _ key: String, _ destination: NSManagedObject
    ) -> NSError {
        validation(
            NSManagedObjectValidationError, object, key, destination,
            "an object of \(destination.entity.name ?? "") is not a valid destination")
    }

    static func danglingReference(_ object: NSManagedObject, _ key: String) -> NSError {
        validation(
            NSManagedObjectValidationError, object, key, nil,
            "it refers to an object that is deleted; set another, or give the "
                + "relationship an inverse with the delete rule Nullify")
    }

    static func deniedDelete(
        _ object: NSManagedObject, _ key: String, _ members: [NSManagedObject]
    ) -> NSError {
        validation(
            NSValidationRelationshipDeniedDeleteError, object, key, NSSet(array: members),
            "items cannot be deleted while “\(key)” still has members")
    }
}

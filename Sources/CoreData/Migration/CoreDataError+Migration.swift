import Foundation

extension CoreDataError {
    static func noMappingModel(_ path: String) -> NSError {
        make(
            NSMigrationMissingMappingModelError,
            """
            The store at \(path) has another version of the model, and no mapping leads to this \
            one. Set NSInferMappingModelAutomaticallyOption; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func noSourceModel(_ path: String) -> NSError {
        make(
            NSMigrationMissingSourceModelError,
            """
            The store at \(path) has an unknown version of the model. Keep that version in the \
            .xcdatamodeld from which the model is read; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func cannotInferMapping(_ reasons: [String]) -> NSError {
        make(
            NSInferredMappingModelError,
            """
            No mapping can be inferred from the store's version of the model to this one: \
            \(reasons.joined(separator: "; ")). Change the model so that one can, or copy the \
            objects yourself; the file was left as it is.
            """, ["reason": reasons])
    }

    static func migrationViolatesConstraint(_ path: String, _ cause: NSError) -> NSError {
        make(
            NSMigrationConstraintViolationError,
            """
            The objects of the store at \(path) violate the uniqueness constraints of the new \
            version: \(cause.localizedDescription) The file was left as it is.
            """, [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }

    static func migrationWouldLose(_ path: String, _ what: String) -> NSError {
        make(
            NSMigrationError,
            """
            The migration of the store at \(path) would lose a value that both versions of the \
            model have: \(what). Keep the version that the store was written with beside this \
            one, or copy the objects yourself; the file was left as it is.
            """, [NSFilePathErrorKey: path, "reason": what])
    }
}

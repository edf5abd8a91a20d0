import Foundation

extension CoreDataError {
    static func noMappingModel(_ path: String) -> NSError {
        make(
            NSMigrationMissingMappingModelError,
            """
            The store at \(path) is of another version of the model, and there is no mapping to \
            this one. Set NSInferMappingModelAutomaticallyOption; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func noSourceModel(_ path: String) -> NSError {
        make(
            NSMigrationMissingSourceModelError,
            """
            The store at \(path) is of a version of the model that is not known. Keep that version \
            in the .xcdatamodeld that the model is read from; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func cannotInferMapping(_ reasons: [String]) -> NSError {
        make(
            NSInferredMappingModelError,
            """
            The store's version of the model does not lead to this one without a doubt: \
            \(reasons.joined(separator: "; ")). Change the model so that it does, or carry the \
            objects over yourself; the file was left as it is.
            """, ["reason": reasons])
    }

    static func migrationViolatesConstraint(_ path: String, _ cause: NSError) -> NSError {
        make(
            NSMigrationConstraintViolationError,
            """
            The objects of the store at \(path) do not keep the uniqueness constraints of the new \
            version: \(cause.localizedDescription) The file was left as it is.
            """, [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }

    static func migrationWouldLose(_ path: String, _ what: String) -> NSError {
        make(
            NSMigrationError,
            """
            The migration of the store at \(path) would lose what both versions of the model \
            have: \(what). Keep the version that the store was written with beside this one, or \
            carry the objects over yourself; the file was left as it is.
            """, [NSFilePathErrorKey: path, "reason": what])
    }
}

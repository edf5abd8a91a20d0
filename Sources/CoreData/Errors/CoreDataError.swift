import Foundation

/// Makes this module's errors, in Cocoa's domain and codes: what happened, where, and a remedy.
enum CoreDataError {
    static func unknownEntity(_ name: String, among names: [String]) -> NSError {
        make(
            NSCoreDataError,
            """
            The model has no entity named “\(name)”; it has \(names.joined(separator: ", ")). Use \
            one of them in the fetch request.
            """)
    }

    static func unsupported(_ what: String, _ remedy: String) -> NSError {
        make(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(what) is not supported by this core: \(remedy).")
    }

    static func indexRefused(_ index: String, _ part: String, _ reason: String) -> NSError {
        make(
            NSPersistentStoreOpenError,
            "The index \(index) cannot be kept in a SQLite store: \(part) \(reason).")
    }

    static func nestedExecution() -> NSError {
        make(
            NSPersistentStoreUnsupportedRequestTypeError,
            """
            A coordinator executes requests for contexts that stand on it, and not for a nested \
            one, whose objects come from its parent: pass the request to the context.
            """)
    }

    /// The code is Apple's, which gives it no name.
    static func recursiveSave() -> NSError {
        make(
            132_001,
            """
            attempt to recursively call save() on the context aborted: it is saving. Change \
            objects in willSave() and in observers of the save, and leave the saving to the save.
            """)
    }

    static func cancelled() -> NSError {
        make(CocoaError.userCancelled.rawValue, "The operation was cancelled.")
    }

    static func tornSection(_ name: String, _ index: Int) -> NSError {
        make(
            NSCoreDataError,
            """
            The fetched object at index \(index) has an out of order section name “\(name)”. \
            Objects must be sorted by section name: let the first sort descriptor do that.
            """)
    }

    /// A single error unchanged, several as one that holds them.
    static func combined(_ errors: [NSError]) -> NSError? {
        guard errors.count > 1 else { return errors.first }
        return make(
            NSValidationMultipleErrorsError,
            "Multiple validation errors occurred: \(errors[0].localizedDescription) and others.",
            [NSDetailedErrorsKey: errors])
    }

    /// The errors that a combined one holds; else the error itself.
    static func parts(of error: NSError) -> [NSError] {
        guard error.domain == NSCocoaErrorDomain, error.code == NSValidationMultipleErrorsError
        else { return [error] }
        return error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
    }

    static func make(
        _ code: Int, _ message: String, _ info: [String: Any] = [:]
    ) -> NSError {
        var info = info
        info[NSLocalizedDescriptionKey] = message
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}

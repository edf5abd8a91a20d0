import Foundation

// Errors of stores, of their files and of requests to them.
extension CoreDataError {
    static func untranslatable(_ predicate: NSPredicate?, _ reason: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The predicate \(predicate?.description ?? "") has no form in SQL: \(reason). Fetch \
            with a simpler one, and filter the result in memory.
            """)
    }

    static func missingObject(_ id: NSManagedObjectID) -> NSError {
        make(
            NSManagedObjectReferentialIntegrityError,
            "There is no object with the ID \(id): it was deleted, or never saved.",
            [NSAffectedObjectsErrorKey: [id]])
    }

    static func unknownStoreType(_ type: String) -> NSError {
        make(
            NSPersistentStoreInvalidTypeError,
            """
            “\(type)” is not a store type; use NSSQLiteStoreType, NSBinaryStoreType, \
            NSXMLStoreType or, without a file, NSInMemoryStoreType.
            """)
    }

    static func notRegularFile(_ path: String, _ kind: String) -> NSError {
        make(
            NSPersistentStoreOpenError,
            """
            \(path) is \(kind), but a store needs a regular file. Use the URL of one; nothing \
            was read, written or removed.
            """, [NSFilePathErrorKey: path])
    }

    static func addedTwice(_ path: String) -> NSError {
        make(
            sameStoreTwice,
            """
            Can't add the same store twice: the coordinator has the one at \(path) open. Use that \
            one, or remove it first.
            """,
            [
                NSFilePathErrorKey: path,
                "NSUnderlyingException": "Can't add the same store twice",
            ])
    }

    /// Cocoa's code for adding a store that the coordinator already has.
    ///
    /// No header names it; Apple's framework returns it.
    private static let sameStoreTwice = 134_081

    static func missingFile(_ path: String) -> NSError {
        make(
            CocoaError.fileReadNoSuchFile.rawValue, "There is no store at \(path).",
            [NSFilePathErrorKey: path])
    }

    static func corruptFile(_ path: String, _ reason: String) -> NSError {
        make(
            CocoaError.fileReadCorruptFile.rawValue,
            """
            The store at \(path) cannot be read: \(reason). Copy it aside before anything else \
            touches it; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func lostDatabase(_ path: String, _ state: String, leftover: String) -> NSError {
        make(
            CocoaError.fileReadCorruptFile.rawValue,
            """
            The store at \(path) \(state), but \(leftover) proves that it had data, and opening \
            it would delete the rest of this data. Restore the store beside that file or, to \
            begin with an empty store, move the file away. Nothing was changed.
            """, [NSFilePathErrorKey: path])
    }

    static func unreadableFile(_ path: String, _ cause: any Error) -> NSError {
        make(
            CocoaError.fileReadUnknown.rawValue,
            "The store at \(path) cannot be read: \(cause.localizedDescription).",
            [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause as NSError])
    }

    /// An error of the system during a write, with Cocoa's code for it.
    static func unwritableFile(_ path: String, errno code: Int32) -> NSError {
        let cocoa: CocoaError.Code =
            switch code {
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOENT, ENOTDIR: .fileNoSuchFile
            default: .fileWriteUnknown
            }
        return make(
            cocoa.rawValue,
            """
            The store at \(path) could not be written: \(String(cString: strerror(code))). The \
            file was left as it is; the changes are still pending.
            """,
            [
                NSFilePathErrorKey: path,
                NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code)),
            ])
    }

    static func fileExists(_ path: String) -> NSError {
        make(
            CocoaError.fileWriteFileExists.rawValue,
            "A file exists already at \(path); destroy that store, or choose another URL.",
            [NSFilePathErrorKey: path])
    }

    static func typeMismatch(_ path: String, _ type: String) -> NSError {
        make(
            NSPersistentStoreTypeMismatchError,
            "The store at \(path) is not of the type \(type); the file was left as it is.",
            [NSFilePathErrorKey: path])
    }

    static func unknownProperty(
        _ name: String, of entity: NSEntityDescription, _ names: [String]
    ) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The entity “\(entity.name ?? "")” has no property “\(name)”; it has \
            \(names.joined(separator: ", ")). Use one of them in the predicate or sort descriptor.
            """)
    }

    static func storeIsOpen(_ path: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The coordinator has the store at \(path) open. Remove it from the coordinator first; \
            the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func notThisCoordinators(_ store: NSPersistentStore) -> NSError {
        make(
            NSPersistentStoreOperationError,
            "The coordinator does not have the store at \(store.url?.path ?? ""); pass one it has.",
            [NSAffectedStoresErrorKey: [store]])
    }

    static func unknownConfiguration(_ name: String, _ names: [String]) -> NSError {
        make(
            NSPersistentStoreOpenError,
            """
            The model has no configuration “\(name)”; it has \(names.joined(separator: ", ")). \
            Name one of them, or none for all entities.
            """)
    }

    static func laterStore(_ path: String) -> NSError {
        make(
            NSPersistentStoreIncompatibleVersionHashError,
            """
            The store at \(path) was written by a later version of this core. Open it with that \
            version; the file was left as it is.
            """, [NSFilePathErrorKey: path])
    }

    static func metadataIsNoPropertyList() -> NSError {
        make(
            NSPersistentStoreSaveError,
            """
            The store's metadata are not a property list: use only strings, numbers, dates, data, \
            and arrays and dictionaries of them. The changes are still pending.
            """)
    }

    static func cannotOpen(_ path: String, _ reason: String) -> NSError {
        make(
            NSPersistentStoreOpenError,
            "The store at \(path) cannot be opened: \(reason). The file was left as it is.")
    }

    static func incompatibleModel(_ path: String) -> NSError {
        make(
            NSPersistentStoreIncompatibleVersionHashError,
            """
            The model used to open the store at \(path) is not the one it was created with. Open \
            it with that model; the file was left as it is.
            """)
    }

    static func noStore() -> NSError {
        make(
            NSPersistentStoreOperationError,
            "The coordinator has no stores: add one before fetching or saving.")
    }

    static func storeIsClosed(_ path: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The store at \(path) was removed from its coordinator meanwhile. What a save had to \
            write is still pending: add the store again, or reset the context.
            """, [NSFilePathErrorKey: path])
    }

    static func transientColumn(_ name: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            “\(name)” is transient, so no store has its values. Fetch objects, or leave it out of \
            the dictionaries.
            """)
    }

    static func noAggregate(_ argument: NSExpression, _ reason: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            "A function of \(argument) has no value: \(reason). Choose another property.")
    }

    static func noStoreHolds(_ entity: NSEntityDescription) -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            No store of the coordinator holds the entity “\(entity.name ?? "")”. Add one whose \
            configuration has it.
            """)
    }

    static func readOnly(_ store: NSPersistentStore) -> NSError {
        make(
            NSPersistentStoreSaveError,
            "The store at \(store.url?.path ?? "") was opened read-only; the changes are pending.",
            [NSAffectedStoresErrorKey: [store]])
    }
}

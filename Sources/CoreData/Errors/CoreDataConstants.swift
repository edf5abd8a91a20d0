import Foundation

// The names and values are Apple's; the evidence for the values is in the tests.

/// The type of stores in an SQLite database.
public let NSSQLiteStoreType = "SQLite"
/// The type of stores in one binary file.
public let NSBinaryStoreType = "Binary"
/// The type of stores without a file.
public let NSInMemoryStoreType = "InMemory"
/// The type of stores in one XML file; Apple has it on macOS only.
public let NSXMLStoreType = "XML"
/// In a store's metadata: its type.
public let NSStoreTypeKey = "NSStoreType"
/// In a store's metadata: its UUID, which it got when it was created.
public let NSStoreUUIDKey = "NSStoreUUID"
/// In a store's metadata: the version hash of each of its entities, by name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// In a store's metadata: the version identifiers of its model.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

/// Option: whether saves to the store fail.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Option: how many seconds a statement waits for a lock of the file.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// Option: whether destroying a store removes a file that cannot be emptied.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
/// Option: whether a store of another version of the model is migrated.
public let NSMigratePersistentStoresAutomaticallyOption =
    "NSMigratePersistentStoresAutomaticallyOption"
/// Option: whether the mapping of a migration is inferred from the two models.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Option: SQLite's pragmas for each connection, by name.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Option: how many connections read a store at the same time.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSize"

/// In a notification: the inserted objects.
public let NSInsertedObjectsKey = "inserted"
/// In a notification: the updated objects.
public let NSUpdatedObjectsKey = "updated"
/// In a notification: the deleted objects.
public let NSDeletedObjectsKey = "deleted"
/// In a notification: the objects that took newer values.
public let NSRefreshedObjectsKey = "refreshed"
/// In a notification: the invalidated objects.
public let NSInvalidatedObjectsKey = "invalidated"
/// In a notification: all objects of the context are invalidated.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// In a notification: the IDs of inserted objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// In a notification: the IDs of updated objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// In a notification: the IDs of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// In a notification: the IDs of objects that took newer values.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// In a notification: the IDs of invalidated objects.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

/// In an error's `userInfo`: the errors that it combines.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// In an error's `userInfo`: the invalid object.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// In an error's `userInfo`: the invalid property.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// In an error's `userInfo`: the predicate that is false.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// In an error's `userInfo`: the invalid value.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// In an error's `userInfo`: the affected stores.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// In an error's `userInfo`: the affected objects.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// In an error's `userInfo`: the conflicts that the merge policy did not settle.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The domain of SQLite's own codes.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

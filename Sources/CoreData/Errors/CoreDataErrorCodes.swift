// Cocoa's error codes, as Apple numbers them. All belong to NSCocoaErrorDomain.

/// A property has an invalid value, for a reason without a code of its own.
public let NSManagedObjectValidationError = 1550
/// A unique value occurs a second time.
public let NSManagedObjectConstraintValidationError = 1551
/// Several validation errors; `NSDetailedErrorsKey` holds them.
public let NSValidationMultipleErrorsError = 1560
/// A mandatory property has no value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A to-many relationship has too few members.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A to-many relationship has too many members.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// A delete rule denies the deletion: the relationship still has members.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is greater than its attribute allows.
public let NSValidationNumberTooLargeError = 1610
/// A number is smaller than its attribute allows.
public let NSValidationNumberTooSmallError = 1620
/// A date is later than its attribute allows.
public let NSValidationDateTooLateError = 1630
/// A date is earlier than its attribute allows.
public let NSValidationDateTooSoonError = 1640
/// A value is not a date.
public let NSValidationInvalidDateError = 1650
/// A string is longer than its attribute allows.
public let NSValidationStringTooLongError = 1660
/// A string is shorter than its attribute allows.
public let NSValidationStringTooShortError = 1670
/// A string does not match its attribute's regular expression.
public let NSValidationStringPatternMatchingError = 1680
/// A value is not a URI.
public let NSValidationInvalidURIError = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// A referenced object does not exist: it was deleted or never saved.
public let NSManagedObjectReferentialIntegrityError = 133000
/// A relationship leads to an object of another store.
public let NSManagedObjectExternalRelationshipError = 133010
/// Another context has changed the same objects, and the merge policy did not settle the conflict.
public let NSManagedObjectMergeError = 133020
/// A unique value occurs a second time, and the merge policy did not settle the conflict.
public let NSManagedObjectConstraintMergeError = 133021
/// A store's type is unknown.
public let NSPersistentStoreInvalidTypeError = 134000
/// A store has another type than it is opened as.
public let NSPersistentStoreTypeMismatchError = 134010
/// A store's schema does not fit the model.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// A save to a store failed.
public let NSPersistentStoreSaveError = 134030
/// Some of a coordinator's stores have saved, but another could not.
public let NSPersistentStoreIncompleteSaveError = 134040
/// A save has conflicts; `NSPersistentStoreSaveConflictsErrorKey` holds them.
public let NSPersistentStoreSaveConflictsError = 134050
/// An error of Core Data without a code of its own.
public let NSCoreDataError = 134060
/// A store could not execute a request.
public let NSPersistentStoreOperationError = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError = 134080
/// A store did not answer in time.
public let NSPersistentStoreTimeoutError = 134090
/// A request is of a kind that the store does not execute.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// A store was written with another model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// A migration failed.
public let NSMigrationError = 134110
/// A migrated store's objects violate the new model's uniqueness constraints.
public let NSMigrationConstraintViolationError = 134111
/// A migration was cancelled.
public let NSMigrationCancelledError = 134120
/// The model that a store was written with was not found.
public let NSMigrationMissingSourceModelError = 134130
/// There is no mapping from a store's model to this one.
public let NSMigrationMissingMappingModelError = 134140
/// A migration could not read its source.
public let NSMigrationManagerSourceStoreError = 134150
/// A migration could not write its destination.
public let NSMigrationManagerDestinationStoreError = 134160
/// A migration policy of an entity failed.
public let NSEntityMigrationPolicyError = 134170
/// An error of SQLite; `NSSQLiteErrorDomain` holds its code.
public let NSSQLiteError = 134180
/// No mapping could be inferred between two models.
public let NSInferredMappingModelError = 134190

import Foundation

// Core Data's codes under their Swift names, so that `catch CocoaError.managedObjectMerge` works.

extension CocoaError.Code {
    /// A property has an invalid value, for a reason without a code of its own.
    public static let managedObjectValidation = CocoaError.Code(rawValue: 1550)
    /// Several validation errors; `NSDetailedErrorsKey` holds them.
    public static let validationMultipleErrors = CocoaError.Code(rawValue: 1560)
    /// A mandatory property has no value.
    public static let validationMissingMandatoryProperty = CocoaError.Code(rawValue: 1570)
    /// A to-many relationship has too few members.
    public static let validationRelationshipLacksMinimumCount = CocoaError.Code(rawValue: 1580)
    /// A to-many relationship has too many members.
    public static let validationRelationshipExceedsMaximumCount = CocoaError.Code(rawValue: 1590)
    /// A delete rule denies the deletion: the relationship still has members.
    public static let validationRelationshipDeniedDelete = CocoaError.Code(rawValue: 1600)
    /// A number is greater than its attribute allows.
    public static let validationNumberTooLarge = CocoaError.Code(rawValue: 1610)
    /// A number is smaller than its attribute allows.
    public static let validationNumberTooSmall = CocoaError.Code(rawValue: 1620)
    /// A date is later than its attribute allows.
    public static let validationDateTooLate = CocoaError.Code(rawValue: 1630)
    /// A date is earlier than its attribute allows.
    public static let validationDateTooSoon = CocoaError.Code(rawValue: 1640)
    /// A value is not a date.
    public static let validationInvalidDate = CocoaError.Code(rawValue: 1650)
    /// A string is longer than its attribute allows.
    public static let validationStringTooLong = CocoaError.Code(rawValue: 1660)
    /// A string is shorter than its attribute allows.
    public static let validationStringTooShort = CocoaError.Code(rawValue: 1670)
    /// A string does not match its attribute's regular expression.
    public static let validationStringPatternMatching = CocoaError.Code(rawValue: 1680)
    /// A context could not be locked.
    public static let managedObjectContextLocking = CocoaError.Code(rawValue: 132000)
    /// A coordinator could not be locked.
    public static let persistentStoreCoordinatorLocking = CocoaError.Code(rawValue: 132010)
    /// A referenced object does not exist: it was deleted or never saved.
    public static let managedObjectReferentialIntegrity = CocoaError.Code(rawValue: 133000)
    /// A relationship leads to an object of another store.
    public static let managedObjectExternalRelationship = CocoaError.Code(rawValue: 133010)
    /// Another context has changed the same objects, and the merge policy did not settle the
    /// conflict.
    public static let managedObjectMerge = CocoaError.Code(rawValue: 133020)
    /// A unique value occurs a second time, and the merge policy did not settle the conflict.
    public static let managedObjectConstraintMerge = CocoaError.Code(rawValue: 133021)
    /// A store's type is unknown.
    public static let persistentStoreInvalidType = CocoaError.Code(rawValue: 134000)
    /// A store has another type than it is opened as.
    public static let persistentStoreTypeMismatch = CocoaError.Code(rawValue: 134010)
    /// A store's schema does not fit the model.
    public static let persistentStoreIncompatibleSchema = CocoaError.Code(rawValue: 134020)
    /// A save to a store failed.
    public static let persistentStoreSave = CocoaError.Code(rawValue: 134030)
    /// Some of a coordinator's stores have saved, but another could not.
    public static let persistentStoreIncompleteSave = CocoaError.Code(rawValue: 134040)
    /// A save has conflicts; `NSPersistentStoreSaveConflictsErrorKey` holds them.
    public static let persistentStoreSaveConflicts = CocoaError.Code(rawValue: 134050)
    /// An error of Core Data without a code of its own.
    public static let coreData = CocoaError.Code(rawValue: 134060)
    /// A store could not execute a request.
    public static let persistentStoreOperation = CocoaError.Code(rawValue: 134070)
    /// A store could not be opened.
    public static let persistentStoreOpen = CocoaError.Code(rawValue: 134080)
    /// A store did not answer in time.
    public static let persistentStoreTimeout = CocoaError.Code(rawValue: 134090)
    /// A request is of a kind that the store does not execute.
    public static let persistentStoreUnsupportedRequestType = CocoaError.Code(rawValue: 134091)
    /// A store was written with another model.
    public static let persistentStoreIncompatibleVersionHash = CocoaError.Code(rawValue: 134100)
    /// A migration failed.
    public static let migration = CocoaError.Code(rawValue: 134110)
    /// A migrated store's objects violate the new model's uniqueness constraints.
    public static let migrationConstraintViolation = CocoaError.Code(rawValue: 134111)
    /// A migration was cancelled.
    public static let migrationCancelled = CocoaError.Code(rawValue: 134120)
    /// The model that a store was written with was not found.
    public static let migrationMissingSourceModel = CocoaError.Code(rawValue: 134130)
    /// There is no mapping from a store's model to this one.
    public static let migrationMissingMappingModel = CocoaError.Code(rawValue: 134140)
    /// A migration could not read its source.
    public static let migrationManagerSourceStore = CocoaError.Code(rawValue: 134150)
    /// A migration could not write its destination.
    public static let migrationManagerDestinationStore = CocoaError.Code(rawValue: 134160)
    /// A migration policy of an entity failed.
    public static let entityMigrationPolicy = CocoaError.Code(rawValue: 134170)
    /// An error of SQLite; `NSSQLiteErrorDomain` holds its code.
    public static let sqlite = CocoaError.Code(rawValue: 134180)
    /// No mapping could be inferred between two models.
    public static let inferredMappingModel = CocoaError.Code(rawValue: 134190)
    /// Records from outside could not be imported.
    public static let externalRecordImport = CocoaError.Code(rawValue: 134200)
}

extension CocoaError {
    /// A property has an invalid value, for a reason without a code of its own.
    public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
    /// Several validation errors; `NSDetailedErrorsKey` holds them.
    public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
    /// A mandatory property has no value.
    public static var validationMissingMandatoryProperty: CocoaError.Code {
        .validationMissingMandatoryProperty
    }
    /// A to-many relationship has too few members.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
        .validationRelationshipLacksMinimumCount
    }
    /// A to-many relationship has too many members.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// A delete rule denies the deletion: the relationship still has members.
    public static var validationRelationshipDeniedDelete: CocoaError.Code {
        .validationRelationshipDeniedDelete
    }
    /// A number is greater than its attribute allows.
    public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
    /// A number is smaller than its attribute allows.
    public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
    /// A date is later than its attribute allows.
    public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
    /// A date is earlier than its attribute allows.
    public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
    /// A value is not a date.
    public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
    /// A string is longer than its attribute allows.
    public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
    /// A string is shorter than its attribute allows.
    public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
    /// A string does not match its attribute's regular expression.
    public static var validationStringPatternMatching: CocoaError.Code {
        .validationStringPatternMatching
    }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code {
        .persistentStoreCoordinatorLocking
    }
    /// A referenced object does not exist: it was deleted or never saved.
    public static var managedObjectReferentialIntegrity: CocoaError.Code {
        .managedObjectReferentialIntegrity
    }
    /// A relationship leads to an object of another store.
    public static var managedObjectExternalRelationship: CocoaError.Code {
        .managedObjectExternalRelationship
    }
    /// Another context has changed the same objects, and the merge policy did not settle the
    /// conflict.
    public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
    /// A unique value occurs a second time, and the merge policy did not settle the conflict.
    public static var managedObjectConstraintMerge: CocoaError.Code {
        .managedObjectConstraintMerge
    }
    /// A store's type is unknown.
    public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
    /// A store has another type than it is opened as.
    public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
    /// A store's schema does not fit the model.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code {
        .persistentStoreIncompatibleSchema
    }
    /// A save to a store failed.
    public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
    /// Some of a coordinator's stores have saved, but another could not.
    public static var persistentStoreIncompleteSave: CocoaError.Code {
        .persistentStoreIncompleteSave
    }
    /// A save has conflicts; `NSPersistentStoreSaveConflictsErrorKey` holds them.
    public static var persistentStoreSaveConflicts: CocoaError.Code {
        .persistentStoreSaveConflicts
    }
    /// An error of Core Data without a code of its own.
    public static var coreData: CocoaError.Code { .coreData }
    /// A store could not execute a request.
    public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
    /// A store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
    /// A store did not answer in time.
    public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
    /// A request is of a kind that the store does not execute.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
        .persistentStoreUnsupportedRequestType
    }
    /// A store was written with another model.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// A migration failed.
    public static var migration: CocoaError.Code { .migration }
    /// A migrated store's objects violate the new model's uniqueness constraints.
    public static var migrationConstraintViolation: CocoaError.Code {
        .migrationConstraintViolation
    }
    /// A migration was cancelled.
    public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
    /// The model that a store was written with was not found.
    public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
    /// There is no mapping from a store's model to this one.
    public static var migrationMissingMappingModel: CocoaError.Code {
        .migrationMissingMappingModel
    }
    /// A migration could not read its source.
    public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
    /// A migration could not write its destination.
    public static var migrationManagerDestinationStore: CocoaError.Code {
        .migrationManagerDestinationStore
    }
    /// A migration policy of an entity failed.
    public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
    /// An error of SQLite; `NSSQLiteErrorDomain` holds its code.
    public static var sqlite: CocoaError.Code { .sqlite }
    /// No mapping could be inferred between two models.
    public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
    /// Records from outside could not be imported.
    public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}

// The objects, values and stores of an error, from its `userInfo`.
extension CocoaError {
    /// The invalid object.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The invalid property of the object.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The predicate that is false.
    public var validationPredicate: NSPredicate? {
        userInfo[NSValidationPredicateErrorKey] as? NSPredicate
    }
    /// The invalid value; `nil` if the value is missing.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
    /// The affected stores.
    public var affectedStores: [AnyObject]? {
        userInfo[NSAffectedStoresErrorKey] as? [AnyObject]
    }
    /// The affected objects.
    public var affectedObjects: [AnyObject]? {
        userInfo[NSAffectedObjectsErrorKey] as? [AnyObject]
    }
}

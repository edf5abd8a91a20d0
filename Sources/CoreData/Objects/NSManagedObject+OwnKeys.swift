import Foundation

extension NSManagedObject {
    /// The object's own properties by key: `entity`, `self`, `objectID` and others.
    ///
    /// Objective-C's key-value coding finds them, because they are properties of `NSManagedObject`.
    ///
    /// - Returns: the value in an optional of its own; `nil` for any other key.
    func ownValue(forKey key: String) -> Any?? {
        switch key {
        case "self": .some(self)
        case "entity": .some(entity)
        case "objectID": .some(objectID)
        case "managedObjectContext": .some(managedObjectContext)
        case "isInserted", "inserted": .some(NSNumber(value: isInserted))
        case "isUpdated", "updated": .some(NSNumber(value: isUpdated))
        case "isDeleted", "deleted": .some(NSNumber(value: isDeleted))
        case "isFault", "fault": .some(NSNumber(value: isFault))
        case "hasChanges": .some(NSNumber(value: hasChanges))
        case "hasPersistentChangedValues": .some(NSNumber(value: hasPersistentChangedValues))
        case "faultingState": .some(NSNumber(value: faultingState))
        case "description": .some(description)
        default: nil
        }
    }
}

extension NSEntityDescription: KeyValueReadable {
    /// The properties of an entity that predicates can read, as in `entity.name`.
    package func value(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "managedObjectClassName": managedObjectClassName
        case "isAbstract", "abstract": NSNumber(value: isAbstract)
        case "superentity": superentity
        case "versionHash": versionHash
        case "renamingIdentifier": renamingIdentifier
        case "self": self
        default:
            fatalError(
                """
                an entity is not key value coding-compliant for the key “\(key)”; ask for its \
                name, managedObjectClassName, isAbstract, superentity, versionHash or \
                renamingIdentifier
                """)
        }
    }
}

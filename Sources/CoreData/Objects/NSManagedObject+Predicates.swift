import Foundation

extension NSManagedObject: KeyValueReadable, ObjectIdentifying {
    package var identityInPredicates: NSObject { objectID }
}

extension NSManagedObjectID: ObjectIdentifying {
    package var identityInPredicates: NSObject { self }
}

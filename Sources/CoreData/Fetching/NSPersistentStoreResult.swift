import Foundation

/// What `execute(_:)` of a context returns: the base of all results.
open class NSPersistentStoreResult: NSObject {}

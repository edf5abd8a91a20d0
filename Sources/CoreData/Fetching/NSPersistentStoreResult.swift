import Foundation

/// The base class of the results that a context's `execute(_:)` returns.
open class NSPersistentStoreResult: NSObject {}

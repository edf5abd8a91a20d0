import Foundation

/// What every request to a coordinator has: the stores that it goes to.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores that the request goes to; `nil` for all.
    open var affectedStores: [NSPersistentStore]?

    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    public override init() {
        super.init()
    }

    /// Executes the request.
    ///
    /// - Throws: 134091 from a request that a context does not execute.
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        throw CoreDataError.unsupported(
            "execute(_:) of a \(type(of: self))",
            "use fetch(_:) for a fetch, save() for a save")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.affectedStores = affectedStores
        return copy
    }
}

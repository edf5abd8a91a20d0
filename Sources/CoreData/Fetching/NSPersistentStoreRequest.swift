import Foundation

/// The common part of all requests to a coordinator: the stores that they address.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores that the request addresses; `nil` for all.
    open var affectedStores: [NSPersistentStore]?

    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    public override init() {
        super.init()
    }

    /// Executes the request.
    ///
    /// - Throws: 134091 for a request that a context does not execute.
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        throw CoreDataError.unsupported(
            "execute(_:) of a \(type(of: self))",
            "use fetch(_:) for a fetch, save() for a save")
    }

    /// What a coordinator gives for the request: see its `execute(_:with:)`.
    func answer(in context: NSManagedObjectContext) throws -> Any {
        try run(in: context)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.affectedStores = affectedStores
        return copy
    }
}

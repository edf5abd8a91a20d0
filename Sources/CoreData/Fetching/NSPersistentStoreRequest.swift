import Foundation

/// What every request to a coordinator has: the stores that it goes to.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores that the request goes to; `nil` for all.
    open var affectedStores: [NSPersistentStore]?

    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    public override init() {
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.affectedStores = affectedStores
        return copy
    }
}

import Foundation

/// Identifies an object, in every context of its coordinator and on every queue.
///
/// An ID is temporary from the object's insertion until the save that brings it to a store, or
/// until `obtainPermanentIDs(for:)`. From then on the object's `objectID` is another one.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    package let keyBits: UInt64
    private let layout: RowLayout
    private let store: StoreReference?

    init(key: ObjectKey, layout: RowLayout, store: StoreReference?) {
        keyBits = key.bits
        self.layout = layout
        self.store = store
    }

    private var storeIdentifier: String { store?.identifier ?? "" }

    var key: ObjectKey { ObjectKey(bits: keyBits) }

    /// The entity of the object.
    public var entity: NSEntityDescription { layout.entity }

    /// The store that holds the object; `nil` for a temporary ID or a removed store.
    public var persistentStore: NSPersistentStore? { store?.store }

    /// Whether the object has not been saved to a store yet.
    public var isTemporaryID: Bool { key.isTemporary }

    /// `x-coredata://<store>/<entity>/p<number>`; `…/t<number>` while the ID is temporary.
    public func uriRepresentation() -> URL {
        let kind = isTemporaryID ? "t" : "p"
        let name = entity.name ?? ""
        return URL(string: "x-coredata://\(storeIdentifier)/\(name)/\(kind)\(key.number)")!
    }

    /// The ID itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return keyBits == other.keyBits
            && (isTemporaryID || storeIdentifier == other.storeIdentifier)
    }

    public override var hash: Int { keyBits.hashValue }

    public override var description: String { uriRepresentation().absoluteString }
}

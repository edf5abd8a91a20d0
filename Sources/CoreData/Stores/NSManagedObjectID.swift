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

// MARK: - IDs of other coordinators

// A coordinator numbers its stores, and a model its entities: a key means another object elsewhere.
// What crosses is the URI, which names the store by its UUID and the entity by its name.
extension NSManagedObjectID {
    /// The object's key in a coordinator; `nil` if no store of it holds the object.
    ///
    /// Temporary keys are the process's, and mean one object wherever there is the entity.
    func key(in coordinator: NSPersistentStoreCoordinator) -> ObjectKey? {
        if isTemporaryID { return coordinator.model.contains(layout) ? key : nil }
        guard let store else { return nil }
        if store.origin === coordinator.anchor { return key }
        let same = coordinator.persistentStores.first {
            !store.identifier.isEmpty && $0.reference?.identifier == store.identifier
        }
        guard let same, let layout = coordinator.model.layout(named: entity.name ?? "")
        else { return nil }
        return ObjectKey(store: same.number, entity: layout.number, number: key.number)
    }
}

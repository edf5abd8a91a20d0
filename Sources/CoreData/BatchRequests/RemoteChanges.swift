import Foundation

extension SavedChanges {
    /// The changes that somebody else has made to the stores of some contexts, as
    /// `mergeChanges(fromRemoteContextSave:into:)` gets them: by object ID or URI.
    ///
    /// The stores forget the rows that they have in memory of the updated and deleted objects,
    /// which are older than what is in the files.
    init(remote data: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {
        let coordinators = contexts.compactMap(\.persistentStoreCoordinator)
        self.init(
            data.mapValues { value in
                guard let members = Self.members(value) else { return value }
                return members.map { member -> Any in
                    guard let uri = member as? URL else { return member }
                    let ids = coordinators.lazy.compactMap {
                        $0.managedObjectID(forURIRepresentation: uri)
                    }
                    return ids.first ?? uri
                }
            })
        var seen = Set<ObjectIdentifier>()
        for coordinator in coordinators where seen.insert(ObjectIdentifier(coordinator)).inserted {
            for key in updated + deleted where !key.isTemporary {
                let store = coordinator.store(numbered: key.store) as? SQLiteStore
                store?.cache.forget(key, root: coordinator.model[key.entity].rootNumber)
            }
        }
    }

    /// The URIs of a value, in an order that a set does not have; `nil` when there are none.
    private static func members(_ value: Any) -> [Any]? {
        if let list = value as? [Any] { return list.contains { $0 is URL } ? list : nil }
        return (value as? Set<URL>)?.sorted { $0.absoluteString < $1.absoluteString }
    }
}

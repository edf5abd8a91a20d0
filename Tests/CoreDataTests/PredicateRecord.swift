import CoreData

/// A row of the test database, as predicates in memory see it.
final class PredicateRecord: NSObject, KeyValueReadable, ObjectIdentifying {
    let entity: String
    let key: Int64
    var values: [String: Any] = [:]

    init(entity: String, key: Int64) {
        self.entity = entity
        self.key = key
    }

    func value(forKey name: String) -> Any? {
        values[name]
    }

    var identityInPredicates: NSObject { Identity(entity: entity, key: key) }

    override var description: String { "\(entity) \(key)" }

    /// A counterpart of a managed object's ID.
    final class Identity: NSObject, ObjectIdentifying {
        let entity: String
        let key: Int64

        init(entity: String, key: Int64) {
            self.entity = entity
            self.key = key
        }

        var identityInPredicates: NSObject { self }

        override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Identity else { return false }
            return entity == other.entity && key == other.key
        }

        override var hash: Int { entity.hashValue ^ key.hashValue }
    }
}

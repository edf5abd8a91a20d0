import Foundation

extension FetchPlan {
    /// The plan with the IDs that a parent's objects have by now.
    ///
    /// A child may ask for books whose author is an object that it inserted. The child knows that
    /// object by its temporary ID for good; the parent, and the store, by a permanent one once the
    /// parent was saved.
    func resolved(for parent: NSManagedObjectContext) -> FetchPlan {
        guard let predicate, !parent.aliases.isEmpty else { return self }
        var plan = self
        plan.predicate = PredicateSubstitution(
            variables: [:], constant: { Self.resolve($0, parent) }
        ).replaced(predicate)
        return plan
    }

    private static func resolve(_ value: Any?, _ parent: NSManagedObjectContext) -> Any? {
        func resolved(_ key: ObjectKey) -> NSManagedObjectID? {
            let permanent = parent.resolve(key)
            return permanent == key ? nil : parent.makeID(permanent)
        }
        func all(_ values: [Any]) -> [Any] {
            values.map { resolve($0, parent) ?? $0 }
        }
        switch value {
        case let object as NSManagedObject: return resolved(object.key) ?? object
        case let id as NSManagedObjectID: return resolved(id.key) ?? id
        case let list as [Any]: return all(list)
        case let set as Set<AnyHashable>: return all(set.map(\.base))
        case let set as NSSet: return all(set.allObjects)
        case let set as NSOrderedSet: return all(set.array)
        case let list as NSArray: return all(list as! [Any])
        default: return value
        }
    }
}

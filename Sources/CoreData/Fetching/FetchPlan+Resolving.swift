import Foundation

extension FetchPlan {
    /// The plan with the IDs that a context uses for the objects in the predicate.
    ///
    /// A child may ask for books whose author is an object that it inserted. The child's object
    /// keeps its temporary ID; the parent's object, and the store, have a permanent one once the
    /// parent was saved.
    func resolved(for context: NSManagedObjectContext) -> FetchPlan {
        guard let predicate, !context.hasNoAliases else { return self }
        var plan = self
        plan.predicate = PredicateSubstitution(
            variables: [:], constant: { Self.resolve($0, context) }
        ).replaced(predicate)
        return plan
    }

    private static func resolve(_ value: Any?, _ context: NSManagedObjectContext) -> Any? {
        let coordinator = context.persistentStoreCoordinator
        /// `nil` if the context knows the object by the same key, or not at all.
        func resolved(_ key: ObjectKey?, shownAs id: NSManagedObjectID) -> NSManagedObjectID? {
            guard let key else { return nil }
            let own = context.makeID(context.resolve(key))
            return own.key == id.key ? nil : own
        }
        func all(_ values: [Any]) -> [Any] {
            values.map { resolve($0, context) ?? $0 }
        }
        switch value {
        case let object as NSManagedObject:
            if object.isLoose { return object }
            let key = coordinator.flatMap(object.key)
            return resolved(key, shownAs: object.objectID) ?? object
        case let id as NSManagedObjectID:
            return resolved(coordinator.flatMap(id.key), shownAs: id) ?? id
        case let list as [Any]: return all(list)
        case let set as Set<AnyHashable>: return all(set.map(\.base))
        case let set as NSSet: return all(set.allObjects)
        case let set as NSOrderedSet: return all(set.array)
        case let list as NSArray: return all(list as! [Any])
        default: return value
        }
    }
}

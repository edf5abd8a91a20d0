import CoreData

// A hierarchy is one table of the store, and a constraint holds for all of its rows. It also binds
// objects of entities beside or above the entity that declares it.
extension NSEntityDescription {
    /// The constraints that an object's row must keep, as names of attributes.
    var rowConstraints: [[String]] {
        let attributes = attributesByName
        return root.constraintsBelow.filter { names in
            !names.isEmpty && names.allSatisfy { attributes[$0] != nil }
        }
    }

    private var constraintsBelow: [[String]] {
        let own = uniquenessConstraints.map { group in
            group.compactMap { ($0 as? String) ?? ($0 as? NSAttributeDescription)?.name }
        }
        return own + subentities.flatMap(\.constraintsBelow)
    }

    /// The topmost entity above it, or itself.
    var root: NSEntityDescription { superentity?.root ?? self }
}

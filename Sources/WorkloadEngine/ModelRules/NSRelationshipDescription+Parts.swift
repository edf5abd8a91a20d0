import CoreData

// How many objects may be made together with the one that holds them.
extension NSRelationshipDescription {
    /// Whether each object at either end has at most one at the other.
    var isOneToOne: Bool { !isToMany && inverseRelationship?.isToMany == false }

    /// Whether objects at both ends may have several at the other.
    var isManyToMany: Bool { isToMany && inverseRelationship?.isToMany == true }

    /// The least number of parts, unless there are none.
    var leastParts: Int {
        isToMany ? max(minCount, isOptional ? 0 : 1) : isOptional ? 0 : 1
    }

    /// As many as the model allows, and a list plausibly has.
    var plausibleParts: ClosedRange<Int> {
        guard isToMany else { return leastParts...1 }
        let most = max(5, leastParts)
        return leastParts...(maxCount > 0 ? min(maxCount, most) : most)
    }
}

extension NSEntityDescription {
    /// Whether it is an entity of this name, or one above it.
    func isKin(of name: String) -> Bool {
        self.name == name || subentities.contains { $0.isKin(of: name) }
    }

    /// The entity itself if it can have objects, else the first below it that can.
    var firstConcrete: NSEntityDescription? {
        guard isAbstract else { return self }
        return subentities.sorted { $0.name ?? "" < $1.name ?? "" }.lazy
            .compactMap(\.firstConcrete).first
    }
}

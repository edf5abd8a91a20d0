import Foundation

/// Matches the properties of two versions of an entity, and checks that values can be carried over.
struct PropertyMatcher {
    let source: RowLayout?
    let destination: RowLayout
    let sourceModel: ModelLayout
    /// The number of each destination entity's source; 0 for none.
    let sources: [Int]

    /// The mapping; obstacles are added to the reasons.
    func mapping(_ reasons: inout [String]) -> InferredMapping.EntityMapping {
        var slots: [(destination: Slot, source: Slot?)] = []
        for slot in destination.storedSlots {
            if slot.composite != nil {
                let former = source.flatMap { element(slot.name, in: $0) }
                slots.append((slot, former))
                if let former, former.kind != slot.kind {
                    reasons.append("“\(slot.name)” was of another type")
                }
                continue
            }
            let former = source.flatMap {
                InferredMapping.counterpart(
                    of: slot.property, in: $0.entity, for: destination.entity)
            }
            slots.append((slot, former.flatMap { storedSlot($0) }))
            guard source != nil else { continue }
            if let reason = slot.kind == .toOne
                ? checkToOne(slot, former) : checkAttribute(slot, former)
            {
                reasons.append("“\(slot.property.path)” \(reason)")
            }
        }
        if source != nil {
            for index in destination.toManys {
                let relationship = destination.relationships[index].description
                if let reason = checkToMany(relationship) {
                    reasons.append("“\(relationship.path)” \(reason)")
                }
            }
        }
        return InferredMapping.EntityMapping(
            destination: destination, source: source, slots: slots)
    }

    /// The slot of a composite's element in the source, by its path.
    private func element(_ path: String, in source: RowLayout) -> Slot? {
        guard case .slot(let index) = source.property(named: path),
            source.slots[index].isStored, source.slots[index].composite != nil
        else { return nil }
        return source.slots[index]
    }

    private func storedSlot(_ property: NSPropertyDescription) -> Slot? {
        guard let source, case .slot(let index) = source.property(named: property.name) else {
            return nil
        }
        return source.slots[index].isStored ? source.slots[index] : nil
    }

    private func checkAttribute(_ slot: Slot, _ former: NSPropertyDescription?) -> String? {
        let needsDefault = !slot.isOptional && slot.attribute.defaultValue == nil
        guard let former, !former.isTransient else {
            return needsDefault ? "is new and mandatory, and has no default value" : nil
        }
        guard let former = former as? NSAttributeDescription else {
            return "was a relationship"
        }
        if former.attributeType != slot.attribute.attributeType {
            return """
                was of type \(former.attributeType.title), and is of \
                \(slot.attribute.attributeType.title)
                """
        }
        return needsDefault && former.isOptional
            ? "has become mandatory, and has no default value" : nil
    }

    private func checkToOne(_ slot: Slot, _ former: NSPropertyDescription?) -> String? {
        guard let former, !former.isTransient else {
            return slot.isOptional ? nil : "is new and mandatory"
        }
        guard let former = former as? NSRelationshipDescription else { return "was an attribute" }
        if former.isToMany { return "was to-many, and is to-one" }
        if former.isOptional && !slot.isOptional { return "has become mandatory" }
        // The property of a to-one's slot is a relationship.
        return checkDestination(slot.property as! NSRelationshipDescription, former)
    }

    private func checkToMany(_ relationship: NSRelationshipDescription) -> String? {
        guard let source,
            let former = InferredMapping.counterpart(
                of: relationship, in: source.entity, for: destination.entity)
        else { return relationship.isOptional ? nil : "is new and mandatory" }
        guard let former = former as? NSRelationshipDescription else { return "was an attribute" }
        if former.isToMany, hasMovedUp(relationship),
            relationship.isOrdered || relationship.inverseRelationship == nil
        {
            return "has moved to a parent entity, which would lose its "
                + (relationship.isOrdered ? "order" : "members")
        }
        if let reason = checkDestination(relationship, former) { return reason }
        // Pairs can only become to-one references if no object had two of them.
        let isReferenced = relationship.inverseRelationship.map { !$0.isToMany } ?? false
        let wasReferenced = former.inverseRelationship.map { !$0.isToMany } ?? false
        if isReferenced, !wasReferenced {
            return "had no to-one inverse, and now has one"
        }
        return nil
    }

    /// Whether a former entity had the relationship of its own that the parent entity declares now.
    private func hasMovedUp(_ relationship: NSRelationshipDescription) -> Bool {
        let declaring = sources[relationship.entity.layout.number]
        return declaring == 0
            || InferredMapping.counterpart(of: relationship, in: sourceModel[declaring].entity)
                == nil
    }

    /// The new destination must still include every object that the old relationship could point
    /// to.
    private func checkDestination(
        _ relationship: NSRelationshipDescription, _ former: NSRelationshipDescription
    ) -> String? {
        guard let destination = relationship.destinationEntity,
            let formerDestination = former.destinationEntity
        else { return nil }
        let number = sources[destination.layout.number]
        let became = number == 0 ? nil : sourceModel[number].entity
        guard let became, formerDestination.isKindOf(entity: became) else {
            return "has the destination “\(destination.name ?? "")”, which excludes the former one"
        }
        // The entities of possible former destinations, without the dropped ones.
        let strays = ModelLayout.of(destination.managedObjectModel).all.filter { layout in
            let number = sources[layout.number]
            return number != 0 && !sourceModel[number].isAbstract
                && sourceModel[number].entity.isKindOf(entity: formerDestination)
                && !layout.entity.isKindOf(entity: destination)
        }
        if let stray = strays.first {
            return """
                has the destination “\(destination.name ?? "")”, from which \
                “\(stray.entity.name ?? "")” inherits no longer
                """
        }
        guard let inverse = relationship.inverseRelationship,
            let formerInverse = former.inverseRelationship
        else { return nil }
        return InferredMapping.counterpart(of: inverse, in: formerInverse.entity) === formerInverse
            ? nil : "has another inverse than before"
    }
}

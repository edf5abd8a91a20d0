import Foundation

/// A relationship of an entity to another, or to itself.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// A to-many relationship that leads nowhere yet.
    public override init() {
        super.init()
    }

    /// The entity at the other end. Weak, as Apple's: the model owns the entities.
    open weak var destinationEntity: NSEntityDescription? { willSet { requireMutable() } }

    /// The relationship that leads back; both must name each other. Weak: its entity owns it.
    open weak var inverseRelationship: NSRelationshipDescription? { willSet { requireMutable() } }

    /// The greatest number of objects at the other end; 0 for any number, 1 for a to-one.
    open var maxCount = 0 { willSet { requireMutable() } }

    /// The smallest number of objects at the other end, where the relationship is not empty.
    open var minCount = 0 { willSet { requireMutable() } }

    /// What deleting an object does to those at the other end.
    open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireMutable() } }

    /// Whether several objects may be at the other end: `maxCount` is not 1.
    open var isToMany: Bool { maxCount != 1 }

    /// Whether the objects at the other end have an order.
    open var isOrdered = false { willSet { requireMutable() } }

    override func makeBlank() -> NSPropertyDescription {
        NSRelationshipDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSRelationshipDescription else { return }
        copy.destinationEntity = destinationEntity
        copy.inverseRelationship = inverseRelationship
        copy.maxCount = maxCount
        copy.minCount = minCount
        copy.deleteRule = deleteRule
        copy.isOrdered = isOrdered
    }
}

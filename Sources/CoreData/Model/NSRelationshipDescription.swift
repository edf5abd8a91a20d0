import Foundation

/// A relationship of an entity to another, or to itself.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// What the setters of stored properties write. They are computed, because an initializer that
    /// another module's extension adds would write observed stored properties past their observers.
    private struct Values {
        var maxCount: Int = 0
        var minCount: Int = 0
        var deleteRule: NSDeleteRule = NSDeleteRule.nullifyDeleteRule
        var isOrdered: Bool = false
    }

    private final var values = Values() { willSet { requireMutable() } }
    private final weak var destination: NSEntityDescription?
    private final weak var inverse: NSRelationshipDescription?

    /// A to-many relationship that leads nowhere yet.
    public override init() {
        super.init()
    }

    /// The entity at the other end. Weak, as Apple's: the model owns the entities.
    open var destinationEntity: NSEntityDescription? {
        get { destination }
        set {
            requireMutable()
            destination = newValue
        }
    }

    /// The relationship that leads back; both must name each other. Weak: its entity owns it.
    open var inverseRelationship: NSRelationshipDescription? {
        get { inverse }
        set {
            requireMutable()
            inverse = newValue
        }
    }

    /// The greatest number of objects at the other end; 0 for any number, 1 for a to-one.
    open var maxCount: Int {
        get { values.maxCount }
        set { values.maxCount = newValue }
    }

    /// The smallest number of objects at the other end, where the relationship is not empty.
    open var minCount: Int {
        get { values.minCount }
        set { values.minCount = newValue }
    }

    /// What deleting an object does to those at the other end.
    open var deleteRule: NSDeleteRule {
        get { values.deleteRule }
        set { values.deleteRule = newValue }
    }

    /// Whether several objects may be at the other end: `maxCount` is not 1.
    open var isToMany: Bool { maxCount != 1 }

    /// Whether the objects at the other end have an order.
    open var isOrdered: Bool {
        get { values.isOrdered }
        set { values.isOrdered = newValue }
    }

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

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSRelationshipDescription else { return false }
        return super.hasContent(of: other)
            && destinationEntity?.name == other.destinationEntity?.name
            && inverseRelationship?.name == other.inverseRelationship?.name
            && maxCount == other.maxCount && minCount == other.minCount
            && deleteRule == other.deleteRule && isOrdered == other.isOrdered
    }
}

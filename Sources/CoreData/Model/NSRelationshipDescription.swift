import Foundation

/// A relationship of an entity to another, or to itself.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
    private struct Values {
        var maxCount: Int = 0
        var minCount: Int = 0
        var deleteRule: NSDeleteRule = NSDeleteRule.nullifyDeleteRule
        var isOrdered: Bool = false
    }

    private final var values = Values() { willSet { requireMutable() } }
    @Weakly private final var destination: NSEntityDescription?
    private final weak var inverse: NSRelationshipDescription?

    /// Makes a to-many relationship without a destination.
    public override init() {
        super.init()
    }

    /// The entity at the other end; weak, as in Apple's framework, because the model owns the
    /// entities.
    open var destinationEntity: NSEntityDescription? {
        get { destination }
        set {
            requireMutable()
            destination = newValue
        }
    }

    /// The relationship in the other direction; weak, because its entity owns it.
    ///
    /// Each of the two must name the other.
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

    /// The smallest number of objects at the other end, unless it is optional and empty.
    open var minCount: Int {
        get { values.minCount }
        set { values.minCount = newValue }
    }

    /// The effect of deleting an object on the objects at the other end.
    open var deleteRule: NSDeleteRule {
        get { values.deleteRule }
        set { values.deleteRule = newValue }
    }

    /// Whether the other end may have several objects: `maxCount` is not 1.
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

import Foundation

/// One property of a fetch index, and how its values are ordered there.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    /// Whether setters trap.
    final var isFrozen = false

    /// Weak: the index owns its elements.
    final weak var owner: NSFetchIndexDescription?

    /// An ascending element on a property.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
        super.init()
    }

    /// The property whose values are indexed.
    public final let property: NSPropertyDescription?

    /// The name of that property.
    open var propertyName: String? { property?.name }

    /// How the values are ordered.
    open var collationType: NSFetchIndexElementType { willSet { requireMutable() } }

    /// Whether small values come first.
    open var isAscending = true { willSet { requireMutable() } }

    /// The index that the element belongs to.
    open var indexDescription: NSFetchIndexDescription? { owner }

    /// A copy on the same property that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any {
        makeCopy(on: property!)
    }

    /// A copy on another property: the same one of another entity.
    final func makeCopy(on property: NSPropertyDescription) -> NSFetchIndexElementDescription {
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "An element of the fetch index \(owner?.path ?? "?")")
    }
}

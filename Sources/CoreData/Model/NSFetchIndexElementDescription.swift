import Foundation

/// One property of a fetch index, and the order of its values.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    /// Whether setters trap.
    final var isFrozen = false

    /// Weak: the index owns its elements.
    final weak var owner: NSFetchIndexDescription?

    /// Makes an ascending element on a property, or on an expression of a row's attributes.
    ///
    /// - Parameter property: a stored attribute, a to-one relationship, or an
    ///   `NSExpressionDescription` without constants, as `lowercase:(name)`. A SQLite store refuses
    ///   an expression that it cannot index (134080), as one that leads to other objects.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        keptCollationType = collationType
        super.init()
    }

    // Stored apart from the setters: an initializer in another module's extension would write
    // observed stored properties without calling their observers.
    private final var keptCollationType: NSFetchIndexElementType
    private final var isKeptAscending = true

    /// The indexed property.
    public final let property: NSPropertyDescription?

    /// The name of that property.
    open var propertyName: String? { property?.name }

    /// The kind of index.
    open var collationType: NSFetchIndexElementType {
        get { keptCollationType }
        set {
            requireMutable()
            keptCollationType = newValue
        }
    }

    /// Whether small values come first.
    open var isAscending: Bool {
        get { isKeptAscending }
        set {
            requireMutable()
            isKeptAscending = newValue
        }
    }

    /// The index that owns the element.
    open var indexDescription: NSFetchIndexDescription? { owner }

    /// A copy on the same property that belongs to no index yet.
    open func copy(with zone: NSZone? = nil) -> Any {
        makeCopy(on: property!)
    }

    /// A copy on the corresponding property of another entity.
    final func makeCopy(on property: NSPropertyDescription) -> NSFetchIndexElementDescription {
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    /// Elements are equal if they order properties of the same name in the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexElementDescription else { return false }
        return self === other
            || propertyName == other.propertyName && collationType == other.collationType
                && isAscending == other.isAscending
                && (property as? NSExpressionDescription)?.expression
                    == (other.property as? NSExpressionDescription)?.expression
    }

    open override var hash: Int { propertyName.hashValue }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "An element of the fetch index \(owner?.path ?? "?")")
    }
}

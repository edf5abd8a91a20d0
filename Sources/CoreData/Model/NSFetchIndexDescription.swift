import Foundation

/// An index in a store, so that a fetch need not read the whole table.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    /// Whether setters trap.
    final var isFrozen = false

    /// Weak: the entity owns its indexes.
    @Weakly final var owner: NSEntityDescription?

    /// Makes an index with a name that is unique in its entity.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        keptName = name
        keptElements = elements ?? []
        super.init()
        for element in keptElements { element.owner = self }
    }

    // Stored apart from the setters: an initializer in another module's extension would write
    // observed stored properties without calling their observers.
    private final var keptName: String
    private final var keptElements: [NSFetchIndexElementDescription]
    private final var keptPredicate: NSPredicate?

    /// The name, unique in the entity.
    open var name: String {
        get { keptName }
        set {
            requireMutable()
            keptName = newValue
        }
    }

    /// The indexed properties, the most significant first.
    open var elements: [NSFetchIndexElementDescription] {
        get { keptElements }
        set {
            requireMutable()
            for element in keptElements { element.owner = nil }
            keptElements = newValue
            for element in newValue { element.owner = self }
        }
    }

    /// The condition on rows in the index; `nil` for all.
    ///
    /// SQLite uses the index for fetches of which it can prove the condition.
    ///
    /// - Precondition: it compares attributes of the entity with constants. Otherwise a
    ///   SQLite store is not opened (134080).
    open var partialIndexPredicate: NSPredicate? {
        get { keptPredicate }
        set {
            requireMutable()
            keptPredicate = newValue
        }
    }

    /// The entity that owns the index.
    open var entity: NSEntityDescription? { owner }

    /// A copy on the same properties that belongs to no entity yet.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexDescription(
            name: name, elements: elements.map { $0.copy() as! NSFetchIndexElementDescription })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    func freeze() {
        for element in elements { element.isFrozen = true }
        isFrozen = true
    }

    /// The name `Entity.index` for messages.
    final var path: String {
        owner.map { "\($0.name ?? "?").\(name)" } ?? name
    }

    /// Indexes are equal if their names, elements and conditions are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexDescription else { return false }
        return self === other
            || name == other.name && elements == other.elements
                && (partialIndexPredicate.map { condition in
                    other.partialIndexPredicate.map(condition.hasContent) ?? false
                } ?? (other.partialIndexPredicate == nil))
    }

    open override var hash: Int { name.hashValue }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The fetch index \(path)")
    }

    open override var description: String {
        "\(Self.self) \(path)"
    }
}

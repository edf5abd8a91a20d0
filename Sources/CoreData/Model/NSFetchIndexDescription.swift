import Foundation

/// An index that a store keeps so that a fetch need not read the whole table.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    /// Whether setters trap.
    final var isFrozen = false

    /// Weak: the entity owns its indexes.
    final weak var owner: NSEntityDescription?

    /// An index under a name that is unique in its entity.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        for element in self.elements { element.owner = self }
    }

    /// The name, unique in the entity.
    open var name: String { willSet { requireMutable() } }

    /// The properties that are indexed, the most significant first.
    open var elements: [NSFetchIndexElementDescription] {
        willSet { requireMutable() }
        didSet {
            for element in oldValue { element.owner = nil }
            for element in elements { element.owner = self }
        }
    }

    /// The entity that the index belongs to.
    open var entity: NSEntityDescription? { owner }

    /// A copy on the same properties that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        NSFetchIndexDescription(
            name: name, elements: elements.map { $0.copy() as! NSFetchIndexElementDescription })
    }

    func freeze() {
        for element in elements { element.isFrozen = true }
        isFrozen = true
    }

    /// `Entity.index`, as messages name it.
    final var path: String {
        owner.map { "\($0.name ?? "?").\(name)" } ?? name
    }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The fetch index \(path)")
    }

    open override var description: String {
        "\(Self.self) \(path)"
    }
}

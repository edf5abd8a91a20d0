import Foundation

/// A property of an entity: what attributes, relationships and fetched properties share.
///
/// A property belongs to one entity, the one that declares it; subentities inherit it. A copy
/// belongs to none, and is of Apple's class even where the original is of a subclass.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The entity that declares the property. Weak: the entity owns its properties.
    final weak var owner: NSEntityDescription?

    /// Whether setters trap.
    final var isFrozen = false

    /// `versionHash`, worked out when the model was frozen.
    final var frozenVersionHash: Data?

    /// A property without a name that belongs to no entity.
    public override init() {
        super.init()
    }

    /// The entity that declares the property.
    ///
    /// - Precondition: the property has been given to an entity, and that entity is alive.
    open var entity: NSEntityDescription {
        guard let owner else {
            fatalError(
                """
                The property "\(name)" belongs to no entity, or its entity is gone. Add it to an \
                entity's properties and keep the model alive.
                """)
        }
        return owner
    }

    /// The name, a valid Swift identifier. Empty until set.
    open var name = "" { willSet { requireMutable() } }

    /// Whether the property may be without a value when it is saved.
    open var isOptional = true { willSet { requireMutable() } }

    /// Whether the property is kept out of the store.
    open var isTransient = false { willSet { requireMutable() } }

    /// What the model's author notes about the property.
    open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }

    /// A mark that changes the version hash where nothing else in the property has changed.
    open var versionHashModifier: String? { willSet { requireMutable() } }

    /// The name that the property is known by across versions: its own unless set.
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            requireMutable()
            ownRenamingIdentifier = newValue
        }
    }

    private final var ownRenamingIdentifier: String?

    /// The conditions that were set by predicate.
    final var ownValidationChecks: [ValidationCheck] = [] { willSet { requireMutable() } }

    /// A digest of all in the property that shapes what is stored. See `VersionText`.
    open var versionHash: Data {
        frozenVersionHash ?? VersionText(property: self).digest
    }

    /// A copy that belongs to no entity and may be changed.
    ///
    /// A relationship's copy points at the same destination and inverse as the original.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeBlank()
        copyValues(to: copy)
        return copy
    }

    /// An empty description of the kind that `copy(with:)` returns.
    func makeBlank() -> NSPropertyDescription {
        NSPropertyDescription()
    }

    /// Hands every value on to a blank of the same kind.
    func copyValues(to copy: NSPropertyDescription) {
        copy.name = name
        copy.isOptional = isOptional
        copy.isTransient = isTransient
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.ownRenamingIdentifier = ownRenamingIdentifier
        copy.ownValidationChecks = ownValidationChecks
    }

    /// Fixes the property and all that follows from it.
    func freeze() {
        frozenVersionHash = VersionText(property: self).digest
        isFrozen = true
    }

    /// Traps where the property is frozen.
    @inline(__always)
    final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The property \(path)")
    }

    /// `Entity.property`, as messages name it.
    final var path: String {
        owner.map { "\($0.name ?? "?").\(name)" } ?? name
    }

    open override var description: String {
        "\(Self.self) \(path)"
    }
}

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

    /// `storeName`, worked out when the model was frozen.
    final var frozenStoreName: String?

    /// What the setters of stored properties write. They are computed, because an initializer that
    /// another module's extension adds would write observed stored properties past their observers.
    private struct Values {
        var name: String = ""
        var isOptional: Bool = true
        var isTransient: Bool = false
        var userInfo: [AnyHashable: Any]?
        var versionHashModifier: String?
        var ownValidationChecks: [ValidationCheck] = []
    }

    private final var values = Values() { willSet { requireMutable() } }

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
    open var name: String {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether the property may be without a value when it is saved.
    open var isOptional: Bool {
        get { values.isOptional }
        set { values.isOptional = newValue }
    }

    /// Whether the property is kept out of the store.
    open var isTransient: Bool {
        get { values.isTransient }
        set { values.isTransient = newValue }
    }

    /// What the model's author notes about the property.
    open var userInfo: [AnyHashable: Any]? {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }

    /// A mark that changes the version hash where nothing else in the property has changed.
    open var versionHashModifier: String? {
        get { values.versionHashModifier }
        set { values.versionHashModifier = newValue }
    }

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
    final var ownValidationChecks: [ValidationCheck] {
        get { values.ownValidationChecks }
        set { values.ownValidationChecks = newValue }
    }

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

    /// Descriptions are equal when they are of one kind and what they hold is: as a model that was
    /// read twice has them. To which entity they belong does not count.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || type(of: self) == type(of: other) && hasContent(of: other)
    }

    open override var hash: Int { name.hashValue }

    /// Whether a description of the same kind holds the same.
    func hasContent(of other: NSPropertyDescription) -> Bool {
        name == other.name && isOptional == other.isOptional && isTransient == other.isTransient
            && versionHashModifier == other.versionHashModifier
            && renamingIdentifier == other.renamingIdentifier
            && DescriptionContent.areEqual(userInfo, other.userInfo)
            && DescriptionContent.areEqual(ownValidationChecks, other.ownValidationChecks)
    }
}

import Foundation

/// A property of an entity: the common part of attributes, relationships and fetched properties.
///
/// A property belongs to the one entity that declares it; subentities inherit it. A copy belongs to
/// no entity, and has Apple's class even if the original has a subclass.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The entity that declares the property; weak, because the entity owns its properties.
    @Weakly final var owner: NSEntityDescription?

    /// Whether setters trap, because the model is in use.
    final var isFrozen = false

    /// `versionHash`, worked out when the model was frozen.
    final var frozenVersionHash: Data?

    /// `storeName`, worked out when the model was frozen.
    final var frozenStoreName: String?

    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
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
    /// - Precondition: the property was added to an entity, and that entity still exists.
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

    /// The name, a valid Swift identifier; empty until it is set.
    open var name: String {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether objects may be saved without a value of the property.
    open var isOptional: Bool {
        get { values.isOptional }
        set { values.isOptional = newValue }
    }

    /// Whether stores do not keep the property.
    open var isTransient: Bool {
        get { values.isTransient }
        set { values.isTransient = newValue }
    }

    /// The model author's own information about the property.
    open var userInfo: [AnyHashable: Any]? {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }

    /// A mark with which the model's author changes the version hash of an otherwise equal
    /// property.
    open var versionHashModifier: String? {
        get { values.versionHashModifier }
        set { values.versionHashModifier = newValue }
    }

    /// The name that identifies the property across versions; by default its name.
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            requireMutable()
            ownRenamingIdentifier = newValue
        }
    }

    private final var ownRenamingIdentifier: String?

    /// The conditions that the app has set as predicates.
    final var ownValidationChecks: [ValidationCheck] {
        get { values.ownValidationChecks }
        set { values.ownValidationChecks = newValue }
    }

    /// A digest of everything in the property that shapes a store; see `VersionText`.
    open var versionHash: Data {
        frozenVersionHash ?? VersionText(property: self).digest
    }

    /// A copy that belongs to no entity yet and may be changed.
    ///
    /// A relationship's copy has the same destination and inverse as the original.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeBlank()
        copyValues(to: copy)
        return copy
    }

    /// An empty description of the kind that `copy(with:)` returns.
    func makeBlank() -> NSPropertyDescription {
        NSPropertyDescription()
    }

    /// Copies every value to a blank description of the same kind.
    func copyValues(to copy: NSPropertyDescription) {
        copy.name = name
        copy.isOptional = isOptional
        copy.isTransient = isTransient
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.ownRenamingIdentifier = ownRenamingIdentifier
        copy.ownValidationChecks = ownValidationChecks
    }

    /// Freezes the property and the values derived from it.
    func freeze() {
        frozenVersionHash = VersionText(property: self).digest
        isFrozen = true
    }

    /// Traps if the property is frozen.
    @inline(__always)
    final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The property \(path)")
    }

    /// The name `Entity.property` for messages.
    final var path: String {
        owner.map { "\($0.name ?? "?").\(name)" } ?? name
    }

    open override var description: String {
        "\(Self.self) \(path)"
    }

    /// Descriptions are equal if their kinds and contents are, as in two models read from one file.
    ///
    /// The entities that own them are not compared.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || type(of: self) == type(of: other) && hasContent(of: other)
    }

    open override var hash: Int { name.hashValue }

    /// Whether a description of the same kind has the same contents.
    func hasContent(of other: NSPropertyDescription) -> Bool {
        name == other.name && isOptional == other.isOptional && isTransient == other.isTransient
            && versionHashModifier == other.versionHashModifier
            && renamingIdentifier == other.renamingIdentifier
            && DescriptionContent.areEqual(userInfo, other.userInfo)
            && DescriptionContent.areEqual(ownValidationChecks, other.ownValidationChecks)
    }
}

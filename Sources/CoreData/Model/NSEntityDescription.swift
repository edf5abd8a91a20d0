import Foundation

/// An entity of a model, which describes one kind of object.
///
/// An entity belongs to one model and owns its properties, indexes and subentities. A copy belongs
/// to no model, and has Apple's class even if the original has a subclass.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSEntityDescription: NSObject, NSCopying, Anchored, @unchecked Sendable {
    final let anchor = Anchor()

    /// The model that owns the entity; weak, because the model owns its entities.
    final weak var owner: NSManagedObjectModel?

    /// The superentity; weak, because an entity owns its subentities.
    @Weakly private final var parent: NSEntityDescription?

    /// The properties that the entity itself declares, in order.
    private(set) final var ownProperties: [NSPropertyDescription] = []

    /// Whether setters trap, because the model is in use.
    private(set) final var isFrozen = false

    /// The properties as a list and by name, computed when the model was frozen.
    private final var frozenProperties: PropertyTable?

    /// The value of `versionHash`, computed when the model was frozen.
    private final var frozenVersionHash: Data?

    /// The value of `storeName`, computed when the model was frozen.
    final var frozenStoreName: String?

    /// The entity's position in the frozen model; -1 until then.
    ///
    /// Alphabetical within the hierarchy, each entity directly before its subentities, as Apple's
    /// stores number them (`Z_ENT` is one more).
    package internal(set) final var index = -1

    /// The engine's `RowLayout` of the entity, made when the model was frozen.
    @exclusivity(unchecked) final var derived: AnyObject?

    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
    private struct Values {
        var managedObjectClassName: String! = "NSManagedObject"
        var name: String?
        var isAbstract: Bool = false
        var userInfo: [AnyHashable: Any]?
        var versionHashModifier: String?
        var uniquenessConstraints: [[Any]] = []
        var indexes: [NSFetchIndexDescription] = []
        var subentities: [NSEntityDescription] = []
    }

    private final var values = Values() { willSet { requireMutable() } }

    /// Makes an entity without name, properties and model.
    public override init() {
        super.init()
        anchor.lead(to: self)
    }

    deinit {
        anchor.letGo()
    }

    /// The model that owns the entity.
    ///
    /// - Precondition: the entity was added to a model, and that model still exists.
    open var managedObjectModel: NSManagedObjectModel {
        guard let owner else {
            fatalError(
                """
                The entity "\(name ?? "")" belongs to no model, or its model is gone. Add it to a \
                model's entities and keep the model alive.
                """)
        }
        return owner
    }

    /// The name of the class of the entity's objects.
    open var managedObjectClassName: String! {
        get { values.managedObjectClassName }
        set { values.managedObjectClassName = newValue }
    }

    /// The name, unique in the model.
    open var name: String? {
        get { values.name }
        set { values.name = newValue }
    }

    /// Whether only subentities have objects.
    open var isAbstract: Bool {
        get { values.isAbstract }
        set { values.isAbstract = newValue }
    }

    /// The model author's own information about the entity.
    open var userInfo: [AnyHashable: Any]? {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }

    /// A mark with which the model's author changes the version hash of an otherwise equal entity.
    open var versionHashModifier: String? {
        get { values.versionHashModifier }
        set { values.versionHashModifier = newValue }
    }

    /// The name that identifies the entity across versions; by default its name.
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            requireMutable()
            ownRenamingIdentifier = newValue
        }
    }

    final var ownRenamingIdentifier: String?

    /// Groups of attributes whose combined values are unique in a store.
    ///
    /// An attribute is given by its name or its description.
    open var uniquenessConstraints: [[Any]] {
        get { values.uniquenessConstraints }
        set { values.uniquenessConstraints = newValue }
    }

    /// The indexes that the entity itself declares.
    open var indexes: [NSFetchIndexDescription] {
        get { values.indexes }
        set {
            let former = values.indexes
            values.indexes = newValue
            for index in former { index.owner = nil }
            for index in newValue { index.owner = self }
        }
    }

    // MARK: Hierarchy

    /// The entity from which this one inherits.
    open var superentity: NSEntityDescription? { parent }

    /// The entities that directly inherit from this one.
    ///
    /// - Precondition: a new entity has no other superentity and is not an ancestor of this one.
    open var subentities: [NSEntityDescription] {
        get { values.subentities }
        set {
            let former = values.subentities
            values.subentities = newValue
            for entity in former { entity.parent = nil }
            for entity in newValue { adopt(entity) }
        }
    }

    /// The same as `subentities`, by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    private final func adopt(_ entity: NSEntityDescription) {
        guard entity.parent == nil || entity.parent === self else {
            fatalError(
                """
                "\(entity.name ?? "")" inherits from "\(entity.parent?.name ?? "")" already. Take \
                it out of that entity's subentities first.
                """)
        }
        guard !isKindOf(entity: entity) else {
            fatalError(
                """
                "\(entity.name ?? "")" cannot inherit from "\(name ?? "")", which inherits from \
                it. Break the circle.
                """)
        }
        entity.parent = self
    }

    /// Whether the entity is the given one or inherits from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        var ancestor: NSEntityDescription? = self
        while let candidate = ancestor {
            if candidate === entity { return true }
            ancestor = candidate.parent
        }
        return false
    }

    // MARK: Properties

    /// The inherited properties, then the entity's own, in the order of declaration.
    ///
    /// Setting it sets the entity's own properties; inherited ones in the new value stay the
    /// ancestor's.
    ///
    /// - Precondition: a new property belongs to no entity outside of the inheritance.
    open var properties: [NSPropertyDescription] {
        get { frozenProperties?.all ?? (parent?.properties ?? []) + ownProperties }
        set {
            requireMutable()
            for property in ownProperties { property.owner = nil }
            ownProperties = newValue.filter { isOwn($0) }
            for property in ownProperties { property.owner = self }
        }
    }

    /// Whether a new property becomes the entity's own, because it is not inherited.
    private final func isOwn(_ property: NSPropertyDescription) -> Bool {
        guard let owner = property.owner else { return true }
        guard isKindOf(entity: owner) else {
            fatalError(
                """
                The property \(property.path) cannot be given to "\(name ?? "")" too: a property \
                belongs to one entity. Give it a copy (property.copy()).
                """)
        }
        return owner === self
    }

    /// The same as `properties`, by name.
    open var propertiesByName: [String: NSPropertyDescription] { table.byName }

    /// The attributes by name, including inherited ones.
    open var attributesByName: [String: NSAttributeDescription] { table.attributesByName }

    /// The relationships by name, including inherited ones.
    open var relationshipsByName: [String: NSRelationshipDescription] { table.relationshipsByName }

    private final var table: PropertyTable {
        frozenProperties ?? PropertyTable(self)
    }

    /// The relationships with a destination, in the order of `properties`.
    open func relationships(forDestination entity: NSEntityDescription)
        -> [NSRelationshipDescription]
    {
        properties.compactMap { $0 as? NSRelationshipDescription }
            .filter { $0.destinationEntity === entity }
    }

    // MARK: Versions and freezing

    /// A digest of everything in the entity that shapes a store; see `VersionText`.
    open var versionHash: Data {
        frozenVersionHash ?? VersionText(entity: self).digest
    }

    /// A copy with copies of properties, indexes and subentities, which belongs to no model.
    ///
    /// Relationships within the copied hierarchy lead to the copies, others to their original
    /// destinations.
    open func copy(with zone: NSZone? = nil) -> Any {
        var copier = DescriptionCopier()
        return copier.copy([self])[0]
    }

    /// Freezes the entity and the values derived from it, after its superentity.
    final func freeze(at index: Int) {
        self.index = index
        for property in ownProperties { property.freeze() }
        for index in indexes { index.freeze() }
        frozenProperties = PropertyTable(self)
        frozenVersionHash = VersionText(entity: self).digest
        isFrozen = true
    }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The entity \(name ?? "?")")
    }

    open override var description: String {
        "\(Self.self) \(name ?? "")"
    }

    /// Entities are equal if their contents are, as in two models read from one file.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other || hasContent(of: other)
    }

    open override var hash: Int { name.hashValue }
}

extension NSEntityDescription {
    /// The entity's own uniqueness constraints, with the attributes' names.
    ///
    /// Anything but a name or a property becomes an empty name, which the validator refuses.
    package final var uniquenessConstraintNames: [[String]] {
        uniquenessConstraints.map { group in
            group.map { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name ?? "" }
        }
    }
}

extension NSEntityDescription {
    /// The topmost entity of the inheritance.
    var root: NSEntityDescription {
        var entity = self
        while let parent = entity.superentity { entity = parent }
        return entity
    }
}

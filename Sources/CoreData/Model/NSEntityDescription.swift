import Foundation

/// An entity of a model: what one kind of object has.
///
/// An entity belongs to one model and owns its properties, indexes and subentities. A copy belongs
/// to none, and is of Apple's class even where the original is of a subclass.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The model that the entity belongs to. Weak: the model owns its entities.
    final weak var owner: NSManagedObjectModel?

    /// Weak: an entity owns its subentities.
    private final weak var parent: NSEntityDescription?

    /// The properties that the entity itself declares, in the order of declaration.
    private(set) final var ownProperties: [NSPropertyDescription] = []

    /// Whether setters trap.
    private(set) final var isFrozen = false

    /// The properties in all their forms, worked out when the model was frozen.
    private final var frozenProperties: PropertyTable?

    /// `versionHash`, worked out when the model was frozen.
    private final var frozenVersionHash: Data?

    /// `storeName`, worked out when the model was frozen.
    final var frozenStoreName: String?

    /// The entity's position in the frozen model: alphabetical inside hierarchy order, an entity
    /// directly before its subentities, as Apple's stores number them (`Z_ENT` is one more).
    /// -1 until the model is frozen.
    package internal(set) final var index = -1

    /// What the engine worked out from the entity when the model was frozen: its `RowLayout`.
    @exclusivity(unchecked) final var derived: AnyObject?

    /// What the setters of stored properties write. They are computed, because an initializer that
    /// another module's extension adds would write observed stored properties past their observers.
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

    /// An entity without a name and properties that belongs to no model.
    public override init() {
        super.init()
    }

    /// The model that the entity belongs to.
    ///
    /// - Precondition: the entity has been given to a model, and that model is alive.
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

    /// Whether there are objects of the subentities only.
    open var isAbstract: Bool {
        get { values.isAbstract }
        set { values.isAbstract = newValue }
    }

    /// What the model's author notes about the entity.
    open var userInfo: [AnyHashable: Any]? {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }

    /// A mark that changes the version hash where nothing else in the entity has changed.
    open var versionHashModifier: String? {
        get { values.versionHashModifier }
        set { values.versionHashModifier = newValue }
    }

    /// The name that the entity is known by across versions: its own unless set.
    open var renamingIdentifier: String? {
        get { ownRenamingIdentifier ?? name }
        set {
            requireMutable()
            ownRenamingIdentifier = newValue
        }
    }

    final var ownRenamingIdentifier: String?

    /// Groups of attributes whose values together occur once in a store.
    ///
    /// An attribute is given by its name or by its description.
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

    /// The entity that this one inherits from.
    open var superentity: NSEntityDescription? { parent }

    /// The entities that inherit from this one directly.
    ///
    /// - Precondition: an entity that is set inherits from no other and is no ancestor of this one.
    open var subentities: [NSEntityDescription] {
        get { values.subentities }
        set {
            let former = values.subentities
            values.subentities = newValue
            for entity in former { entity.parent = nil }
            for entity in newValue { adopt(entity) }
        }
    }

    /// `subentities` by their names.
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

    /// The properties: inherited ones first, then the entity's own, in the order of declaration.
    ///
    /// Setting it sets the entity's own; inherited ones among the new value stay the ancestor's.
    ///
    /// - Precondition: a property that is set belongs to no entity outside of the hierarchy above.
    open var properties: [NSPropertyDescription] {
        get { frozenProperties?.all ?? (parent?.properties ?? []) + ownProperties }
        set {
            requireMutable()
            for property in ownProperties { property.owner = nil }
            ownProperties = newValue.filter { isOwn($0) }
            for property in ownProperties { property.owner = self }
        }
    }

    /// Whether a property that is set becomes the entity's own; it does not where it is inherited.
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

    /// `properties` by their names, inherited ones included.
    open var propertiesByName: [String: NSPropertyDescription] { table.byName }

    /// The attributes by their names, inherited ones included.
    open var attributesByName: [String: NSAttributeDescription] { table.attributesByName }

    /// The relationships by their names, inherited ones included.
    open var relationshipsByName: [String: NSRelationshipDescription] { table.relationshipsByName }

    private final var table: PropertyTable {
        frozenProperties ?? PropertyTable(self)
    }

    /// The relationships that lead to an entity, in the order of `properties`.
    open func relationships(forDestination entity: NSEntityDescription)
        -> [NSRelationshipDescription]
    {
        properties.compactMap { $0 as? NSRelationshipDescription }
            .filter { $0.destinationEntity === entity }
    }

    // MARK: Versions and freezing

    /// A digest of all in the entity that shapes what is stored. See `VersionText`.
    open var versionHash: Data {
        frozenVersionHash ?? VersionText(entity: self).digest
    }

    /// A copy with copies of properties, indexes and subentities, that belongs to no model.
    ///
    /// Relationships inside the copied hierarchy lead to the copies, others where they led before.
    open func copy(with zone: NSZone? = nil) -> Any {
        var copier = DescriptionCopier()
        return copier.copy([self])[0]
    }

    /// Fixes the entity and all that follows from it. Superentities come first.
    final func freeze(at index: Int) {
        self.index = index
        for property in ownProperties { property.freeze() }
        for index in indexes { index.freeze() }
        frozenProperties = PropertyTable(self)
        frozenVersionHash = VersionText(entity: self).digest
        nameOwnProperties()
        isFrozen = true
    }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The entity \(name ?? "?")")
    }

    open override var description: String {
        "\(Self.self) \(name ?? "")"
    }

    /// Entities are equal when what they hold is: as a model read twice has them.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other || hasContent(of: other)
    }

    open override var hash: Int { name.hashValue }
}

extension NSEntityDescription {
    /// The entity's own uniqueness constraints, every attribute by its name.
    ///
    /// What is neither a name nor a property becomes an empty name, which the validator refuses.
    package final var uniquenessConstraintNames: [[String]] {
        uniquenessConstraints.map { group in
            group.map { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name ?? "" }
        }
    }
}

extension NSEntityDescription {
    /// The entity at the top of the inheritance.
    var root: NSEntityDescription {
        var entity = self
        while let parent = entity.superentity { entity = parent }
        return entity
    }
}

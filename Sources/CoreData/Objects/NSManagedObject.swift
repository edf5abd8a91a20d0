import Foundation

/// An object of a managed object context: the values of one row, unique in its context.
///
/// An object belongs to its context's queue; use it there, or hand its `objectID` on. Objects are
/// held weakly by their context unless they have unsaved changes.
open class NSManagedObject: NSObject {
    /// The row, its slab retained by this object; `nil` for a fault whose row is not at hand.
    @exclusivity(unchecked) final var row: Row?
    @exclusivity(unchecked) final var registry: ObjectRegistry?
    @exclusivity(unchecked) final var key: ObjectKey
    @exclusivity(unchecked) final var state: ObjectState
    @exclusivity(unchecked) final var details: ObjectExtension?
    final let layout: RowLayout
    /// Made when it is asked for.
    private final var identity: NSManagedObjectID?

    /// Makes an object of an entity, and inserts it into a context unless that is nil.
    ///
    /// - Precondition: on the context's queue; the entity is of the context's model and not
    /// abstract.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        layout = entity.layout
        key = .none
        state = []
        super.init()
        precondition(
            !layout.isAbstract,
            "“\(entity.name ?? "")” is abstract: insert one of its subentities")
        context?.insertNew(self)
    }

    /// Traps: an object without an entity has no properties.
    public override convenience init() {
        fatalError(
            "a managed object needs an entity: use init(context:) or init(entity:insertInto:)")
    }

    /// Makes an object of the entity that names this class, inserted into the context.
    ///
    /// - Precondition: on the context's queue; exactly one entity names the class.
    public convenience init(context: NSManagedObjectContext) {
        self.init(entity: context.entity(of: Self.self), insertInto: context)
    }

    /// How the engine makes an object for a row. Not for callers: it is public because subclasses
    /// of other modules inherit it.
    public required convenience init(_seed seed: ObjectSeed) {
        self.init(entity: seed.entity, insertInto: nil)
    }

    deinit {
        if state.contains(.keepsTemporaryID) { letGoOfTemporaryID() }
        registry?.remove(
            Unmanaged.passUnretained(self).toOpaque(), key, root: layout.rootNumber)
        row?.releaseSlab()
    }

    /// The entity of the class, in the model that was used last; of `NSManagedObject` itself one
    /// without a name.
    ///
    /// - Precondition: some coordinator's model has an entity that names this class.
    open class func entity() -> NSEntityDescription {
        if self == NSManagedObject.self { return NSEntityDescription() }
        guard let entity = KnownModels.entity(ofClass: self) else {
            fatalError(
                """
                No model in use names the class \(self). Make the coordinator before asking, and \
                name the class in the model.
                """)
        }
        return entity
    }

    /// The context that holds the object; `nil` when there is none any more, and for an object
    /// whose deletion was saved.
    public final var managedObjectContext: NSManagedObjectContext? {
        state.contains(.departed) ? nil : registry?.context
    }

    /// The entity of the object.
    public final var entity: NSEntityDescription { layout.entity }

    /// The object's ID. Another one after the object was first saved to a store; in a nested
    /// context the temporary one until `obtainPermanentIDs(for:)`.
    public final var objectID: NSManagedObjectID {
        if let identity, identity.keyBits == key.bits || state.contains(.keepsTemporaryID) {
            return identity
        }
        let made = NSManagedObjectID(
            key: key, layout: layout, store: registry?.storeReference(of: key))
        identity = made
        return made
    }

    /// Shows the temporary ID for good, ahead of a change of the key.
    final func keepTemporaryID(in aliases: AliasTable, _ key: ObjectKey) {
        aliases.add(CollectionOfOne(AliasTable.Alias(former: objectID.key, key: key)))
        // It gave way to an object that was new itself, and has its permanent key only now.
        if state.contains(.keepsTemporaryID) { return letGoOfTemporaryID() }
        registry?.aliases = aliases
        state.insert(.keepsTemporaryID)
    }

    /// Shows the ID of the row from now on.
    final func showPermanentID() {
        guard state.contains(.keepsTemporaryID) else { return }
        letGoOfTemporaryID()
        state.remove(.keepsTemporaryID)
        identity = nil
    }

    private final func letGoOfTemporaryID() {
        guard let identity else { return }
        registry?.aliases?.remove(CollectionOfOne(identity.key))
    }

    /// Whether the object is to be inserted by the next save.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the object is to be updated by the next save.
    public final var isUpdated: Bool { state.contains(.updated) && !state.contains(.inserted) }
    /// Whether the next save deletes the object, or another context's save deleted it. False again
    /// when this context's own save has.
    public final var isDeleted: Bool { isDead && !state.contains(.departed) }

    /// Whether the object is one that a reset of its context has left behind.
    final var isForgotten: Bool { state.isSuperset(of: .reset) }

    /// Whether the object is to be deleted or was, by whomever.
    final var isDead: Bool { !state.isDisjoint(with: .dead) }

    /// Whether the object was deleted and is in no store any more, as far as is known here.
    final var isGone: Bool { state.contains(.gone) }

    /// Whether the object is inserted, updated or deleted since the last save.
    public final var hasChanges: Bool { !state.isDisjoint(with: .pending) }
    /// Whether no value was asked for yet, or the values were given up.
    public final var isFault: Bool { state.contains(.fault) }

    /// Whether a save would write something, transient properties aside.
    public final var hasPersistentChangedValues: Bool {
        guard hasChanges, let details, !isInserted else {
            return isInserted || state.contains(.deleted)
        }
        return layout.storedSlots.contains { details.isDirty($0.index) }
            || details.toManys.contains { $0.hasChanges }
    }

    /// 0 for an object whose values are loaded, else what is not loaded.
    open var faultingState: Int { isFault ? 1 : 0 }

    // MARK: Key-value access

    /// The value of a property: NSNumber, String, Date, Data, UUID, URL or NSDecimalNumber for an
    /// attribute, an object for a to-one, a set of objects for a to-many, an NSOrderedSet of them
    /// for an ordered one. Fires a fault.
    ///
    /// - Precondition: on the context's queue; the entity has the property.
    open func value(forKey key: String) -> Any? {
        requireQueue("value(forKey:)")
        return read(key)
    }

    /// Sets a property and keeps the inverse of a relationship true.
    ///
    /// - Precondition: on the context's queue; the entity has the property, and the value is of its
    ///   type.
    open func setValue(_ value: Any?, forKey key: String) {
        requireQueue("setValue(_:forKey:)")
        write(value, key)
    }

    /// `value(forKey:)` for a subclass's own accessors.
    public final func primitiveValue(forKey key: String) -> Any? {
        read(key)
    }

    /// `setValue(_:forKey:)` for a subclass's own accessors.
    ///
    /// No change of an attribute that the context hears of: it is saved along with one that
    /// `didChangeValue(forKey:)` or a setter tells. A relationship keeps its inverse true.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        writePrimitive(value, key)
    }

    // MARK: Life cycle, for subclasses

    /// Called when the object's values were read for the first time. Changes made here are not
    /// changes to save.
    open func awakeFromFetch() {}

    /// Called once when the object is inserted, in each context of a nested stack.
    open func awakeFromInsert() {}

    /// Called when the object's values were replaced: refreshed, rolled back, or settled by a merge
    /// policy.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called on every object that is about to be saved; it may change values.
    open func willSave() {}
    open func didSave() {}

    /// Called by `delete(_:)`, before the object's relationships are cut.
    open func prepareForDeletion() {}
    open func willTurnIntoFault() {}
    open func didTurnIntoFault() {}

    // MARK: Validation, for subclasses

    /// Checks one value against the model's rules for the property, before or after it is set. A
    /// save calls it for every changed property of a subclass that overrides it.
    ///
    /// - Parameter value: the value, boxed as Cocoa has it (NSNumber, NSString, NSSet …); an
    ///   override may put another one in its place.
    /// - Throws: Cocoa's validation error (1550–1680), or several in one (1560).
    open func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        requireQueue("validateValue(_:forKey:)")
        try validate(value.pointee, forKey: key)
    }

    /// Called by the save that inserts the object. An override calls super first, which checks the
    /// model's rules.
    ///
    /// - Throws: what forbids the save; several errors as one of code 1560 that holds them.
    open func validateForInsert() throws { try validateValues() }

    /// Called by a save that updates the object; see `validateForInsert()`.
    open func validateForUpdate() throws { try validateValues() }

    /// Called by the save that deletes the object. An override calls super, which checks the
    /// relationships that deny it.
    ///
    /// - Throws: what forbids the deletion.
    open func validateForDelete() throws { try checkDeletion() }

    // Objects are equal when they are the same: one object a row in each context.

    public final override func isEqual(_ object: Any?) -> Bool {
        (object as AnyObject?) === self
    }

    public final override var hash: Int {
        Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4
    }

    open override var description: String {
        let data = isFault ? "<fault>" : "{\(changedKeysForDescription)}"
        return "<\(type(of: self)): \(entity.name ?? "")> (id: \(objectID); data: \(data))"
    }

    private var changedKeysForDescription: String {
        guard let row else { return "" }
        return layout.slots.filter { $0.kind != .toOne }.map { slot in
            "\(slot.name) = \(row.value(of: slot).map { "\($0)" } ?? "nil")"
        }.joined(separator: "; ")
    }
}

extension NSManagedObject: KeyValueReadable, ObjectIdentifying {
    package var identityInPredicates: NSObject { objectID }
}

extension NSManagedObjectID: ObjectIdentifying {
    package var identityInPredicates: NSObject { self }
}

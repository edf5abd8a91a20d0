import Foundation

/// An object of a managed object context: the values of one row, unique in its context.
///
/// An object belongs to its context's queue; use it there, or pass its `objectID` on. The context
/// holds its objects weakly unless they have unsaved changes.
open class NSManagedObject: NSObject, ManagedObjectMaking {
    /// The row, its slab retained by this object; `nil` for a fault without a row at hand.
    @exclusivity(unchecked) final var row: Row?
    /// The layout and the registry: the home is retained by this object, or its layout is if the
    /// object has no context.
    @exclusivity(unchecked) private final var home: Unmanaged<ObjectHome>
    @exclusivity(unchecked) final var key: ObjectKey
    @exclusivity(unchecked) final var state: ObjectState
    /// The ID and the details, of which most objects have neither; see `RareParts`.
    final let rare = RareParts()

    /// Makes an object of an entity, and inserts it into a context unless that is nil.
    ///
    /// - Precondition: on the context's queue; the entity is of the context's model and not
    ///   abstract.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        context?.checkQueue("inserting an object")
        home = entity.withLayout { layout in
            precondition(
                !layout.isAbstract,
                "“\(layout.entity.name ?? "")” is abstract: insert one of its subentities")
            guard let context else {
                _ = Unmanaged.passRetained(layout)
                return .passUnretained(layout.looseHome)
            }
            return context.home(of: layout).retain()
        }
        key = .none
        state = []
        super.init()
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

    /// Makes an object for a row, or for generic code.
    ///
    /// Public because subclasses in other modules inherit it.
    public required convenience init(_seed seed: ObjectSeed) {
        self.init(
            entity: seed.entity ?? seed.context!.entity(of: Self.self), insertInto: seed.context)
    }

    deinit {
        if state.contains(.keepsTemporaryID) { letGoOfTemporaryID() }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        home._withUnsafeGuaranteedRef {
            $0.registry?.remove(pointer, key, root: $0.rootNumber)
        }
        row?.releaseSlab()
        letGoOfHome()
    }

    @inline(__always)
    final var layout: RowLayout { home._withUnsafeGuaranteedRef { $0.layout } }

    /// Calls a closure with the layout, and counts no reference to it: the home keeps it.
    @inline(__always)
    final func withLayout<Result>(_ body: (RowLayout) -> Result) -> Result {
        home._withUnsafeGuaranteedRef {
            Unmanaged.passUnretained($0.layout)._withUnsafeGuaranteedRef(body)
        }
    }

    /// The number of the entity's root, as the home keeps it.
    @inline(__always)
    final var rootNumber: Int { home._withUnsafeGuaranteedRef { $0.rootNumber } }

    /// Whether positions that were found under a serial hold for the object.
    @inline(__always)
    final func has(serial: UInt32) -> Bool {
        home._withUnsafeGuaranteedRef { $0.hierarchySerial == serial || $0.serial == serial }
    }

    /// `ConcurrencyDebugging.isEnabled`, as its layout keeps it.
    @inline(__always)
    final var checksQueues: Bool { home._withUnsafeGuaranteedRef { $0.checksQueues } }

    /// The registry of the object's context; `nil` if the object never had one.
    @inline(__always)
    final var registry: ObjectRegistry? { home._withUnsafeGuaranteedRef { $0.registry } }

    /// Whether the object has a context that keeps no former values for an undo manager.
    @inline(__always)
    final var canChangeUnnoticed: Bool {
        home._withUnsafeGuaranteedRef {
            guard let registry = $0.registry else { return false }
            return registry.hasContext && !registry.recordsUndo
        }
    }

    /// Whether another object has the same context.
    @inline(__always)
    final func sharesContext(with other: NSManagedObject) -> Bool {
        home._withUnsafeGuaranteedRef { home in
            other.home._withUnsafeGuaranteedRef { home.registry === $0.registry }
        }
    }

    /// Whether the object's context is that of a registry.
    @inline(__always)
    final func isRegistered(in registry: ObjectRegistry) -> Bool {
        home._withUnsafeGuaranteedRef { $0.registry === registry }
    }

    /// Takes the object into the context of a home.
    ///
    /// - Precondition: the home is of the object's layout.
    @inline(__always)
    final func move(to next: Unmanaged<ObjectHome>) {
        assert(
            next._withUnsafeGuaranteedRef { $0.layout } === layout, "a home is of one entity")
        let next = next.retain()
        letGoOfHome()
        home = next
    }

    @inline(__always)
    private final func letGoOfHome() {
        if home._withUnsafeGuaranteedRef({ $0.registry == nil }) {
            withLayout { Unmanaged.passUnretained($0).release() }
        } else {
            home.release()
        }
    }

    /// The entity of the class, in the model that was used last.
    ///
    /// For `NSManagedObject` itself an entity without a name.
    ///
    /// - Precondition: some coordinator's model has an entity that names this class.
    open class func entity() -> NSEntityDescription {
        if self == NSManagedObject.self { return NSEntityDescription() }
        guard let entity = KnownModels.entity(ofClass: self) else {
            fatalError(
                """
                No model in use names the class \(self). Make the coordinator first, and name the \
                class in the model.
                """)
        }
        return entity
    }

    /// The object's context; `nil` if it was released, or a save has deleted the object.
    public final var managedObjectContext: NSManagedObjectContext? {
        state.contains(.departed) ? nil : registry?.context
    }

    /// The entity of the object.
    public final var entity: NSEntityDescription { layout.entity }

    /// The object's ID, which changes when the object is first saved to a store.
    ///
    /// In a nested context the temporary ID stays until `obtainPermanentIDs(for:)`.
    public final var objectID: NSManagedObjectID {
        if let known = rare.identity,
            known.keyBits == key.bits || state.contains(.keepsTemporaryID)
        {
            return known
        }
        let made = NSManagedObjectID(
            key: key, layout: layout, store: registry?.storeReference(of: key))
        rare.setIdentity(made)
        return made
    }

    /// The parts that only some objects need; `nil` while the object has none of them.
    @inline(__always)
    final var details: ObjectExtension? { rare.details }

    /// The same, made if there are none.
    @inline(__always)
    final func extended() -> ObjectExtension {
        rare.details ?? rare.makeDetails(layout)
    }

    /// Calls a closure with them, and counts no reference: the object keeps them.
    @inline(__always)
    final func withExtension<Result>(_ body: (ObjectExtension) -> Result) -> Result {
        if !rare.hasDetails { _ = withLayout { rare.makeDetails($0) } }
        return rare.withDetails(body)
    }

    /// Keeps showing the temporary ID, before the key changes.
    final func keepTemporaryID(in aliases: AliasTable, _ key: ObjectKey) {
        aliases.add(CollectionOfOne(AliasTable.Alias(former: objectID.key, key: key)))
        // The object lost to a new one in a constraint conflict, and gets its permanent key only
        // now.
        if state.contains(.keepsTemporaryID) { return letGoOfTemporaryID() }
        registry?.aliases = aliases
        state.insert(.keepsTemporaryID)
    }

    /// Shows the row's ID from now on.
    final func showPermanentID() {
        guard state.contains(.keepsTemporaryID) else { return }
        letGoOfTemporaryID()
        state.remove(.keepsTemporaryID)
        rare.setIdentity(nil)
    }

    private final func letGoOfTemporaryID() {
        guard let identity = rare.identity else { return }
        registry?.aliases?.remove(CollectionOfOne(identity.key))
    }

    /// Whether the next save inserts the object.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the next save updates the object.
    public final var isUpdated: Bool { state.contains(.updated) && !state.contains(.inserted) }
    /// Whether the next save deletes the object, or another context's save deleted it.
    ///
    /// False again after this context's own save has deleted it.
    public final var isDeleted: Bool { isDead && !state.contains(.departed) }

    /// Whether a reset of the context left the object behind.
    final var isForgotten: Bool { state.isSuperset(of: .reset) }

    /// Whether the object is marked for deletion, or was deleted by any context.
    final var isDead: Bool { !state.isDisjoint(with: .dead) }

    /// Whether the object was deleted, and no store has it, as far as this context knows.
    final var isGone: Bool { state.contains(.gone) }

    /// Whether the object was inserted, updated or deleted since the last save.
    public final var hasChanges: Bool { !state.isDisjoint(with: .pending) }
    /// Whether the values are not loaded.
    public final var isFault: Bool { state.contains(.fault) }

    /// Whether a stored property has another value than the one last fetched or saved.
    ///
    /// `hasChanges` is true also of an object whose attributes were set to the values that they
    /// have. True of a new object and of a deleted one.
    public final var hasPersistentChangedValues: Bool {
        if isInserted || state.contains(.deleted) { return true }
        guard hasChanges, let details, let row else { return false }
        return layout.storedSlots.contains { isChanged($0, row) }
            || details.toManys.contains { $0.hasChanges }
    }

    /// Whether a save writes the updated object: a stored property was set, be it to the value that
    /// it had.
    final var isToBeStored: Bool {
        guard let details else { return false }
        return layout.storedSlots.contains { details.isDirty($0.index) }
            || details.toManys.contains { $0.hasChanges }
    }

    /// 0 if the values are loaded, else 1.
    open var faultingState: Int { isFault ? 1 : 0 }

    // MARK: Key-value access

    /// The value of a property; fires a fault.
    ///
    /// NSNumber, String, Date, Data, UUID, URL or NSDecimalNumber for an attribute; an object for a
    /// to-one; a set of objects for a to-many, and an NSOrderedSet for an ordered one.
    ///
    /// - Precondition: on the context's queue; the entity has the property.
    open func value(forKey key: String) -> Any? {
        requireQueue("value(forKey:)")
        return read(key)
    }

    /// Sets a property, and the inverse of a relationship.
    ///
    /// - Precondition: on the context's queue; the entity has the property, and the value is of its
    ///   type.
    open func setValue(_ value: Any?, forKey key: String) {
        requireQueue("setValue(_:forKey:)")
        write(value, key)
    }

    /// The same as `value(forKey:)`, for a subclass's accessors.
    public final func primitiveValue(forKey key: String) -> Any? {
        read(key)
    }

    /// The same as `setValue(_:forKey:)`, for a subclass's accessors.
    ///
    /// The context does not learn of an attribute's change: a save writes it together with a change
    /// that `didChangeValue(forKey:)` or a setter reports. A relationship's inverse is maintained.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        writePrimitive(value, key)
    }

    // MARK: Access and change, for accessors of subclasses

    /// Makes the values readable, as reading a property would; `nil` fires the fault.
    open func willAccessValue(forKey key: String?) {
        requireQueue("willAccessValue(forKey:)")
        _ = readableRow()
    }

    /// The counterpart of `willAccessValue(forKey:)`; has nothing to do.
    open func didAccessValue(forKey key: String?) {}

    /// Announces a change that a subclass's accessor is about to make.
    open func willChangeValue(forKey key: String) {
        requireQueue("willChangeValue(forKey:)")
        keepForUndo()
        guard state.isDisjoint(with: .announced), let context = registry?.context else { return }
        // Keep the value before the change for the event, since the accessor bypasses the context.
        _ = readableRow()
        _ = extended()
        context.keepForEvent(self)
    }

    /// Completes a change that a subclass's accessor made.
    open func didChangeValue(forKey key: String) {
        noteUpdate()
    }

    /// Announces a change of a to-many's members that a subclass's accessor is about to make.
    open func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        requireQueue("willChangeValue(forKey:withSetMutation:using:)")
    }

    /// Completes a change of a to-many's members that a subclass's accessor made.
    open func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        noteUpdate()
    }

    // MARK: Unsaved changes

    /// The values of stored properties as last fetched or saved, all or those of some keys; NSNull
    /// for nil.
    open func committedValues(forKeys keys: [String]?) -> [String: Any] {
        requireQueue("committedValues(forKeys:)")
        guard !isInserted else { return [:] }
        let own = readableRow()
        let committed = details?.base ?? own
        var values: [String: Any] = [:]
        for slot in layout.storedSlots where keys?.contains(slot.propertyName) ?? true {
            values[slot.propertyName] = snapshotValue(of: slot, in: committed) ?? NSNull()
        }
        return values
    }

    /// The unsaved values of stored properties that differ from those last fetched or saved; NSNull
    /// for nil.
    ///
    /// A new object's are the values that differ from the model's defaults.
    open func changedValues() -> [String: Any] {
        requireQueue("changedValues()")
        guard hasChanges, let row else { return [:] }
        var values: [String: Any] = [:]
        for slot in layout.storedSlots where isChanged(slot, row) {
            values[slot.propertyName] =
                slot.kind == .toOne
                ? object(at: row.reference(of: slot)) ?? NSNull()
                : value(ofProperty: slot, in: row) ?? NSNull()
        }
        guard let details else { return values }
        for (index, toMany) in details.toManys.enumerated() where toMany.hasChanges {
            let relationship = layout.relationships[layout.toManys[index]]
            values[relationship.name] = read(relationship.name)
        }
        return values
    }

    // MARK: Life cycle, for subclasses

    /// Called when the object's values were read for the first time.
    ///
    /// Changes made here are none: attributes are saved once something else is changed, and
    /// relationships are not.
    open func awakeFromFetch() {}

    /// Called once when the object is inserted, in each context of a nested stack.
    open func awakeFromInsert() {}

    /// Called when other values replaced the object's: by a refresh, a rollback or a merge policy.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called for every object that is about to be saved; it may change values.
    ///
    /// Called again of an object that one of them has changed, until none changes anything: a value
    /// that is set each time, even to itself, ends in a trap. A primitive value is no such change.
    open func willSave() {}
    open func didSave() {}

    /// Called by `delete(_:)`, before the object's relationships are cut.
    open func prepareForDeletion() {}
    open func willTurnIntoFault() {}
    open func didTurnIntoFault() {}

    // MARK: Validation, for subclasses

    /// Checks one value against the model's rules for the property, before or after it is set.
    ///
    /// A save calls it for every changed property of a subclass that overrides it.
    ///
    /// - Parameter value: the value, boxed as Cocoa does (NSNumber, NSString, NSSet …); an override
    ///   may replace it.
    /// - Throws: Cocoa's validation error (1550–1680), or several in one (1560).
    open func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        requireQueue("validateValue(_:forKey:)")
        try validate(value.pointee, forKey: key)
    }

    /// Called by the save that inserts the object.
    ///
    /// An override calls super first, which checks the model's rules.
    ///
    /// - Throws: the error that forbids the save; several errors as one of code 1560.
    open func validateForInsert() throws { try validateValues() }

    /// Called by a save that updates the object; see `validateForInsert()`.
    open func validateForUpdate() throws { try validateValues() }

    /// Called by the save that deletes the object.
    ///
    /// An override calls super, which checks for relationships that deny the deletion.
    ///
    /// - Throws: the error that forbids the deletion.
    open func validateForDelete() throws { try checkDeletion() }

    // A context has one object for each row, so equal objects are identical.

    public final override func isEqual(_ object: Any?) -> Bool {
        (object as AnyObject?) === self
    }

    public final override var hash: Int {
        // Objects are aligned to 16 bytes, so the lowest four bits never differ.
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

extension NSManagedObject: RowHolder {
    @inline(__always)
    final var readRow: Row { readableRow() }

    @inline(__always)
    final var hasOwnReading: Bool { OverriddenMethods.readsByKey(type(of: self)) }
}

extension NSManagedObjectID: ObjectIdentifying {
    package var identityInPredicates: NSObject { self }
}

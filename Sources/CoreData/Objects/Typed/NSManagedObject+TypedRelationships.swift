import Foundation

// Relationships, typed by the class of their destination. Setters maintain the inverse, as
// key-value access does.

extension NSManagedObject {
    /// A to-one that may be nil.
    public final subscript<Object: NSManagedObject>(
        property: ManagedProperty<Object?>
    ) -> Object? {
        get { destination(property.handle).map { typed($0, property.handle) } }
        set { setDestination(newValue, property.handle) }
    }

    /// A to-one that is never nil when it is read.
    ///
    /// - Precondition: the relationship has a destination when it is read.
    public final subscript<Object: NSManagedObject>(
        property: ManagedProperty<Object>
    ) -> Object {
        get {
            guard let object = destination(property.handle) else { missing(property.handle) }
            return typed(object, property.handle)
        }
        set { setDestination(newValue, property.handle) }
    }

    /// All members of a to-many.
    ///
    /// - Complexity: a look-up for each member. `insert(_:into:)` and `remove(_:from:)` change
    ///   single members without reading the others.
    public final subscript<Object: NSManagedObject>(
        property: ManagedProperty<Set<Object>>
    ) -> Set<Object> {
        get {
            let keys = memberKeys(property.handle)
            var members = Set<Object>(minimumCapacity: keys.count)
            for key in keys { members.insert(typed(object(at: key)!, property.handle)) }
            return members
        }
        set {
            let members = newValue.sorted { $0.key.bits < $1.key.bits }
            replaceMembers(ofToMany: toMany(property.handle), with: members)
        }
    }

    /// All members of a to-many as Cocoa's set, the type in the code that Xcode generates.
    public final subscript(property: ManagedProperty<NSSet?>) -> NSSet? {
        get { NSSet(array: memberKeys(property.handle).map { object(at: $0)! }) }
        set { setMembers(newValue, property.handle) }
    }

    /// All members of an ordered to-many, in order.
    public final subscript(property: ManagedProperty<NSOrderedSet>) -> NSOrderedSet {
        get { ordered(property.handle) }
        set { setMembers(newValue, property.handle) }
    }

    /// All members of an ordered to-many, in order, with the type in the code that Xcode generates.
    public final subscript(property: ManagedProperty<NSOrderedSet?>) -> NSOrderedSet? {
        get { ordered(property.handle) }
        set { setMembers(newValue, property.handle) }
    }

    /// Adds a member to a to-many, without reading the others.
    public final func insert<Object: NSManagedObject>(
        _ member: Object, into property: ManagedProperty<Set<Object>>
    ) {
        addMember(member, toToMany: toMany(property.handle))
    }

    /// Removes a member from a to-many, without reading the others.
    public final func remove<Object: NSManagedObject>(
        _ member: Object, from property: ManagedProperty<Set<Object>>
    ) {
        removeMember(member, ofToMany: toMany(property.handle))
    }

    // MARK: Shared parts

    @inline(__always)
    private final func destination(_ property: PropertyHandle) -> NSManagedObject? {
        let place = property.place(in: self, ValueTypes(.toOne))
        let row = row(toRead: property)
        if row.isNull(place.index) {
            return state.contains(.recordsKeys) ? recordedDestination(place) : nil
        }
        return object(at: ObjectKey(bits: row.words[place.offset]))
    }

    @inline(__always)
    private final func setDestination(_ object: NSManagedObject?, _ property: PropertyHandle) {
        requireQueue("writing a typed property")
        setToOne(property.place(in: self, ValueTypes(.toOne)).index, to: object)
    }

    private final func toMany(_ property: PropertyHandle) -> Int {
        requireQueue("using a typed to-many")
        return property.place(in: self, .toMany).index
    }

    private final func memberKeys(_ property: PropertyHandle) -> [ObjectKey] {
        let index = toMany(property)
        if state.contains(.recordsKeys) {
            _ = row(toRead: property)
            return []
        }
        return memberKeys(ofToMany: index)
    }

    /// The members of an ordered to-many, with what its mutable sets have just changed.
    private final func ordered(_ property: PropertyHandle) -> NSOrderedSet {
        requireQueue("using a typed to-many")
        registry?.context?.settleOrderedSets()
        return NSOrderedSet(array: memberKeys(property).map { object(at: $0)! })
    }

    /// - Parameter members: one of Cocoa's sets, or nil.
    private final func setMembers(_ members: Any?, _ property: PropertyHandle) {
        let index = toMany(property)
        replaceMembers(ofToMany: index, with: toManyValue(members, property.name))
    }

    @inline(__always)
    private final func typed<Object: NSManagedObject>(
        _ object: NSManagedObject, _ property: PropertyHandle
    ) -> Object {
        guard let object = object as? Object else {
            fatalError(
                """
                \(entity.name ?? "").\(property.name) has a destination of class \
                \(type(of: object)), not \(Object.self): name that class in the model, and \
                register it if the model has only its bare name.
                """)
        }
        return object
    }
}

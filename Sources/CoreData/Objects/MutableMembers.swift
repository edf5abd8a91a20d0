import Foundation

/// The members of a to-many as a set that writes through, for `mutableSetValue(forKey:)`.
///
/// Used on the object's queue; keeps the object alive.
final class MutableMembers: NSMutableSet {
    private let object: NSManagedObject
    private let index: Int

    init(_ object: NSManagedObject, toMany index: Int) {
        self.object = object
        self.index = index
        super.init(capacity: 0)
    }

    required init(capacity numItems: Int) {
        fatalError("made by mutableSetValue(forKey:) alone")
    }

    required init?(coder: NSCoder) { nil }

    private var members: [NSManagedObject] {
        object.memberKeys(ofToMany: index).compactMap { object.object(at: $0) }
    }

    override var count: Int { object.memberKeys(ofToMany: index).count }

    override func member(_ candidate: Any) -> Any? {
        guard let candidate = candidate as? NSManagedObject, candidate.registry === object.registry
        else { return nil }
        let isMember = object.memberKeys(ofToMany: index).contains(candidate.key)
        return isMember ? candidate : nil
    }

    override func objectEnumerator() -> NSEnumerator {
        (members as [Any] as NSArray).objectEnumerator()
    }

    override func add(_ member: Any) {
        object.addMember(Self.managed(member), toToMany: index)
    }

    override func remove(_ member: Any) {
        object.removeMember(Self.managed(member), ofToMany: index)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: members) }

    /// Casts a member to a managed object; traps for any other type.
    static func managed(_ member: Any) -> NSManagedObject {
        guard let member = member as? NSManagedObject else {
            fatalError("a to-many has managed objects as members, not \(type(of: member))")
        }
        return member
    }
}

extension NSManagedObject {
    /// A to-many's members as a mutable set.
    ///
    /// Each change of the set changes the relationship and its inverse.
    ///
    /// - Precondition: on the context's queue; the entity has a to-many of that name.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        requireQueue("mutableSetValue(forKey:)")
        guard case .toMany(let index) = layout.property(named: key) else {
            fatalError(
                """
                \(entity.name ?? "") has no to-many relationship “\(key)” for \
                mutableSetValue(forKey:); it has \(layout.propertyNames).
                """)
        }
        return MutableMembers(self, toMany: index)
    }
}

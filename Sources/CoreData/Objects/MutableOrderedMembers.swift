import Foundation

/// The members of an ordered to-many as an ordered set that writes through.
///
/// `mutableOrderedSetValue(forKey:)` returns it. Used on the object's queue; keeps the object
/// alive.
final class MutableOrderedMembers: NSMutableOrderedSet {
    private let object: NSManagedObject
    private let index: Int

    init(_ object: NSManagedObject, toMany index: Int) {
        self.object = object
        self.index = index
        super.init(capacity: 0)
    }

    override init(capacity numItems: Int) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required convenience init(arrayLiteral elements: Any...) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required init?(coder aDecoder: NSCoder) { nil }

    private var keys: [ObjectKey] { object.memberKeys(ofToMany: index) }
    private var members: [NSManagedObject] { keys.compactMap { object.object(at: $0) } }

    override var count: Int { keys.count }
    override func object(at idx: Int) -> Any { object.object(at: keys[idx])! }

    override func index(of candidate: Any) -> Int {
        guard let candidate = candidate as? NSManagedObject, candidate.registry === object.registry
        else { return NSNotFound }
        return keys.firstIndex(of: candidate.key) ?? NSNotFound
    }

    override func contains(_ candidate: Any) -> Bool { index(of: candidate) != NSNotFound }

    /// Inserts a member; one that is in the set keeps its position, as in any ordered set.
    override func insert(_ candidate: Any, at idx: Int) {
        guard !contains(candidate) else { return }
        object.insertMember(MutableMembers.managed(candidate), at: idx, inToMany: index)
    }

    override func add(_ candidate: Any) {
        object.addMember(MutableMembers.managed(candidate), toToMany: index)
    }

    override func remove(_ candidate: Any) {
        object.removeMember(MutableMembers.managed(candidate), ofToMany: index)
    }

    override func removeObject(at idx: Int) {
        object.removeMember(MutableMembers.managed(object(at: idx)), ofToMany: index)
    }

    override func replaceObject(at idx: Int, with candidate: Any) {
        let former = MutableMembers.managed(object(at: idx))
        guard former !== candidate as AnyObject else { return }
        object.removeMember(former, ofToMany: index)
        object.insertMember(
            MutableMembers.managed(candidate), at: Swift.min(idx, count), inToMany: index)
    }

    override func moveObjects(at indexes: IndexSet, to idx: Int) {
        let all = keys
        var rest = all.indices.filter { !indexes.contains($0) }.map { all[$0] }
        rest.insert(contentsOf: indexes.map { all[$0] }, at: idx)
        object.arrange(rest, inToMany: index)
    }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        var all = keys
        all.swapAt(idx1, idx2)
        object.arrange(all, inToMany: index)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any {
        NSMutableOrderedSet(array: members)
    }
}

extension NSManagedObject {
    /// An ordered to-many's members as a mutable ordered set.
    ///
    /// Each change of the set changes the relationship and its inverse.
    ///
    /// - Precondition: on the context's queue; the entity has an ordered to-many of that name.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        requireQueue("mutableOrderedSetValue(forKey:)")
        guard case .toMany(let index) = layout.property(named: key), isOrdered(toMany: index) else {
            fatalError(
                """
                \(entity.name ?? "") has no ordered relationship “\(key)” for \
                mutableOrderedSetValue(forKey:); it has \(layout.propertyNames).
                """)
        }
        return MutableOrderedMembers(self, toMany: index)
    }
}

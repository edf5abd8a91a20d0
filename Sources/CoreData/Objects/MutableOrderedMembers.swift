import Foundation

/// The members of an ordered to-many as an ordered set that writes through.
///
/// `mutableOrderedSetValue(forKey:)` returns it. Used on the object's queue; keeps the object
/// alive.
///
/// Many of Foundation's methods, such as `array`, `addObjects(from:)` and loops, cannot be
/// overridden, and read and write the storage that this class inherits. So that has the members,
/// too, and what such a method changed is written at the next use, at the latest with the set's
/// end.
///
///     relationship ── pull ─▶ inherited storage ─▶ array, loops
///                  ◀─ push ──                   ◀─ addObjects(from:), sort
final class MutableOrderedMembers: NSMutableOrderedSet {
    private let object: NSManagedObject
    private let index: Int
    /// The members when relationship and storage were last the same.
    private var common: [ObjectKey] = []
    /// Whether the storage alone is used.
    private var isExchanging = false

    init(_ object: NSManagedObject, toMany index: Int) {
        self.object = object
        self.index = index
        super.init(capacity: 0)
        pull()
    }

    deinit { push() }

    override init(capacity numItems: Int) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required convenience init(arrayLiteral elements: Any...) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required init?(coder aDecoder: NSCoder) { nil }

    private var keys: [ObjectKey] { object.memberKeys(ofToMany: index) }
    private var members: [NSManagedObject] { keys.compactMap { object.object(at: $0) } }

    // MARK: Exchange

    private func withStorage<T>(_ body: () -> T) -> T {
        isExchanging = true
        defer { isExchanging = false }
        return body()
    }

    /// Takes the relationship's members into the storage.
    private func pull() {
        let keys = keys
        guard keys != common else { return }
        withStorage {
            if keys.count == common.count + 1, keys.starts(with: common) {
                super.add(object.object(at: keys.last!)!)
            } else {
                for place in stride(from: super.count - 1, through: 0, by: -1) {
                    super.removeObject(at: place)
                }
                for member in members { super.add(member) }
            }
        }
        common = keys
    }

    /// Writes what was changed in the storage alone to the relationship.
    private func push() {
        let stored = withStorage {
            (0..<super.count).map { MutableMembers.managed(super.object(at: $0)) }
        }
        guard stored.map(\.key) != common else { return }
        object.setToMany(index, to: stored)
        common = keys
    }

    /// Runs a change of the relationship.
    private func change(_ body: () -> Void) {
        push()
        body()
        pull()
    }

    // MARK: Reading

    override var count: Int {
        if isExchanging { return super.count }
        change {}
        return common.count
    }

    override func object(at idx: Int) -> Any {
        if isExchanging { return super.object(at: idx) }
        change {}
        return object.object(at: common[idx])!
    }

    override func index(of candidate: Any) -> Int {
        if isExchanging { return super.index(of: candidate) }
        change {}
        guard let candidate = candidate as? NSManagedObject, candidate.registry === object.registry
        else { return NSNotFound }
        return common.firstIndex(of: candidate.key) ?? NSNotFound
    }

    override func contains(_ candidate: Any) -> Bool {
        isExchanging ? super.contains(candidate) : index(of: candidate) != NSNotFound
    }

    // MARK: Changing

    /// Inserts a member; one that is in the set keeps its position, as in any ordered set.
    override func insert(_ candidate: Any, at idx: Int) {
        if isExchanging { return super.insert(candidate, at: idx) }
        guard !contains(candidate) else { return }
        change { object.insertMember(MutableMembers.managed(candidate), at: idx, inToMany: index) }
    }

    override func add(_ candidate: Any) {
        if isExchanging { return super.add(candidate) }
        change { object.addMember(MutableMembers.managed(candidate), toToMany: index) }
    }

    override func remove(_ candidate: Any) {
        if isExchanging { return super.remove(candidate) }
        change { object.removeMember(MutableMembers.managed(candidate), ofToMany: index) }
    }

    override func removeObject(at idx: Int) {
        if isExchanging { return super.removeObject(at: idx) }
        change { object.removeMember(MutableMembers.managed(members[idx]), ofToMany: index) }
    }

    override func replaceObject(at idx: Int, with candidate: Any) {
        if isExchanging { return super.replaceObject(at: idx, with: candidate) }
        change {
            let former = members[idx]
            guard former !== candidate as AnyObject else { return }
            object.removeMember(former, ofToMany: index)
            object.insertMember(
                MutableMembers.managed(candidate), at: Swift.min(idx, keys.count), inToMany: index)
        }
    }

    override func moveObjects(at indexes: IndexSet, to idx: Int) {
        if isExchanging { return super.moveObjects(at: indexes, to: idx) }
        change {
            let all = keys
            var rest = all.indices.filter { !indexes.contains($0) }.map { all[$0] }
            rest.insert(contentsOf: indexes.map { all[$0] }, at: idx)
            object.arrange(rest, inToMany: index)
        }
    }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        if isExchanging { return super.exchangeObject(at: idx1, withObjectAt: idx2) }
        change {
            var all = keys
            all.swapAt(idx1, idx2)
            object.arrange(all, inToMany: index)
        }
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

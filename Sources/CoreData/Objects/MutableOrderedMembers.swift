import Foundation

/// The members of an ordered to-many as an ordered set that writes through.
///
/// `mutableOrderedSetValue(forKey:)` returns it. Used on the object's queue; keeps the object
/// alive.
///
/// Many of Foundation's methods, such as `array`, `addObjects(from:)` and loops, cannot be
/// overridden, and read and write the storage that this class inherits. So that has the members,
/// too. What such a method changed is written at the next use, when the relationship is read or the
/// context asked for its changes, and at the end of the event, until which the context keeps the
/// set. A refresh of the object that discards its changes gives it up.
///
///     relationship ── pull ─▶ inherited storage ─▶ array, loops
///                  ◀─ push ──                   ◀─ addObjects(from:), sort
final class MutableOrderedMembers: NSMutableOrderedSet {
    let object: NSManagedObject
    let index: Int
    /// The members when relationship and storage were last the same, and their keys then.
    private var common: [NSManagedObject] = []
    private var commonKeys: [ObjectKey] = []
    /// Whether the storage alone is used.
    private var isExchanging = false

    init(_ object: NSManagedObject, toMany index: Int) {
        self.object = object
        self.index = index
        super.init(capacity: 0)
        pull()
    }

    override init(capacity numItems: Int) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required convenience init(arrayLiteral elements: Any...) {
        fatalError("made by mutableOrderedSetValue(forKey:) alone")
    }

    required init?(coder aDecoder: NSCoder) { nil }

    private var keys: [ObjectKey] { object.memberKeys(ofToMany: index) }

    // MARK: Exchange

    /// Writes what was changed in the storage alone, then takes what the relationship has.
    func settle() {
        // What has left its context has no relationship to exchange with.
        guard !isExchanging, !object.isDead, !object.isForgotten else { return }
        push()
        pull()
    }

    /// Gives up what was changed in the storage alone.
    func revert() {
        common = []
        commonKeys = []
        pull()
    }

    private func exchanging<T>(_ body: () -> T) -> T {
        isExchanging = true
        defer { isExchanging = false }
        return body()
    }

    /// Takes the relationship's members into the storage.
    private func pull() {
        exchanging {
            let keys = keys
            guard keys != commonKeys || super.count != keys.count else { return }
            commonKeys = keys
            common = keys.compactMap { object.object(at: $0) }
            for place in stride(from: super.count - 1, through: 0, by: -1) {
                super.removeObject(at: place)
            }
            for member in common { super.add(member) }
        }
    }

    /// Writes what was changed in the storage alone to the relationship.
    ///
    /// Only the difference: others may have changed the relationship meanwhile.
    private func push() {
        exchanging {
            let stored = (0..<super.count).map { MutableMembers.managed(super.object(at: $0)) }
            guard !stored.elementsEqual(common, by: ===) else { return }
            defer { commonKeys = [] }
            let present = Set(stored.map(ObjectIdentifier.init))
            let former = Set(common.map(ObjectIdentifier.init))
            for member in common where !present.contains(ObjectIdentifier(member)) {
                object.removeMember(member, ofToMany: index)
            }
            for member in stored where !former.contains(ObjectIdentifier(member)) {
                object.addMember(member, toToMany: index)
            }
            object.arrange(stored.map(\.key), inToMany: index)
        }
    }

    /// Changes the relationship, and takes the result into the storage.
    private func change(_ body: () -> Void) {
        settle()
        body()
        pull()
    }

    // MARK: Reading

    /// The same as `settle()`, where only the relationship or the number of members differs.
    private func refresh() {
        if super.count != common.count || keys != commonKeys { settle() }
    }

    override var count: Int {
        if !isExchanging { refresh() }
        return super.count
    }

    override func object(at idx: Int) -> Any {
        if !isExchanging { refresh() }
        return super.object(at: idx)
    }

    override func index(of candidate: Any) -> Int {
        if !isExchanging { refresh() }
        return super.index(of: candidate)
    }

    override func contains(_ candidate: Any) -> Bool {
        if !isExchanging { refresh() }
        return super.contains(candidate)
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
        let member = MutableMembers.managed(candidate)
        guard super.count == common.count, !super.contains(member) else {
            return change { object.addMember(member, toToMany: index) }
        }
        // Without a look at the others: a loop may add thousands.
        object.addMember(member, toToMany: index)
        // Foundation's method asks `contains`, which would look at them.
        exchanging { super.add(member) }
        common.append(member)
        commonKeys.append(member.key)
    }

    override func remove(_ candidate: Any) {
        if isExchanging { return super.remove(candidate) }
        change { object.removeMember(MutableMembers.managed(candidate), ofToMany: index) }
    }

    override func removeObject(at idx: Int) {
        if isExchanging { return super.removeObject(at: idx) }
        change { object.removeMember(common[idx], ofToMany: index) }
    }

    override func replaceObject(at idx: Int, with candidate: Any) {
        if isExchanging { return super.replaceObject(at: idx, with: candidate) }
        change {
            let former = common[idx]
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

    override func copy(with zone: NSZone? = nil) -> Any {
        settle()
        return NSOrderedSet(array: common)
    }

    override func mutableCopy(with zone: NSZone? = nil) -> Any {
        settle()
        return NSMutableOrderedSet(array: common)
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
        guard let context = registry?.context else {
            return MutableOrderedMembers(self, toMany: index)
        }
        return context.orderedSet(of: self, toMany: index)
    }
}

extension NSManagedObjectContext {
    /// The mutable set of an ordered to-many, one for each until the event ends.
    fileprivate final func orderedSet(
        of object: NSManagedObject, toMany index: Int
    ) -> MutableOrderedMembers {
        if let known = orderedSets.first(where: { $0.object === object && $0.index == index }) {
            known.settle()
            return known
        }
        // A loop on a private queue may ask many objects for their sets within one event.
        if orderedSets.count >= 64 { settleOrderedSets() }
        let set = MutableOrderedMembers(object, toMany: index)
        orderedSets.append(set)
        // The set can be changed without the context's knowledge: the event ends on its own.
        if turn.isNeeded { enqueueTurn() }
        return set
    }

    /// Gives up what was changed in the storage of an object's mutable ordered sets.
    final func revertOrderedSets(of object: NSManagedObject) {
        for set in orderedSets where set.object === object { set.revert() }
    }

    /// Writes what was changed in the storage of mutable ordered sets, and keeps those that the app
    /// still has.
    final func settleOrderedSets() {
        if orderedSets.isEmpty { return }
        for set in orderedSets { set.settle() }
        for place in orderedSets.indices.reversed()
        where isKnownUniquelyReferenced(&orderedSets[place]) {
            orderedSets.remove(at: place)
        }
    }
}

/// The parts that only some objects need: unsaved changes and used to-many relationships.
final class ObjectExtension {
    /// The known members of one to-many relationship.
    struct ToMany {
        /// The source's members with the unsaved changes applied; `nil` while it is a fault.
        var members: KeyList?
        /// Unsaved additions and removals, in order.
        var added = KeyList()
        var removed = KeyList()
        /// Whether members of an ordered relationship were moved.
        var isReordered = false
        /// The unsaved order, kept while the members are a fault again.
        var order: [ObjectKey] = []

        var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

        /// Whether a member is among those that are loaded or, if they are a fault, were added.
        func has(_ member: ObjectKey) -> Bool {
            // In place: a copy of the lists would count a reference to each.
            members != nil ? members!.contains(member) : added.contains(member)
        }

        /// Takes the members that the source has, and applies the unsaved changes.
        ///
        /// What the source has done as well is no change any more: a change that takes it back
        /// would seem to leave nothing to save.
        mutating func load(_ source: KeyList) {
            var loaded = source
            if !removed.isEmpty {
                for key in Array(removed.all) where !loaded.remove(key) { removed.remove(key) }
            }
            if !added.isEmpty {
                for key in Array(added.all) where !loaded.insert(key) { added.remove(key) }
            }
            if isReordered { loaded.arrange(order) }
            members = loaded
        }

        /// Records an addition; returns `false` for a present member.
        ///
        /// Without loaded members it is unknown whether the store has this one: the last change
        /// counts. One that comes back to an ordered to-many is its last, wherever it was; `nil`
        /// says that the members are to be loaded for that.
        mutating func add(_ member: ObjectKey, isOrdered: @autoclosure () -> Bool) -> Bool? {
            // Looked at in place: a copy of the lists would count a reference to each.
            if members != nil {
                if members!.contains(member) { return false }
            } else if !removed.isEmpty, removed.contains(member), isOrdered() {
                return nil
            }
            let wasRemoved = !removed.isEmpty && removed.remove(member)
            if !wasRemoved || members == nil {
                guard added.insert(member) else { return false }
            } else if isOrdered() {
                isReordered = true
            }
            members?.insert(member)
            return true
        }

        /// Records a removal; returns `false` for one that is no member.
        mutating func remove(_ member: ObjectKey) -> Bool {
            if members?.contains(member) == false { return false }
            let wasAdded = !added.isEmpty && added.remove(member)
            if !wasAdded || members == nil {
                guard removed.insert(member) else { return false }
            }
            members?.remove(member)
            return true
        }

        /// Replaces the temporary keys of members that got permanent ones.
        mutating func replaceTemporaryKeys(by permanent: (ObjectKey) -> ObjectKey) {
            members?.replaceTemporaryKeys(by: permanent)
            added.replaceTemporaryKeys(by: permanent)
        }

        /// Makes the members a fault; unsaved changes stay.
        mutating func dropMembers() {
            if isReordered, let members { order = Array(members.all) }
            members = nil
        }

        mutating func settle() {
            added = KeyList()
            removed = KeyList()
            isReordered = false
            order = []
        }
    }

    /// The object's ID, once there are both; see `RareParts`.
    @exclusivity(unchecked) var identity: NSManagedObjectID?
    /// The row before the first unsaved write, its slab retained; `nil` for an inserted object.
    @exclusivity(unchecked) var base: Row?
    /// The row before the first write of an event, its slab retained, and the event's number.
    ///
    /// `nil` if `base` is that row, or if the object was inserted in the event.
    var eventBase: Row?
    var eventNumber = 0
    /// One bit for each slot that was written since the last save, the first 64 of them.
    @exclusivity(unchecked) private var firstDirty: UInt64 = 0
    /// The bits of further slots, which few entities have.
    @exclusivity(unchecked) private var otherDirty: ContiguousArray<UInt64>
    @exclusivity(unchecked) var toManys: ContiguousArray<ToMany>
    /// Records the names of properties while a Swift key path runs on this object.
    var recorder: KeyRecorder?
    /// Rows that a fetch prefetched for this object; shared by all objects of the fetch.
    var prefetched: PrefetchedRows?
    /// The results of fetched properties that were read, by the properties' indexes.
    var fetched: [Int: [Any]] = [:]
    /// The stored slots that `awakeFromFetch()` wrote: no change, until there is one.
    var woken: [Int] = []
    /// The values of transient attributes of undefined type, by name.
    var boxes: [String: Any] = [:]
    /// The store that `assign(_:to:)` chose for a new object.
    var assignedStore: NSPersistentStore?
    /// The object in whose favour this one vanished.
    var successor: NSManagedObject?

    init(layout: RowLayout) {
        otherDirty =
            layout.nullWords == 1 ? [] : ContiguousArray(repeating: 0, count: layout.nullWords - 1)
        toManys = Self.unknownToManys(layout)
    }

    /// Gives up everything but the ID.
    func empty() {
        settle()
        toManys = []
        recorder = nil
        prefetched = nil
        fetched = [:]
        boxes = [:]
        woken = []
    }

    /// Has the to-manys of a layout, as a new one has.
    func refill(_ layout: RowLayout) {
        toManys = Self.unknownToManys(layout)
    }

    private static func unknownToManys(_ layout: RowLayout) -> ContiguousArray<ToMany> {
        layout.toManys.isEmpty
            ? [] : ContiguousArray(repeating: ToMany(), count: layout.toManys.count)
    }

    deinit {
        base?.releaseSlab()
        eventBase?.releaseSlab()
    }

    func isDirty(_ slot: Int) -> Bool {
        let word = slot < 64 ? firstDirty : otherDirty[(slot >> 6) - 1]
        return word >> UInt64(slot & 63) & 1 != 0
    }

    func setDirty(_ slot: Int) {
        let bit: UInt64 = 1 << UInt64(slot & 63)
        if slot < 64 { firstDirty |= bit } else { otherDirty[(slot >> 6) - 1] |= bit }
    }

    func setWokenDirty() {
        for slot in woken { setDirty(slot) }
    }

    /// Another row has taken the place of the one that `awakeFromFetch()` wrote.
    func forgetWoken() {
        for slot in woken { clearDirty(slot) }
        woken = []
    }

    func clearDirty(_ slot: Int) {
        let bit: UInt64 = 1 << UInt64(slot & 63)
        if slot < 64 { firstDirty &= ~bit } else { otherDirty[(slot >> 6) - 1] &= ~bit }
    }

    /// The number of slots written since the last save.
    var dirtyCount: Int {
        otherDirty.reduce(firstDirty.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
    }

    var hasDirtySlots: Bool { firstDirty != 0 || otherDirty.contains { $0 != 0 } }

    /// The bits of all written slots; `nil` if one word cannot hold those of the entity.
    var dirtyWord: UInt64? { otherDirty.isEmpty ? firstDirty : nil }

    /// Forgets the unsaved changes after they were saved or given up.
    func settle() {
        base?.releaseSlab()
        base = nil
        eventBase?.releaseSlab()
        eventBase = nil
        eventNumber = 0
        assignedStore = nil
        firstDirty = 0
        for index in otherDirty.indices { otherDirty[index] = 0 }
        for index in toManys.indices {
            toManys[index].settle()
        }
    }
}

extension ObjectExtension {
    /// Records the names of properties while a Swift key path runs on an object made for that.
    final class KeyRecorder {
        private(set) var names: [String] = []

        func add(_ name: String) { names.append(name) }
    }
}

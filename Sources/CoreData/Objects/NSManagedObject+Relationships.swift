import Foundation

extension NSManagedObject {
    /// The object of a key in this object's context, a fault if need be; `nil` for no key.
    func object(at key: ObjectKey) -> NSManagedObject? {
        guard !key.isNone else { return nil }
        guard let context = registry?.context else { unusable("outlived its context") }
        return context.object(at: key)
    }

    /// Whether the members of a to-many were read, or changed and not saved.
    func knowsMembers(ofToMany index: Int) -> Bool {
        guard let details else { return false }
        return details.toManys[index].members != nil || details.toManys[index].hasChanges
    }

    /// The members of a to-many.
    func members(ofToMany index: Int) -> Set<NSManagedObject> {
        Set(memberKeys(ofToMany: index).compactMap { object(at: $0) })
    }

    /// The keys of a to-many's members, in the order in which the source gave them and they were
    /// added; reads them from the source the first time.
    func memberKeys(ofToMany index: Int) -> [ObjectKey] {
        if state.contains(.fault) { fireFault() }
        let details = extended()
        if let members = details.toManys[index].members { return members.all }
        var members = KeyList()
        // An object that was inserted here is known to nobody else: it has what was added.
        if !state.contains(.inserted), !isLoose, !isForgotten {
            guard let context = registry?.context else { unusable("outlived its context") }
            members = KeyList(context.loadMembers(of: self, toMany: index))
        }
        for key in details.toManys[index].removed.all { members.remove(key) }
        for key in details.toManys[index].added.all { members.insert(key) }
        if details.toManys[index].isReordered { members.arrange(details.toManys[index].order) }
        details.toManys[index].members = members
        return members.all
    }

    /// The keys at the other end of a relationship.
    func destinationKeys(_ relationship: RelationshipLayout) -> [ObjectKey] {
        if let toMany = relationship.toManyIndex { return memberKeys(ofToMany: toMany) }
        let reference = readableRow().reference(of: layout.slots[relationship.slot!])
        return reference.isNone ? [] : [reference]
    }

    /// Sets a to-one and both ends of the inverse.
    func setToOne(_ slotIndex: Int, to destination: NSManagedObject?) {
        let slot = layout.slots[slotIndex]
        requireContext(toReach: destination)
        let former = readableRow().reference(of: slot)
        let next = destination?.key ?? .none
        guard former != next else { return }
        requireSameContext(destination, slot.name)
        writeReference(slot, next)
        guard let relationship = layout.relationship(ofSlot: slotIndex),
            let inverse = relationship.inverseName
        else { return }
        object(at: former)?.inverseLost(inverse, self)
        destination?.inverseGained(inverse, self)
    }

    /// Sets all members of a to-many: what is missing is removed, what is new is added.
    func setToMany(_ index: Int, to objects: [NSManagedObject]) {
        let wanted = KeyList(objects.map(\.key))
        for key in memberKeys(ofToMany: index) where !wanted.contains(key) {
            object(at: key).map { removeMember($0, ofToMany: index) }
        }
        for object in objects { addMember(object, toToMany: index) }
        if isOrdered(toMany: index) { arrange(wanted.all, inToMany: index) }
    }

    func isOrdered(toMany index: Int) -> Bool {
        layout.relationships[layout.toManys[index]].isOrdered
    }

    /// Gives some members of an ordered to-many the order of a list.
    func arrange(_ keys: [ObjectKey], inToMany index: Int) {
        let former = memberKeys(ofToMany: index)
        let details = extended()
        details.toManys[index].members!.arrange(keys)
        guard details.toManys[index].members!.all != former else { return }
        details.toManys[index].isReordered = true
        noteUpdate()
    }

    /// Adds a member to an ordered to-many, or moves it there: it comes ahead of the one that has
    /// the place now.
    func insertMember(_ member: NSManagedObject, at place: Int, inToMany index: Int) {
        addMember(member, toToMany: index)
        var keys = memberKeys(ofToMany: index).filter { $0 != member.key }
        keys.insert(member.key, at: place)
        arrange(keys, inToMany: index)
    }

    /// The members of an ordered to-many, in their order.
    func orderedMembers(ofToMany index: Int) -> NSOrderedSet {
        NSOrderedSet(array: memberKeys(ofToMany: index).compactMap { object(at: $0) })
    }

    /// Adds one member and sets its end of the inverse.
    func addMember(_ member: NSManagedObject, toToMany index: Int) {
        let relationship = layout.relationships[layout.toManys[index]]
        requireContext(toReach: member)
        requireSameContext(member, relationship.name)
        guard noteAdded(member.key, toToMany: index) else { return }
        guard let inverse = relationship.inverseName else { return }
        member.inverseGained(inverse, self)
    }

    func removeMember(_ member: NSManagedObject, ofToMany index: Int) {
        guard noteRemoved(member.key, fromToMany: index) else { return }
        let relationship = layout.relationships[layout.toManys[index]]
        guard let inverse = relationship.inverseName else { return }
        member.inverseLost(inverse, self)
    }

    /// The other end of a relationship was set to this object: sets this end.
    private func inverseGained(_ name: String, _ other: NSManagedObject) {
        // What is gone has no end to keep true, and may have no row to read.
        guard !state.contains(.gone) else { return }
        guard let relationship = layout.relationship(named: name) else { return }
        if let toMany = relationship.toManyIndex {
            _ = noteAdded(other.key, toToMany: toMany)
        } else if let slotIndex = relationship.slot {
            let slot = layout.slots[slotIndex]
            let former = readableRow().reference(of: slot)
            guard former != other.key else { return }
            writeReference(slot, other.key)
            // Whoever pointed here before loses this object.
            let back = relationship.description.inverseRelationship?.name
            if let back { object(at: former)?.inverseLost(back, self) }
        }
    }

    /// The other end of a relationship no longer points to this object: clears this end.
    private func inverseLost(_ name: String, _ other: NSManagedObject) {
        guard !state.contains(.gone) else { return }
        guard let relationship = layout.relationship(named: name) else { return }
        if let toMany = relationship.toManyIndex {
            _ = noteRemoved(other.key, fromToMany: toMany)
        } else if let slotIndex = relationship.slot {
            let slot = layout.slots[slotIndex]
            if readableRow().reference(of: slot) == other.key { writeReference(slot, .none) }
        }
    }

    /// Clears the to-ones of an object that a policy has brought back, where their destinations are
    /// to be deleted all the same: a saved reference to nothing would be worse than none.
    func letGoOfDeleted() {
        for slot in layout.toOneSlots {
            let reference = readableRow().reference(of: slot)
            guard let other = object(at: reference), other.state.contains(.deleted) else {
                continue
            }
            writeReference(slot, .none)
        }
    }

    private func writeReference(_ slot: Slot, _ key: ObjectKey) {
        writableRow().setReference(key, of: slot)
        markDirty(slot.index)
    }

    /// Records an addition without loading the members; `false` when the member is there already.
    private func noteAdded(_ member: ObjectKey, toToMany index: Int) -> Bool {
        if state.contains(.fault) { fireFault() }
        let details = extended()
        if details.toManys[index].members?.contains(member) ?? false { return false }
        // With the members unknown the store may hold the member or not: the last word counts.
        let wasRemoved = details.toManys[index].removed.remove(member)
        if !wasRemoved || details.toManys[index].members == nil {
            guard details.toManys[index].added.insert(member) else { return false }
        }
        details.toManys[index].members?.insert(member)
        noteUpdate()
        return true
    }

    private func noteRemoved(_ member: ObjectKey, fromToMany index: Int) -> Bool {
        if state.contains(.fault) { fireFault() }
        let details = extended()
        if let members = details.toManys[index].members, !members.contains(member) { return false }
        let wasAdded = details.toManys[index].added.remove(member)
        if !wasAdded || details.toManys[index].members == nil {
            guard details.toManys[index].removed.insert(member) else { return false }
        }
        details.toManys[index].members?.remove(member)
        noteUpdate()
        return true
    }

    /// Objects refer to each other by keys, which a context gives.
    private func requireContext(toReach other: NSManagedObject?) {
        guard let other else { return }
        if isLoose { unusable("is in no context") }
        if other.isLoose { other.unusable("is in no context") }
    }

    private func requireSameContext(_ other: NSManagedObject?, _ name: String) {
        guard let other else { return }
        if isForgotten { unusable("was left behind by a reset of its context") }
        if other.isForgotten { other.unusable("was left behind by a reset of its context") }
        if other.registry === registry { return }
        fatalError(
            """
            Illegal attempt to establish a relationship “\(name)” between objects in different \
            contexts. Ask this object's context for the other one: object(with: other.objectID).
            """)
    }

    /// Whether a to-many's members, or a to-one's destination, are still to be read.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        requireQueue("hasFault(forRelationshipNamed:)")
        guard let relationship = layout.relationship(named: key) else { return false }
        if let toMany = relationship.toManyIndex { return details?.toManys[toMany].members == nil }
        guard !isFault, let row, let slot = relationship.slot else { return true }
        return object(at: row.reference(of: layout.slots[slot]))?.isFault ?? false
    }

    /// The IDs of a relationship's objects, none of which is fired.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        requireQueue("objectIDs(forRelationshipNamed:)")
        guard let relationship = layout.relationship(named: key),
            let context = registry?.context
        else { return [] }
        if let toMany = relationship.toManyIndex {
            return memberKeys(ofToMany: toMany).map(context.makeID)
        }
        let reference = readableRow().reference(of: layout.slots[relationship.slot!])
        return reference.isNone ? [] : [context.makeID(reference)]
    }
}

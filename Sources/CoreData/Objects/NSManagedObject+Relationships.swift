import Foundation

extension NSManagedObject {
    /// The object of a key in this object's context, possibly a fault; `nil` for no key.
    func object(at key: ObjectKey) -> NSManagedObject? {
        guard !key.isNone else { return nil }
        guard let context = registry?.context else { unusable("outlived its context") }
        return context.object(at: key)
    }

    /// Whether the members of a to-many are loaded, or have unsaved changes.
    func knowsMembers(ofToMany index: Int) -> Bool {
        guard let details else { return false }
        return details.toManys[index].members != nil || details.toManys[index].hasChanges
    }

    /// The members of a to-many.
    func members(ofToMany index: Int) -> Set<NSManagedObject> {
        Set(memberKeys(ofToMany: index).compactMap { object(at: $0) })
    }

    /// The keys of a to-many's members, in the order of the source, then of their addition.
    ///
    /// The first call reads them from the source.
    func memberKeys(ofToMany index: Int) -> [ObjectKey] {
        if state.contains(.fault) { fireFault() }
        let details = extended()
        if let members = details.toManys[index].members { return Array(members.all) }
        var source = KeyList()
        // No other context knows an object that was inserted here: it has just the added members.
        if !state.contains(.inserted), !isLoose, !isForgotten {
            guard let context = registry?.context else { unusable("outlived its context") }
            source = KeyList(context.loadMembers(of: self, toMany: index))
        }
        details.toManys[index].load(source)
        return Array(details.toManys[index].members!.all)
    }

    /// The keys at the other end of a relationship.
    func destinationKeys(_ relationship: RelationshipLayout) -> [ObjectKey] {
        if let toMany = relationship.toManyIndex { return memberKeys(ofToMany: toMany) }
        let reference = readableRow().reference(of: layout.slots[relationship.slot!])
        return reference.isNone ? [] : [reference]
    }

    /// Sets a to-one, and the inverse at its former and its new destination.
    func setToOne(_ slotIndex: Int, to destination: NSManagedObject?) {
        withLayout { setToOne($0.places[slotIndex], to: destination, $0) }
    }

    private func setToOne(
        _ place: Slot.Place, to destination: NSManagedObject?, _ layout: RowLayout
    ) {
        requireContext(toReach: destination)
        let former = readableRow().reference(of: place)
        let next = destination?.key ?? .none
        guard former != next else { return }
        requireSameContext(destination, layout.slots[place.index].name)
        writeReference(place, next)
        guard let inverse = layout.inverseName(ofSlot: place.index) else { return }
        object(at: former)?.inverseLost(inverse, self)
        destination?.inverseGained(inverse, self)
    }

    /// Sets all members of a to-many for the app, after what its mutable ordered sets hold back.
    func replaceMembers(ofToMany index: Int, with objects: [NSManagedObject]) {
        registry?.context?.settleOrderedSets()
        setToMany(index, to: objects)
    }

    /// Sets all members of a to-many, by removing and adding single ones.
    func setToMany(_ index: Int, to objects: [NSManagedObject]) {
        let wanted = KeyList(objects.map(\.key))
        for key in memberKeys(ofToMany: index) where !wanted.contains(key) {
            object(at: key).map { removeMember($0, ofToMany: index) }
        }
        for object in objects { addMember(object, toToMany: index) }
        if isOrdered(toMany: index) { arrange(Array(wanted.all), inToMany: index) }
    }

    func isOrdered(toMany index: Int) -> Bool {
        layout.relationships[layout.toManys[index]].isOrdered
    }

    /// Gives some members of an ordered to-many the order of a list.
    func arrange(_ keys: [ObjectKey], inToMany index: Int) {
        keepMembersForUndo(ofToMany: index)
        let former = memberKeys(ofToMany: index)
        let details = extended()
        details.toManys[index].members!.arrange(keys)
        guard Array(details.toManys[index].members!.all) != former else { return }
        details.toManys[index].isReordered = true
        noteUpdate()
    }

    /// Takes the marks off ordered to-manys whose members are in the source's order again.
    func unmarkEqualOrders() {
        guard let details, let context = registry?.context else { return }
        for (index, toMany) in details.toManys.enumerated() {
            guard toMany.isReordered, toMany.added.isEmpty, toMany.removed.isEmpty,
                let members = toMany.members,
                let source = try? context.readMembers(of: self, toMany: index),
                Array(members.all) == source
            else { continue }
            details.toManys[index].isReordered = false
        }
    }

    /// Inserts a member into an ordered to-many, or moves it there, before the present one.
    func insertMember(_ member: NSManagedObject, at place: Int, inToMany index: Int) {
        addMember(member, toToMany: index)
        var keys = memberKeys(ofToMany: index).filter { $0 != member.key }
        keys.insert(member.key, at: place)
        arrange(keys, inToMany: index)
    }

    /// The members of an ordered to-many, in order.
    func orderedMembers(ofToMany index: Int) -> NSOrderedSet {
        registry?.context?.settleOrderedSets()
        return NSOrderedSet(array: memberKeys(ofToMany: index).compactMap { object(at: $0) })
    }

    /// Adds one member, and sets its end of the inverse.
    func addMember(_ member: NSManagedObject, toToMany index: Int) {
        withLayout { layout in
            layout.unretainedRelationship(ofToMany: index)._withUnsafeGuaranteedRef {
                requireContext(toReach: member)
                requireSameContext(member, $0.name)
                guard noteAdded(member.key, toToMany: index) else { return }
                guard let inverse = $0.inverseName else { return }
                member.inverseGained(inverse, self)
            }
        }
    }

    /// Whether adding a member would change nothing, as far as that is known without reading.
    func isKnown(_ member: ObjectKey, inToMany index: Int) -> Bool {
        guard rare.hasDetails else { return false }
        return rare.withDetails { $0.toManys[index].has(member) }
    }

    func removeMember(_ member: NSManagedObject, ofToMany index: Int) {
        guard noteRemoved(member.key, fromToMany: index) else { return }
        let relationship = layout.relationships[layout.toManys[index]]
        guard let inverse = relationship.inverseName else { return }
        member.inverseLost(inverse, self)
    }

    /// Sets this end of a relationship after the other end was set to this object.
    private func inverseGained(_ name: String, _ other: NSManagedObject) {
        // A deleted object has no end to maintain, and may have no row to read.
        guard !state.contains(.gone) else { return }
        withLayout { layout in
            layout.unretainedRelationship(named: name)?._withUnsafeGuaranteedRef { relationship in
                if let toMany = relationship.toManyIndex {
                    _ = noteAdded(other.key, toToMany: toMany)
                    return
                }
                let place = layout.places[relationship.slot!]
                let former = readableRow().reference(of: place)
                guard former != other.key else { return }
                writeReference(place, other.key)
                // The former destination's end points here no longer.
                if former.isNone { return }
                if let back = relationship.inverseName {
                    object(at: former)?.inverseLost(back, self)
                }
            }
        }
    }

    /// Clears this end of a relationship after the other end was cleared.
    private func inverseLost(_ name: String, _ other: NSManagedObject) {
        guard !state.contains(.gone) else { return }
        guard let relationship = layout.relationship(named: name) else { return }
        if let toMany = relationship.toManyIndex {
            _ = noteRemoved(other.key, fromToMany: toMany)
        } else if let slotIndex = relationship.slot {
            let place = layout.places[slotIndex]
            if readableRow().reference(of: place) == other.key { writeReference(place, .none) }
        }
    }

    /// Clears the to-ones of an object that a policy restored, if their destinations are still
    /// deleted.
    ///
    /// Otherwise the save would write a reference to a missing row.
    func letGoOfDeleted() {
        for place in layout.toOnePlaces {
            let reference = readableRow().reference(of: place)
            guard let other = object(at: reference), other.state.contains(.deleted) else {
                continue
            }
            writeReference(place, .none)
        }
    }

    private func writeReference(_ place: Slot.Place, _ key: ObjectKey) {
        writableRow().setReference(key, of: place)
        markDirty(place.index)
    }

    /// Records an addition; returns `false` for a present member.
    ///
    /// It loads no members, but of an ordered to-many to which a removed one comes back.
    private func noteAdded(_ member: ObjectKey, toToMany index: Int) -> Bool {
        if state.contains(.fault) { fireFault() }
        keepMembersForUndo(ofToMany: index)
        func add() -> Bool? {
            withExtension { $0.toManys[index].add(member, isOrdered: isOrdered(toMany: index)) }
        }
        var isNew = add()
        if isNew == nil {
            _ = memberKeys(ofToMany: index)
            isNew = add()
        }
        guard isNew == true else { return false }
        noteUpdate()
        return true
    }

    private func noteRemoved(_ member: ObjectKey, fromToMany index: Int) -> Bool {
        if state.contains(.fault) { fireFault() }
        keepMembersForUndo(ofToMany: index)
        guard extended().toManys[index].remove(member) else { return false }
        noteUpdate()
        return true
    }

    /// Traps for objects without a context: objects refer to each other by keys, which a context
    /// gives.
    private func requireContext(toReach other: NSManagedObject?) {
        guard let other else { return }
        if isLoose { unusable("is in no context") }
        if other.isLoose { other.unusable("is in no context") }
    }

    private func requireSameContext(_ other: NSManagedObject?, _ name: @autoclosure () -> String) {
        guard let other else { return }
        if isForgotten { unusable("was left behind by a reset of its context") }
        if other.isForgotten { other.unusable("was left behind by a reset of its context") }
        if sharesContext(with: other) {
            let hasLeft = state.contains(.departed)
            if hasLeft == other.state.contains(.departed) {
                if state.union(other.state).contains(.gone) { noteGone(other) }
                return
            }
            fatalError(
                """
                Illegal attempt to establish a relationship “\(name())”: \
                \((hasLeft ? self : other).objectID) is in no context any more, since its deletion \
                was saved or its insertion taken back. Ask for managedObjectContext first.
                """)
        }
        fatalError(
            """
            Illegal attempt to establish a relationship “\(name())” between objects in different \
            contexts. Ask this object's context for the other one: object(with: other.objectID).
            """)
    }

    /// A save refuses a reference that has no row at one of its ends.
    private func noteGone(_ other: NSManagedObject) {
        for object in [self, other] where object.state.contains(.gone) {
            registry?.context?.pending.noteReference(toGone: object)
        }
    }

    /// Whether a to-many's members, or a to-one's destination, are not loaded yet.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        requireQueue("hasFault(forRelationshipNamed:)")
        guard let relationship = layout.relationship(named: key) else { return false }
        if let toMany = relationship.toManyIndex { return details?.toManys[toMany].members == nil }
        guard !isFault, let row, let slot = relationship.slot else { return true }
        return object(at: row.reference(of: layout.slots[slot]))?.isFault ?? false
    }

    /// The IDs of a relationship's objects; fires no fault of them.
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

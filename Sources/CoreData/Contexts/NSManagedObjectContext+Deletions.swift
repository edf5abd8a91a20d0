import Foundation

// Objects that another context deleted, and unsaved references to them.
extension NSManagedObjectContext {
    /// Deletes here the objects that another context deleted and saved.
    ///
    /// An object that the app still refers to stays registered, readable and `isDeleted`; fetches
    /// leave it out, and a save has nothing to do for it. Unsaved references to it are taken back
    /// by its delete rules. Saved ones stay: the deleting context has written their changes, and
    /// these arrive as updates.
    ///
    /// - Parameter isWhole: whether the changes name the objects at the other ends, too, as those
    ///   of a context's save do. A batch request's and a history's do not.
    final func mergeDeleted(_ keys: [ObjectKey], isWhole: Bool) {
        var wereChanged = false
        for key in keys {
            guard let object = registry.object(key, root: layout(of: key).rootNumber),
                object.state.isDisjoint(with: .unrefreshed)
            else { continue }
            wereChanged = wereChanged || object.hasChanges
            markGone(object)
            object.state.insert(.deletedByMerge)
            hasMergedDeletions = true
        }
        if wereChanged { pending.dropGone() }
        takeBackReferences(to: keys)
        if !isWhole { letGo(of: keys) }
    }

    /// Takes deleted objects out of loaded relationships whose owners no change names.
    private func letGo(of keys: [ObjectKey]) {
        readAhead.forgetPrefetches()
        let gone = Set(keys.map(\.bits))
        let roots = Set(keys.map { layout(of: $0).rootNumber })
        var concerned: [Int: Bool] = [:]
        var referring: [NSManagedObject] = []
        for object in registry.all where object.state.isDisjoint(with: .dead) {
            let layout = object.layout
            let isConcerned =
                concerned[layout.number]
                ?? layout.relationships.contains {
                    $0.description.destinationEntity.map { roots.contains($0.root.index + 1) }
                        ?? false
                }
            concerned[layout.number] = isConcerned
            guard isConcerned else { continue }
            if let toManys = object.details?.toManys {
                for (index, toMany) in toManys.enumerated() {
                    guard let members = toMany.members?.all.filter({ gone.contains($0.bits) }),
                        !members.isEmpty
                    else { continue }
                    for key in members { object.details!.toManys[index].members!.remove(key) }
                    noteRefreshed(object)
                }
            }
            guard let row = object.row else { continue }
            let refers = object.layout.toOneSlots.contains {
                gone.contains(row.reference(of: $0).bits)
                    && !(object.details?.isDirty($0.index) ?? false)
            }
            if refers { referring.append(object) }
        }
        source?.rootCoordinator?.forgetRows(referring.map(\.key))
        for object in referring { readAgain(object) }
    }

    /// Marks an object that its store has no longer.
    final func markGone(_ object: NSManagedObject) {
        // If its row is at hand, the values stay readable.
        if object.state.contains(.fault), object.row != nil { object.fireFault() }
        forget(object, inMembersOfOthers: object.row)
        object.state.subtract(.pending)
        object.state.remove(.outdated)
        object.state.insert(.gone)
        if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
    }

    /// Removes deleted objects from the unsaved changes of others.
    ///
    /// References become nil; under the deleted object's cascade rule the others are deleted, too.
    final func takeBackReferences(to keys: [ObjectKey]) {
        guard !pending.inserted.isEmpty || !pending.updated.isEmpty else { return }
        let gone = Set(keys.map(\.bits))
        for object in pending.insertedNow + pending.updatedNow {
            takeBackToOnes(of: object, gone)
            takeBackMembers(of: object, gone)
        }
    }

    private func takeBackToOnes(of object: NSManagedObject, _ gone: Set<UInt64>) {
        guard object.state.contains(.ownsRow), let row = object.row else { return }
        for slot in object.layout.toOneSlots where gone.contains(row.reference(of: slot).bits) {
            // The deleting context has changed saved references, according to its delete rules.
            guard object.state.contains(.inserted) || object.details?.isDirty(slot.index) ?? false
            else { continue }
            let rule = inverseRule(object.layout.relationship(ofSlot: slot.index))
            if rule == .noActionDeleteRule { continue }
            row.setReference(.none, of: slot)
            noteUpdated(object)
            if rule == .cascadeDeleteRule { delete(object) }
        }
    }

    private func takeBackMembers(of object: NSManagedObject, _ gone: Set<UInt64>) {
        guard let details = object.details else { return }
        for index in details.toManys.indices where details.toManys[index].hasChanges {
            for key in details.toManys[index].removed.all where gone.contains(key.bits) {
                details.toManys[index].removed.remove(key)
            }
            for key in details.toManys[index].added.all where gone.contains(key.bits) {
                details.toManys[index].added.remove(key)
                details.toManys[index].members?.remove(key)
                noteUpdated(object)
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                if inverseRule(relationship) == .cascadeDeleteRule { delete(object) }
            }
        }
    }

    /// The delete rule of the other end, which decides about this one if a destination is deleted.
    private func inverseRule(_ relationship: RelationshipLayout?) -> NSDeleteRule {
        relationship?.description.inverseRelationship?.deleteRule ?? .nullifyDeleteRule
    }

    /// Removes an object from the loaded members of others, without changing these objects.
    private func forget(_ object: NSManagedObject, inMembersOfOthers row: Row?) {
        for relationship in object.layout.relationships {
            guard let inverse = relationship.inverseName else { continue }
            var others: [ObjectKey] = []
            if let toMany = relationship.toManyIndex {
                others = object.details?.toManys[toMany].members.map { Array($0.all) } ?? []
            } else if let slot = relationship.slot, let row {
                others = [row.reference(of: object.layout.slots[slot])]
            }
            for key in others where !key.isNone {
                guard let other = registry.object(key, root: layout(of: key).rootNumber),
                    let toMany = other.layout.relationship(named: inverse)?.toManyIndex
                else { continue }
                other.details?.toManys[toMany].members?.remove(object.key)
            }
        }
    }
}

import Foundation

// Objects that somebody else deleted: what is left of them here, and of what refers to them.
extension NSManagedObjectContext {
    /// Deletes here what another context deleted and saved.
    ///
    /// An object that somebody holds stays registered, readable and `isDeleted`, fetches leave it
    /// out, and there is nothing to save about it. Unsaved references to it are taken back, as its
    /// delete rules say. Saved ones are not touched: whoever deleted it has written those, and they
    /// come as updates.
    final func mergeDeleted(_ keys: [ObjectKey]) {
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
    }

    /// Marks an object that no store has any more.
    final func markGone(_ object: NSManagedObject) {
        // Its row may be at hand: the values stay readable.
        if object.state.contains(.fault), object.row != nil { object.fireFault() }
        forget(object, inMembersOfOthers: object.row)
        object.state.subtract(.pending)
        object.state.remove(.outdated)
        object.state.insert(.gone)
        if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
    }

    /// Takes objects that are gone out of the unsaved changes of others: nullified, or — by their
    /// cascade rule — the others deleted too.
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
            // A saved reference is the business of whoever deleted the object.
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

    /// The rule of the other end: what the deletion of a destination does to this one.
    private func inverseRule(_ relationship: RelationshipLayout?) -> NSDeleteRule {
        relationship?.description.inverseRelationship?.deleteRule ?? .nullifyDeleteRule
    }

    /// Takes an object out of the members that others have loaded, which is no change of theirs.
    private func forget(_ object: NSManagedObject, inMembersOfOthers row: Row?) {
        for relationship in object.layout.relationships {
            guard let inverse = relationship.inverseName else { continue }
            var others: [ObjectKey] = []
            if let toMany = relationship.toManyIndex {
                others = object.details?.toManys[toMany].members?.all ?? []
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

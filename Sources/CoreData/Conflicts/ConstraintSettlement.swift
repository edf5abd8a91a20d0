/// Settles one constraint conflict: one object keeps the values, the others lose them.
///
///     policy           a new object and a stored one           two stored objects
///     object trump     stored one takes the new one's values   stored one is deleted
///     overwrite        … and its nils                          stored one is deleted
///     store trump      stored one takes values where it has    changed one gets its former
///                      nil                                     values of the constraint back
///     rollback         stored one stays as it is               changed one loses its changes
///
/// A new object that loses gives its relationships to the winner, and vanishes as if it had been
/// deleted before the save. Among several objects of one save the last one's values win under a
/// policy where objects trump, else the first one's.
struct ConstraintSettlement {
    private let conflict: NSConstraintConflict
    private let type: NSMergePolicyType

    init(_ conflict: NSConstraintConflict, _ type: NSMergePolicyType) {
        self.conflict = conflict
        self.type = type
    }

    private var keepsOwn: Bool {
        type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
    }

    /// Settles the conflicts of a save, which are all of one context.
    static func run(_ conflicts: [NSConstraintConflict], _ type: NSMergePolicyType) {
        let context = conflicts.lazy.flatMap(\.conflictingObjects)
            .compactMap(\.managedObjectContext).first
        for conflict in conflicts { ConstraintSettlement(conflict, type).run() }
        // Any object of the save may refer to one that has vanished. Asked for each of these, the
        // time of a save would grow with the square of its conflicts.
        context?.replaceTemporaryKeysOfChanges()
    }

    private func run() {
        // An earlier conflict of the same list may have removed an object.
        let members = conflict.conflictingObjects.filter { !$0.isDead && $0.hasChanges }
        guard let first = members.first, let context = first.managedObjectContext else { return }
        if let stored = conflict.databaseObject, !stored.isDead {
            for member in members { settle(member, with: stored, context) }
            return
        }
        // An object with a row wins over new ones.
        let winner = members.first { !$0.isInserted } ?? first
        for member in members where member !== winner {
            if member.isInserted {
                take(member, into: winner, context)
            } else {
                restore(member, context)
            }
        }
    }

    private func settle(
        _ member: NSManagedObject, with stored: NSManagedObject,
        _ context: NSManagedObjectContext
    ) {
        if member.isInserted {
            take(member, into: stored, context)
        } else if keepsOwn {
            context.delete(stored)
        } else {
            restore(member, context)
        }
    }

    /// Gives up the values that the store already has, or all changes.
    private func restore(_ member: NSManagedObject, _ context: NSManagedObjectContext) {
        if type == .rollbackMergePolicyType {
            context.forgetChanges(of: member)
            context.noteRefreshed(member)
            return
        }
        guard let base = member.details?.base else { return }
        let row = member.writableRow()
        for slot in member.layout.slots where conflict.constraint.contains(slot.name) {
            row.copySlot(slot, from: base)
            member.details?.clearDirty(slot.index)
        }
    }

    // MARK: A new object gives way

    private func take(
        _ loser: NSManagedObject, into winner: NSManagedObject, _ context: NSManagedObjectContext
    ) {
        // Either may refer to an object that has vanished for an earlier conflict of the list.
        context.replaceTemporaryKeys(in: [loser, winner])
        copyValues(of: loser, to: winner)
        moveRelationships(of: loser, to: winner)
        context.vanish(loser, inFavourOf: winner)
    }

    private func copyValues(of loser: NSManagedObject, to winner: NSManagedObject) {
        guard type != .rollbackMergePolicyType else { return }
        let values = loser.row!
        for slot in loser.layout.slots where slot.kind != .toOne && !slot.isDerived {
            guard let own = winner.layout.slots.first(where: { $0.name == slot.name }),
                own.kind == slot.kind, isTaken(slot, values, winner.readableRow(), own),
                !(own.index == slot.index && values.isEqual(winner.readableRow(), slot: own))
            else { continue }
            let row = winner.writableRow()
            row.setNull(own.index, values.isNull(slot.index))
            if slot.kind.isRecord {
                row.setRecord(
                    values.copyRecord(at: slot.offset, slot: slot.index, to: row.slab), of: own)
            } else {
                row.words[own.offset] = values.words[slot.offset]
            }
            winner.markDirty(own.index)
        }
    }

    /// Whether the winner takes a value: any, any but nil, or only one that it lacks.
    private func isTaken(_ slot: Slot, _ values: Row, _ row: Row, _ own: Slot) -> Bool {
        switch type {
        case .overwriteMergePolicyType: true
        case .mergeByPropertyObjectTrumpMergePolicyType: !values.isNull(slot.index)
        default: row.isNull(own.index) && !values.isNull(slot.index)
        }
    }

    private func moveRelationships(of loser: NSManagedObject, to winner: NSManagedObject) {
        for relationship in loser.layout.relationships {
            guard let own = winner.layout.relationship(named: relationship.name) else { continue }
            let keys = loser.destinationKeys(relationship)
            guard !keys.isEmpty else { continue }
            let others = keys.compactMap { loser.object(at: $0) }.filter { $0 !== winner }
            if let from = relationship.toManyIndex, let to = own.toManyIndex {
                for other in others {
                    loser.removeMember(other, ofToMany: from)
                    winner.addMember(other, toToMany: to)
                }
            } else if let from = relationship.slot, let to = own.slot {
                loser.setToOne(from, to: nil)
                let isFree = winner.readableRow().reference(of: winner.layout.slots[to]).isNone
                if let other = others.first, isFree || keepsOwn { winner.setToOne(to, to: other) }
            }
        }
    }
}

extension NSManagedObjectContext {
    /// Takes a new object out of the save, and makes references to it lead to another object once
    /// `replaceTemporaryKeysOfChanges()` has run.
    final func vanish(_ loser: NSManagedObject, inFavourOf winner: NSManagedObject) {
        loser.extended().successor = winner
        loser.state.insert([.deleted, .deletionPropagated])
        if loser.state.insert(.inDeletedList).inserted { pending.deleted.append(loser) }
        if loser.state.insert(.inEventDeleted).inserted { event.deleted.append(loser) }
        registry.remove(
            Unmanaged.passUnretained(loser).toOpaque(), loser.key, root: loser.layout.rootNumber)
        guard loser.key.isTemporary else { return }
        publish([AliasTable.Alias(former: loser.key, key: winner.key)])
    }
}

extension NSManagedObject {
    /// The object that a save has kept instead of this one, because a uniqueness constraint allows
    /// only one of the two; `nil` for any other object.
    ///
    /// - Precondition: on the context's queue.
    package final var successor: NSManagedObject? { details?.successor }
}

import Foundation

extension NSManagedObjectContext {
    final func takeUndoManager(_ manager: UndoManager?) {
        guard manager !== undoRecorder?.manager else { return }
        endEvent()
        undoRecorder = manager.map { UndoRecorder($0, of: self) }
        registry.recordsUndo = manager != nil
    }

    /// Ends the event, and takes the last step back.
    final func undoLastStep() {
        checkQueue("undo()")
        guard let recorder = undoRecorder else { return }
        processPendingChanges()
        recorder.manager.undo()
    }

    /// Ends the event, and takes the step again that was undone last.
    final func redoLastStep() {
        checkQueue("redo()")
        guard let recorder = undoRecorder else { return }
        processPendingChanges()
        recorder.manager.redo()
    }

    /// Forgets every step, and what the present event changed.
    final func forgetSteps() {
        guard let recorder = undoRecorder else { return }
        recorder.forget()
        // Who disabled registration enables it again, and counts on its being disabled.
        let disablings = recorder.manager.disablings
        recorder.manager.removeAllActions()
        recorder.manager.disablings = disablings
    }

    /// Sets objects back to what they were before an event, as an event of its own.
    ///
    /// Its own former state is recorded meanwhile: the manager takes that for a redo.
    final func takeBack(_ step: UndoStep) {
        endEvent()
        let present = step.changes.filter { $0.values != nil }
        var revived: Set<ObjectIdentifier> = []
        for change in present where change.object.isDead {
            if revive(change.object) { revived.insert(ObjectIdentifier(change.object)) }
        }
        let restored = present.filter { !$0.object.isDead }
        for change in restored { restoreValues(change) }
        for change in restored { restoreMembers(change) }
        let inserted = step.changes.filter { $0.values == nil && !$0.object.isDead }
        for change in inserted { unmake(change.object) }
        for change in inserted { releaseReferrers(of: change.object) }
        // Before changes are settled: the recorder tells them by what is unsaved.
        undoRecorder?.takeStep()
        // A rule may have deleted one of them.
        let living = restored.filter { !$0.object.isDead }
        for change in living { settleIfUnchanged(change.object) }
        for change in living where change.object.layout.isSubclassed {
            change.object.awake(
                fromSnapshotEvents: revived.contains(ObjectIdentifier(change.object))
                    ? .undoDeletion : .undoUpdate)
        }
        endEvent()
    }

    private func restoreValues(_ change: UndoStep.Change) {
        let object = change.object
        for slot in change.slots {
            if slot.kind == .toOne {
                let other = change.destinations[slot.index]
                object.setToOne(slot.index, to: other.flatMap { $0.isDead ? nil : $0 })
            } else {
                object.writableRow().copySlot(slot, from: change.values!.row)
                object.markDirty(slot.index)
            }
        }
    }

    private func restoreMembers(_ change: UndoStep.Change) {
        for (index, objects) in change.members {
            change.object.setToMany(index, to: objects.filter { !$0.isDead })
        }
    }

    /// Takes a deletion back; an object whose deletion was saved is inserted again.
    ///
    /// - Returns: false for an object that another context has deleted.
    private func revive(_ object: NSManagedObject) -> Bool {
        undoRecorder?.rememberAbsent(object)
        guard object.state.contains(.gone) else {
            object.state.subtract([.deleted, .deletionPropagated])
            if object.state.contains(.inserted) {
                noteInserted(object, object.layout)
            } else {
                noteUpdated(object)
            }
            return true
        }
        guard object.state.contains(.departed), !object.isForgotten else { return false }
        object.showPermanentID()
        object.adopt(nil)
        object.rare.forgetDetails()
        object.state = []
        takeNew(object, object.layout)
        return true
    }

    /// Takes an insertion back: the next save knows nothing of the object, or deletes it.
    private func unmake(_ object: NSManagedObject) {
        if object.layout.isSubclassed { object.awake(fromSnapshotEvents: .undoInsertion) }
        // Behind the app's code, whose fetch would end the event.
        undoRecorder?.rememberAll(object)
        object.state.insert(.deleted)
        if object.state.insert(.inDeletedList).inserted { pending.deleted.append(object) }
        pending.touch(object.layout)
        // What was there before has been restored; `releaseReferrers` sees to what came later.
        object.state.insert(.deletionPropagated)
        if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
        if turn.isNeeded { enqueueTurn() }
    }

    /// Applies delete rules for those that have come to refer to an object since it was inserted: a
    /// merge brought them, or nothing was registered when they were set.
    ///
    /// Where a relationship has no inverse, what the object leads to does not refer to it.
    private func releaseReferrers(of object: NSManagedObject) {
        for relationship in object.layout.relationships where relationship.inverseName != nil {
            propagateDelete(of: object, along: relationship, skippingDead: true)
        }
        propagateDeletes()
    }

    /// Takes an object out of the pending changes if it is as it was last saved.
    private func settleIfUnchanged(_ object: NSManagedObject) {
        guard object.state.contains(.updated), object.state.isDisjoint(with: .unrefreshed) else {
            return
        }
        object.unmarkEqualOrders()
        guard !(object.details?.toManys.contains { $0.hasChanges } ?? false) else { return }
        if object.state.contains(.ownsRow), let details = object.details, let row = object.row,
            let base = details.base
        {
            object.unmarkEqualSlots(toOnes: true)
            guard !details.hasDirtySlots,
                object.layout.transientSlots.allSatisfy({ row.isEqual(base, slot: $0) })
            else { return details.setWokenDirty() }
        }
        forgetChanges(of: object)
    }
}

extension NSManagedObject {
    /// Has an undo manager's recorder keep the object as it is before a change.
    @inline(__always)
    func keepForUndo() {
        if registry?.recordsUndo ?? false { registry?.context?.undoRecorder?.remember(self) }
    }

    /// The same for the members of a to-many.
    @inline(__always)
    func keepMembersForUndo(ofToMany index: Int) {
        if canChangeUnnoticed { return }
        registry?.context?.undoRecorder?.rememberMembers(of: self, toMany: index)
    }
}

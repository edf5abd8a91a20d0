import Foundation

// The effects of the merge policies on a context's objects.
extension NSManagedObjectContext {
    /// Gives up the object's own changes, and adopts the newest row.
    final func takeNewest(_ object: NSManagedObject, _ newest: Row) {
        forgetChanges(of: object)
        object.details?.forgetWoken()
        newest.retainSlab()
        object.adopt(newest)
        noteRefreshed(object)
    }

    /// Keeps all of the object's own values, on top of the newest version.
    final func overwrite(_ object: NSManagedObject, over newest: Row) {
        _ = object.writableRow()
        for slot in object.layout.storedSlots where !slot.isDerived {
            object.details!.setDirty(slot.index)
        }
        rebaseMarked(object, onto: newest)
    }

    /// Gives up the object's own changes of properties that another context changed, too.
    final func yieldChangedByOthers(_ object: NSManagedObject, to newest: Row) {
        guard let details = object.details, let base = details.base else { return }
        for slot in object.layout.slots where details.isDirty(slot.index) {
            if !newest.isEqual(base, slot: slot) { details.clearDirty(slot.index) }
        }
    }

    /// Inserts an object that another context deleted again under its key, or deletes it here, too.
    final func settleDeletedByOthers(_ object: NSManagedObject, keepsOwn: Bool) {
        if keepsOwn && object.hasChanges && !object.state.contains(.deleted) {
            _ = object.writableRow()
            object.details?.settle()
            object.state.remove(.updated)
            noteInserted(object, object.layout)
            return
        }
        forgetChanges(of: object)
        markGone(object)
        takeBackReferences(to: [object.key])
    }
}

extension NSManagedObjectContext {
    final func guardAgainstConflicts(_ object: NSManagedObject) {
        checkQueue("detectConflicts(for:)")
        precondition(
            object.registry === registry,
            "the object belongs to another context: ask this one for object(with: objectID)")
        guard object.state.isDisjoint(with: .unrefreshed),
            !guardedObjects.contains(where: { $0 === object })
        else { return }
        // The save compares the version that this context has read, so read one now.
        if object.isFault { object.fireFault() }
        guardedObjects.append(object)
    }
}

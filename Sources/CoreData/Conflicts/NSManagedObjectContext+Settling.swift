import Foundation

// What the merge policies do to a context's objects.
extension NSManagedObjectContext {
    /// Gives up the object's own changes for the newest row.
    final func takeNewest(_ object: NSManagedObject, _ newest: Row) {
        forgetChanges(of: object)
        newest.retainSlab()
        object.adopt(newest)
        noteRefreshed(object)
    }

    /// Keeps the whole of the object's own values, on top of the newest version.
    final func overwrite(_ object: NSManagedObject, over newest: Row) {
        _ = object.writableRow()
        for slot in object.layout.storedSlots { object.details!.setDirty(slot.index) }
        rebase(object, onto: newest)
    }

    /// Gives up the object's own changes of those properties that others changed too.
    final func yieldChangedByOthers(_ object: NSManagedObject, to newest: Row) {
        guard let details = object.details, let base = details.base else { return }
        for slot in object.layout.slots where details.isDirty(slot.index) {
            if !newest.isEqual(base, slot: slot) { details.clearDirty(slot.index) }
        }
    }

    /// Somebody deleted the object: it is inserted again under its key, or goes here too.
    final func settleDeletedByOthers(_ object: NSManagedObject, keepsOwn: Bool) {
        if keepsOwn && object.hasChanges && !object.state.contains(.deleted) {
            _ = object.writableRow()
            object.details?.settle()
            object.state.remove(.updated)
            noteInserted(object)
            return
        }
        forgetChanges(of: object)
        markGone(object)
        takeBackReferences(to: [object.key])
    }

    /// Temporary keys in an object's to-manys become the permanent ones that were given.
    final func replaceTemporaryMembers(of object: NSManagedObject) {
        guard let details = object.details else { return }
        for index in details.toManys.indices {
            if let members = details.toManys[index].members {
                for key in members.all where key.isTemporary {
                    details.toManys[index].members!.replace(key, by: permanentKey(of: key))
                }
            }
            for key in details.toManys[index].added.all where key.isTemporary {
                details.toManys[index].added.replace(key, by: permanentKey(of: key))
            }
        }
    }

    private func permanentKey(of key: ObjectKey) -> ObjectKey {
        let root = layout(of: key).rootNumber
        return registry.object(key, root: root)?.row?.key ?? resolve(key)
    }
}

extension NSManagedObjectContext {
    /// Lets the next save look for conflicts of an object that it does not change, too: when
    /// somebody else has changed or deleted the object, the save has that conflict.
    ///
    /// Changed and deleted objects are looked at in any case. In a child context there is nothing
    /// to find: no conflict arises between a child and its parent.
    ///
    /// - Precondition: on the context's queue; the object is this context's.
    public final func detectConflicts(for object: NSManagedObject) {
        checkQueue("detectConflicts(for:)")
        precondition(
            object.registry === registry,
            "the object belongs to another context: ask this one for object(with: objectID)")
        guard object.state.isDisjoint(with: .unrefreshed),
            !guardedObjects.contains(where: { $0 === object })
        else { return }
        // What is compared is the version that this context has read.
        if object.isFault { object.fireFault() }
        guardedObjects.append(object)
    }
}

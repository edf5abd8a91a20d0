import Execution
import Foundation

extension NSManagedObjectContext {
    final func saveUpwards() throws {
        checkQueue("save()")
        guard !isSaving else { throw CoreDataError.recursiveSave() }
        defer { isSaving = false }
        guard let observer = source?.rootCoordinator?.saveObserver else { return try saveAll() }
        // Who hears of the changes may save them: that save is observed first.
        execution.span(.save) { processPendingChanges() }
        observer.contextWillSave(self)
        do {
            try saveAll()
        } catch {
            observer.contextDidFailToSave(self, error: error)
            throw error
        }
        observer.contextDidSave(self)
    }

    private func saveAll() throws {
        try execution.span(.save) {
            processPendingChanges()
            isSaving = true
            saveMarks = SaveMarks()
            try refuseReferences(to: pending.unsavable)
            forgetVanished()
            if hasMergedDeletions { forgetMergedDeletions() }
            guard !pending.isEmpty else {
                pending.removeAll()
                return try saveNothing()
            }
            if hasOutdatedObjects { readOutdatedObjects() }
            try saveChanges()
        }
    }

    /// Saves without changes: metadata may have changed, and the app may await the notification.
    private func saveNothing() throws {
        try (source as? CoordinatorSource)?.saveMetadata()
        isSaving = false
        postDidSaveNothing()
    }

    private func postDidSaveNothing() {
        renewGeneration()
        guard isHeard(.didSave) || isHeard(.didSaveIDs) else { return }
        let nothing = SavedChanges(
            ChangeSet(inserted: [], updated: [], deleted: []), of: source?.rootCoordinator,
            into: parent)
        if isHeard(.didSave) {
            let none = Set<NSManagedObject>()
            announce(
                .didSave,
                [
                    NSInsertedObjectsKey: none, NSUpdatedObjectsKey: none,
                    NSDeletedObjectsKey: none, SavedChanges.infoKey: nothing,
                ])
        }
        postIDs(.didSaveIDs, nothing)
    }

    private func forgetMergedDeletions() {
        hasMergedDeletions = false
        for object in registry.all { object.state.remove(.deletedByMerge) }
    }

    private func saveChanges() throws {
        if ContextNotification.willSave.mayBeObserved {
            execution.span(.notify) {
                NotificationCenter.default.post(
                    name: ContextNotification.willSave.name, object: self)
            }
        }
        processPendingChanges()
        var changes = currentChanges()
        try refuseReferences(to: pending.unsavable)
        let validated = eventNumber
        try validate(changes)
        if callWillSave(since: validated) {
            try validate(currentChanges())
            // With what validating has changed on top.
            changes = currentChanges()
            try refuseReferences(to: pending.unsavable)
        }
        try refuseReferences(to: pending.deletedNow)
        guard !changes.isEmpty else {
            forgetVanished()
            pending.removeAll()
            return try saveNothing()
        }
        execution.charge(parent == nil ? .savesBegun : .pushesBegun, 1)
        execution.charge(.valuesSet) { changes.valueCount }
        do {
            var attempts = SaveAttempts(self, changes)
            finish(try attempts.run())
        } catch let incomplete as SplitSave.Incomplete {
            for part in incomplete.saved { finishPart(part) }
            throw CoreDataError.incompleteSave(incomplete.cause)
        }
    }

    /// Settles the objects that one store has committed; the other changes stay pending.
    private func finishPart(_ changes: ChangeSet) {
        let all = changes.inserted + changes.updated
        for object in all { settle(object) }
        for object in changes.deleted { forgetDeleted(object) }
        showDerivedValues()
        for object in all + changes.deleted where object.layout.isSubclassed { object.didSave() }
        for object in changes.deleted { object.state.insert(.departed) }
        postDidSave(changes)
    }

    final func currentChanges() -> ChangeSet {
        ChangeSet(
            inserted: pending.insertedNow, updated: pending.updatedNow,
            deleted: pending.deletedNow,
            guarded: guardedObjects.filtered {
                !$0.hasChanges && $0.state.isDisjoint(with: .unrefreshed)
            })
    }

    /// Calls `willSave()` of all objects to be saved, and then of those that it has changed, until
    /// it changes nothing.
    ///
    /// - Parameter first: the event in which the changes were validated: what a validation changed
    ///   may have ended it, by a fetch.
    /// - Returns: whether something was changed since, which needs validation, too.
    private func callWillSave(since first: Int) -> Bool {
        var lists = pendingLists()
        // At most a hundred rounds, so that a `willSave()` that always changes something ends in a
        // trap.
        for _ in 0..<100 {
            let round = eventNumber
            for list in lists {
                list.forEachUnretained { if $0.layout.isSubclassed { $0.willSave() } }
            }
            propagateDeletes()
            if event.isEmpty && eventNumber == round { return eventNumber != first }
            lists = eventNumber == round ? changedLists() : pendingLists()
            processPendingChanges()
        }
        fatalError(
            """
            willSave() changed objects in each of a hundred rounds: set a value there only if it \
            differs from the object's present one
            """)
    }

    // Lists of their own: the app's code may extend the context's.

    private func pendingLists() -> [[NSManagedObject]] {
        [pending.insertedNow, pending.updatedNow, pending.deletedNow]
    }

    /// The objects to be saved that changed in this event; a fetch in the midst of it ends it.
    private func changedLists() -> [[NSManagedObject]] {
        [
            event.inserted.filtered { $0.hasChanges && !$0.state.contains(.deleted) },
            event.updated.filtered { $0.hasChanges && !$0.state.contains(.deleted) },
            event.deleted.filtered { $0.hasChanges && !$0.state.isSuperset(of: .vanished) },
        ]
    }

    private func validate(_ changes: ChangeSet) throws {
        var errors: [NSError] = []
        changes.deleted.forEachUnretained { $0.validateDeletion(into: &errors) }
        changes.inserted.forEachUnretained { $0.validate(into: &errors) }
        changes.updated.forEachUnretained { $0.validate(into: &errors) }
        if let error = CoreDataError.combined(errors) { throw error }
    }

    /// Refuses unsaved references to deleted objects where no delete rule has taken them back: no
    /// store will have a row for them.
    ///
    /// - Parameter deleted: those that were inserted and deleted without a save, which are
    ///   forgotten before the app's code is called, and those that another context has deleted; or
    ///   those that this save deletes, once that code has had its say and no rule denies the
    ///   deletion.
    private func refuseReferences(to deleted: [NSManagedObject]) throws {
        if deleted.isEmpty { return }
        let gone = Set(deleted.map(\.key.bits))
        var errors: [NSError] = []
        for object in pending.insertedNow + pending.updatedNow {
            guard let row = object.row else { continue }
            for slot in object.layout.toOneSlots
            where slot.isStored && object.isToValidate(slot)
                && gone.contains(row.reference(of: slot).bits)
            {
                errors.append(CoreDataError.danglingReference(object, slot.name))
            }
            guard let toManys = object.details?.toManys else { continue }
            for (index, toMany) in toManys.enumerated()
            where toMany.added.all.contains(where: { gone.contains($0.bits) }) {
                let relationship = object.layout.relationships[object.layout.toManys[index]]
                errors.append(CoreDataError.danglingReference(object, relationship.name))
            }
        }
        if let error = CoreDataError.combined(errors) { throw error }
    }

    /// Makes the saved state the committed one, and posts the notifications.
    private func finish(_ changes: ChangeSet) {
        changes.inserted.forEachUnretained { settle($0) }
        changes.updated.forEachUnretained { settle($0) }
        forgetVanished()
        let deleted = pending.deletedNow
        deleted.forEachUnretained { forgetDeleted($0) }
        pending.removeAll()
        guardedObjects = []
        showDerivedValues()
        // All is told from here on, and an app may save again when it hears of it.
        isSaving = false
        for list in [changes.inserted, changes.updated, changes.deleted] {
            list.forEachUnretained { if $0.layout.isSubclassed { $0.didSave() } }
        }
        deleted.forEachUnretained { $0.state.insert(.departed) }
        postDidSave(changes)
    }

    /// Forgets objects that were inserted and deleted without a save, which no store ever had.
    private func forgetVanished() {
        if pending.deleted.isEmpty { return }
        for object in pending.vanished {
            forgetDeleted(object)
            object.state.insert(.departed)
        }
        // An undone insertion may be redone, and is to be listed once then.
        pending.dropGone()
    }

    /// An object stays `isDeleted`, and its context's, until its `didSave()` has run.
    private func forgetDeleted(_ object: NSManagedObject) {
        object.state.subtract(.pending)
        object.state.insert(.gone)
        registry.remove(
            Unmanaged.passUnretained(object).toOpaque(), object.key,
            root: object.layout.rootNumber)
    }

    private func settle(_ object: NSManagedObject) {
        object.details?.settle()
        object.details?.woken = []
        object.state.subtract(.saved)
    }

    private func postDidSave(_ changes: ChangeSet) {
        if changes.isEmpty { return postDidSaveNothing() }
        renewGeneration()
        let mergers = automaticMergers
        let isObserved =
            ContextNotification.didSave.mayBeObserved
            || ContextNotification.didSaveIDs.mayBeObserved
        guard isObserved || !mergers.isEmpty else { return }
        let saved = SavedChanges(changes, of: source?.rootCoordinator, into: parent)
        post(
            .didSave,
            [
                (NSInsertedObjectsKey, changes.inserted), (NSUpdatedObjectsKey, changes.updated),
                (NSDeletedObjectsKey, changes.deleted),
            ], saved)
        postIDs(.didSaveIDs, saved)
        for context in mergers { context.mergeLater(saved) }
    }

    /// The children and siblings that merge this context's saves automatically.
    private var automaticMergers: [NSManagedObjectContext] {
        let all = (source as? CoordinatorSource)?.coordinator.contexts
        // Mostly a context without others: ask before the lists are copied.
        if children.isEmpty, all?.isOnly(self) ?? true { return [] }
        return (children.alive + (all?.alive ?? [])).filter {
            $0 !== self && $0.automaticallyMergesChangesFromParent
        }
    }
}

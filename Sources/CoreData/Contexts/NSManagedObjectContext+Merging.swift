import Execution
import Foundation

extension NSManagedObjectContext {
    final func mergeSave(_ notification: Notification) {
        checkQueue("mergeChanges(fromContextDidSave:)")
        let owner = notification.object as? NSManagedObjectContext
        merge(
            execution.span(.merge) {
                let changes = SavedChanges(
                    notification.userInfo ?? [:], in: source?.rootCoordinator, of: owner)
                changes.chargeReading(to: execution)
                return changes
            })
        if let owner, owner !== self { handBack(notification, to: owner) }
    }

    /// Releases the objects of a notification on the queue of their own context.
    ///
    /// The last holder of a notification destroys the objects that only it holds. Mostly that is
    /// the block that merged it, so that an import of 20,000 objects would end with their
    /// destruction on the main queue. A second block does it, since the running one holds the
    /// notification until it ends.
    ///
    ///     this queue      merge ── end of the block ── pass on
    ///     owner's queue                                   └─▶ destroy
    private func handBack(_ notification: Notification, to owner: NSManagedObjectContext) {
        let spent = SpentNotification(notification)
        let queue = owner.queue
        self.queue.async { queue.async { spent.notification = nil } }
    }

    /// Merges changes by a batch request or another process into contexts, each on its queue.
    ///
    /// Parents come before their children, which read through them.
    ///
    /// - Parameters:
    ///   - changeNotificationData: arrays of `NSManagedObjectID` or of URI `URL`s under the keys of
    ///     the did-change notification or their object ID forms. Objects that are in no store of a
    ///     context's coordinator are left out.
    ///   - contexts: in any order, nested or not.
    public static func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) {
        let byDepth = contexts.enumerated().sorted {
            ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
        }
        for context in byDepth.map(\.element) {
            guard let coordinator = context.requiredSource().rootCoordinator else { continue }
            let changes = context.execution.span(.merge) {
                let changes = SavedChanges(changeNotificationData, in: coordinator)
                changes.chargeReading(to: context.execution)
                // The writer did not update the row cache, which may have outdated rows.
                coordinator.forgetRows(changes.updated + changes.others + changes.deleted)
                return changes
            }
            context.performAndWait { context.merge(changes) }
        }
    }

    /// The number of contexts above this one.
    private final var depth: Int {
        parent.map { $0.depth + 1 } ?? 0
    }

    /// Enqueues a merge on the context's queue.
    final func mergeLater(_ changes: SavedChanges) {
        queue.async { [weak self] in
            self?.withoutTurn { self?.merge(changes) }
        }
    }

    final func merge(_ changes: SavedChanges) {
        execution.span(.merge) {
            advanceGeneration()
            learnKeys()
            let former = event.count
            mergeInserted(changes.inserted)
            // A merge touches registered objects only, so skip it if there are none.
            if !registry.isEmpty {
                for key in changes.updated { mergeUpdated(resolve(key)) }
                for key in changes.refreshed { mergeUpdated(resolve(key)) }
                for key in changes.invalidated { mergeInvalidated(resolve(key)) }
            }
            // What a descendant deleted is still to be saved here, or comes with a save between.
            if !changes.deleted.isEmpty, !changes.arePushed(into: self) {
                mergeDeleted(changes.deleted.map(resolve), isWhole: changes.isOfSave)
            }
            execution.charge(.mergesBegun, 1)
            execution.charge(.objectsMerged, changes.count)
            execution.charge(.objectsRefreshed, event.count - former)
            // Applying delete rules reads relationships; a child would have to ask its parent for
            // them.
            if parent == nil { processPendingChanges() } else { announceEvent() }
            observer?.contextDidMerge(MergedChanges(inserted: changes.inserted), into: self)
            postIDs(.didMergeIDs, changes)
        }
    }

    /// Makes faults of inserted objects, if an observer or the context itself keeps them.
    ///
    /// Otherwise no code could ever reach such a fault: the registry holds objects weakly, and the
    /// event's list ends with the merge.
    private func mergeInserted(_ keys: [ObjectKey]) {
        guard !isHeard(.didChange), !registry.retainsObjects else {
            for key in keys { mergeInserted(object(at: resolve(key))) }
            return
        }
        guard !registry.isEmpty else { return }
        for key in keys {
            let key = resolve(key)
            let root = layout(of: key).rootNumber
            if let object = registry.object(key, root: root) { mergeInserted(object) }
        }
    }

    private func mergeInserted(_ object: NSManagedObject) {
        // Objects that a child has inserted itself, or has read, are already known here.
        if parent != nil, object.row != nil, object.state.isDisjoint(with: .dead) {
            return readAgain(object)
        }
        if object.state.contains(.gone) {
            // Deleted by another context, then inserted again by a save whose policy kept it: show
            // it again.
            object.state.remove(.gone)
            object.turnIntoFault()
        }
        if object.state.insert(.inEventInserted).inserted { event.inserted.append(object) }
    }

    private func mergeUpdated(_ key: ObjectKey) {
        let layout = self.layout(of: key)
        guard let object = registry.object(key, root: layout.rootNumber),
            object.state.isDisjoint(with: .dead)
        else { return }
        readAgain(object)
    }

    /// Reads an object's newest values at once, but in a child only when they are needed.
    final func readAgain(_ object: NSManagedObject) {
        guard parent != nil else { return reload(object) }
        if object.state.contains(.inserted) { return }
        if object.state.contains(.fault) { return emptyFault(object) }
        if object.hasChanges {
            dropMembers(of: object)
            object.state.insert(.outdated)
            hasOutdatedObjects = true
        } else {
            object.turnIntoFault()
        }
        noteRefreshed(object)
    }

    /// Replaces an object's outdated saved values under its unsaved ones.
    final func readOutdated(_ object: NSManagedObject) {
        object.state.remove(.outdated)
        guard let row = try? requiredSource().row(object.key, layout: object.layout) else { return }
        rebase(object, onto: row)
        row.releaseSlab()
    }

    /// Reads all outdated values, so that a save validates and saves current ones.
    final func readOutdatedObjects() {
        hasOutdatedObjects = false
        for object in pending.updatedNow where object.state.contains(.outdated) {
            readOutdated(object)
        }
    }

    /// Makes invalidated objects faults; one with unsaved changes keeps them, and is read again.
    private func mergeInvalidated(_ key: ObjectKey) {
        let layout = self.layout(of: key)
        guard let object = registry.object(key, root: layout.rootNumber),
            object.state.isDisjoint(with: .dead)
        else { return }
        if object.hasChanges { readAgain(object) } else { object.turnIntoFault() }
        event.invalidated.append(object)
    }

    /// Posts the form of a notification with object IDs.
    final func postIDs(_ notification: ContextNotification, _ changes: SavedChanges) {
        guard isHeard(notification) else { return }
        execution.span(.notify) {
            // Followers work with keys, so IDs are made for observers only.
            guard notification.mayBeObserved else {
                return tell(notification, [SavedChanges.infoKey: changes])
            }
            let ids = changes.ids ?? SavedIDs(changes, makeID: makeID)
            var info: [AnyHashable: Any] = [
                NSInsertedObjectIDsKey: ids.inserted, NSUpdatedObjectIDsKey: ids.updated,
                NSDeletedObjectIDsKey: ids.deleted, SavedChanges.infoKey: changes,
            ]
            // Objects that were updated elsewhere are refreshed here.
            let refreshed =
                notification != .didMergeIDs
                ? [] : ids.refreshed.isEmpty ? ids.updated : ids.updated.union(ids.refreshed)
            if !refreshed.isEmpty { info[NSRefreshedObjectIDsKey] = refreshed }
            if !ids.invalidated.isEmpty { info[NSInvalidatedObjectIDsKey] = ids.invalidated }
            tell(notification, info)
        }
    }

    // MARK: Refreshing

    final func refreshObject(_ object: NSManagedObject, mergeChanges flag: Bool) {
        checkQueue("refresh(_:mergeChanges:)")
        if !flag, object.state.contains(.inserted), object.state.isDisjoint(with: .dead) {
            return emptyInsertion(object)
        }
        guard object.state.isDisjoint(with: .unrefreshed) else { return }
        if flag {
            reload(object)
        } else {
            let wasDeleted = object.state.contains(.deleted)
            forgetChanges(of: object)
            revertOrderedSets(of: object)
            if wasDeleted { event.deleted.removeAll { !$0.state.contains(.inEventDeleted) } }
            object.turnIntoFault()
            noteRefreshed(object)
        }
    }

    /// Turns an inserted object into a fault, with a row of the model's default values at hand.
    private func emptyInsertion(_ object: NSManagedObject) {
        guard !object.state.contains(.fault) else { return }
        for relationship in object.layout.relationships {
            if let toMany = relationship.toManyIndex {
                object.setToMany(toMany, to: [])
            } else if let slot = relationship.slot {
                object.setToOne(slot, to: nil)
            }
        }
        let store = object.details?.assignedStore
        object.turnIntoFault()
        if let store { object.extended().assignedStore = store }
        let row = allocateRow(object.layout, key: object.key)
        row.setDefaults(of: object.layout)
        row.retainSlab()
        object.adopt(row)
        noteRefreshed(object)
    }

    final func refreshObjects() {
        checkQueue("refreshAllObjects()")
        for object in registry.all where object.state.isDisjoint(with: .unrefreshed) {
            if object.hasChanges {
                reload(object)
            } else {
                object.turnIntoFault()
                noteRefreshed(object)
            }
        }
        processPendingChanges()
    }

    final func forgetEverything() {
        checkQueue("reset()")
        advanceGeneration()
        let objects = registry.all
        let isObserved = isHeard(.didChange)
        let ids = isObserved ? objects.map(\.objectID) : []
        for object in objects {
            forgetChanges(of: object)
            registry.remove(
                Unmanaged.passUnretained(object).toOpaque(), object.key,
                root: object.layout.rootNumber)
            object.state = object.state.intersection(.keepsTemporaryID).union(.reset)
            object.adopt(nil)
            object.rare.forgetDetails()
        }
        pending.removeAll()
        orderedSets = []
        forgetSteps()
        event = EventChanges()
        // A save in which this happens has other changes now: none.
        eventNumber += 1
        guardedObjects = []
        learnKeys()
        mayHoldTemporaryKeys = false
        allocators = []
        guard isObserved else { return }
        announce(.didChange, [NSInvalidatedAllObjectsKey: ids])
    }

    final func giveUpChanges() {
        checkQueue("rollback()")
        // Including those that were inserted and then deleted.
        for object in pending.inserted where object.state.contains(.inserted) {
            registry.remove(
                Unmanaged.passUnretained(object).toOpaque(), object.key,
                root: object.layout.rootNumber)
            object.state.subtract(.pending)
            object.state.insert(.gone)
            object.state.insert(.departed)
            // A departed object that is a fault would look like one of a `reset()`.
            object.state.remove(.fault)
            // The event announces the end of an insertion, too.
            if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
        }
        let restored = (pending.updatedNow + pending.deletedNow).filter {
            !$0.state.contains(.gone)
        }
        for object in restored {
            forgetChanges(of: object)
            noteRefreshed(object)
        }
        // Before the app's code reads what such a set would bring again.
        for set in orderedSets where !set.object.isDead { set.revert() }
        orderedSets.removeAll { $0.object.isDead }
        pending.removeAll()
        event.deleted.removeAll { !$0.state.contains(.inEventDeleted) }
        for object in restored where object.layout.isSubclassed {
            object.awake(fromSnapshotEvents: .rollback)
        }
        forgetSteps()
        processPendingChanges()
    }

    /// Reads the newest row of a loaded object under its unsaved changes.
    ///
    /// A fault just forgets its row, so that it reads the newest when it fires.
    private func reload(_ object: NSManagedObject) {
        if object.state.contains(.fault) { return emptyFault(object) }
        object.state.remove(.outdated)
        guard let row = try? requiredSource().row(object.key, layout: object.layout) else { return }
        rebase(object, onto: row)
        row.releaseSlab()
        noteRefreshed(object)
        if object.layout.isSubclassed { object.awake(fromSnapshotEvents: .refresh) }
    }

    /// Makes a fault forget the row that is at hand, and the members that were prefetched.
    final func emptyFault(_ object: NSManagedObject) {
        dropMembers(of: object)
        object.adopt(nil)
    }

    /// Puts an object's changed values on top of another committed row.
    ///
    /// A value that was set to what it was gives way: it would take back what another context has
    /// saved.
    final func rebase(_ object: NSManagedObject, onto row: Row) {
        func rebase() {
            object.unmarkEqualSlots(toOnes: false)
            rebaseMarked(object, onto: row)
        }
        // The undo manager knows a change by its mark.
        guard let undoRecorder else { return rebase() }
        undoRecorder.keepChanges(of: object, rebase)
    }

    /// The same with all values that are marked.
    final func rebaseMarked(_ object: NSManagedObject, onto row: Row) {
        row.retainSlab()
        dropMembers(of: object)
        guard object.state.contains(.ownsRow), let details = object.details, let own = object.row
        else {
            object.details?.forgetWoken()
            return adopt(row, withTransientsOf: object)
        }
        let merged = copyForWriting(row, layout: object.layout)
        for slot in object.layout.slots where details.isDirty(slot.index) || slot.isTransient {
            merged.copySlot(slot, from: own)
        }
        details.base?.releaseSlab()
        details.base = row
        details.woken = []
        merged.retainSlab()
        object.adopt(merged)
    }

    /// Gives an object without changes another committed row, on which it keeps what its
    /// `awakeFromFetch()` has computed.
    private func adopt(_ row: Row, withTransientsOf object: NSManagedObject) {
        let transients = object.layout.transientSlots
        guard let own = object.row, transients.contains(where: { !own.isNull($0.index) })
        else { return object.adopt(row) }
        let copy = copyForWriting(row, layout: object.layout)
        for slot in transients { copy.copySlot(slot, from: own) }
        row.releaseSlab()
        copy.retainSlab()
        object.adopt(copy)
    }

    /// Makes loaded to-manys faults again; unsaved additions, removals and their order stay.
    final func dropMembers(of object: NSManagedObject) {
        guard let details = object.details else { return }
        details.fetched = [:]
        for index in details.toManys.indices {
            details.toManys[index].dropMembers()
            if details.toManys[index].isReordered { hasUnreadOrders = true }
        }
    }

    /// Reads the members of moved ordered to-manys that are faults again: a save stores all of
    /// their order.
    final func readUnsavedOrders() {
        guard hasUnreadOrders else { return }
        hasUnreadOrders = false
        for object in pending.insertedNow + pending.updatedNow {
            guard let toManys = object.details?.toManys else { continue }
            for (index, toMany) in toManys.enumerated()
            where toMany.isReordered && toMany.members == nil {
                _ = object.memberKeys(ofToMany: index)
            }
        }
    }

    /// Restores the committed row, and removes the object from the pending changes.
    final func forgetChanges(of object: NSManagedObject) {
        if object.state.contains(.ownsRow), let details = object.details, let base = details.base {
            details.base = nil
            object.adopt(base)
        }
        dropMembers(of: object)
        object.details?.settle()
        // A deletion that was not announced yet never happened.
        if object.state.contains(.deleted) { object.state.remove(.inEventDeleted) }
        object.state.subtract(.forgotten)
        if object.state.contains(.outdated) { object.turnIntoFault() }
    }

    final func noteRefreshed(_ object: NSManagedObject) {
        if object.state.insert(.inEventRefreshed).inserted { event.refreshed.append(object) }
        if turn.isNeeded { enqueueTurn() }
    }
}

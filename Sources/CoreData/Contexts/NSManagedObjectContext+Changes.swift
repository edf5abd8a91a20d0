import Execution
import Foundation

extension NSManagedObjectContext {
    final func markDeleted(_ object: NSManagedObject) {
        checkQueue("delete(_:)")
        precondition(
            object.registry === registry,
            """
            An NSManagedObjectContext cannot delete objects in other contexts. Ask this context \
            for object(with: objectID), and delete that.
            """)
        guard !object.state.contains(.gone) else { return }
        if object.layout.isSubclassed { object.prepareForDeletion() }
        guard object.state.isDisjoint(with: .dead) else { return }
        if object.state.contains(.fault) { object.fireFault() }
        // Another context may have deleted its row: then there is nothing left to delete.
        guard !object.isDead else { return }
        if registry.recordsUndo { undoRecorder?.rememberAll(object) }
        object.state.insert(.deleted)
        if object.state.insert(.inDeletedList).inserted { pending.deleted.append(object) }
        pending.touch(object.layout)
        if object.state.insert(.inEventDeleted).inserted { event.deleted.append(object) }
        event.unpropagated.append(object)
        if turn.isNeeded { enqueueTurn() }
        if !propagatesDeletesAtEndOfEvent { propagateDeletes() }
    }

    final func endEvent() {
        checkQueue("processPendingChanges()")
        settleOrderedSets()
        propagateDeletes()
        undoRecorder?.takeStep()
        announceEvent()
    }

    /// Posts the changes since the last event, without applying delete rules.
    final func announceEvent() {
        if !event.isEmpty { postObjectsDidChange() }
    }

    final func noteInserted(_ object: NSManagedObject, _ layout: RowLayout) {
        object.state.insert(.inserted)
        object.state.insert(.ownsRow)
        if object.state.insert(.inInsertedList).inserted { pending.inserted.append(object) }
        pending.touch(layout)
        if object.state.insert(.inEventInserted).inserted { event.inserted.append(object) }
        if turn.isNeeded { enqueueTurn() }
    }

    @inline(__always)
    final func noteUpdated(_ object: NSManagedObject) {
        if object.state.isSuperset(of: .noted) { return }
        noteUpdatedSlowly(object)
    }

    private func noteUpdatedSlowly(_ object: NSManagedObject) {
        // An object without a row has nothing to save.
        if object.state.contains(.gone) { return }
        if registry.recordsUndo { undoRecorder?.remember(object) }
        if object.state.contains(.inserted) {
            // Insert and update before a save count as inserted only.
            if object.state.contains(.inEventInserted) { return }
        } else {
            if object.state.insert(.updated).inserted { object.details?.setWokenDirty() }
            if object.state.insert(.inUpdatedList).inserted { pending.updated.append(object) }
            pending.touch(object.layout)
        }
        if object.state.insert(.inEventUpdated).inserted {
            event.updated.append(object)
            if !object.state.contains(.inserted) { keepForEvent(object) }
        }
        if turn.isNeeded { enqueueTurn() }
    }

    // MARK: Delete rules

    /// Applies the rules of all deletions so far, and of those that they cascade to.
    ///
    /// A fetch or a save in `prepareForDeletion()` ends the event, and calls it again meanwhile:
    /// the inner pass takes all that is left, and the outer one what comes after.
    final func propagateDeletes() {
        while event.nextUnpropagated < event.unpropagated.count {
            let object = event.unpropagated[event.nextUnpropagated]
            event.nextUnpropagated += 1
            guard object.state.contains(.deleted),
                object.state.insert(.deletionPropagated).inserted
            else { continue }
            for relationship in object.layout.relationships {
                propagateDelete(of: object, along: relationship)
            }
        }
        event.unpropagated.removeAll()
        event.nextUnpropagated = 0
    }

    /// Applies the rule of one relationship of a deleted object.
    ///
    /// - Parameter skipsDead: whether a cascade leaves objects alone that are deleted already: they
    ///   would be prepared for it once more.
    final func propagateDelete(
        of object: NSManagedObject, along relationship: RelationshipLayout,
        skippingDead skipsDead: Bool = false
    ) {
        // A denied deletion leaves the members alone: the save refuses it, or finds none left.
        guard relationship.deleteRule != .noActionDeleteRule,
            relationship.deleteRule != .denyDeleteRule
        else { return }
        let keys = object.destinationKeys(relationship)
        guard !keys.isEmpty else { return }
        if relationship.deleteRule == .cascadeDeleteRule {
            for key in keys {
                let other = self.object(at: key)
                if !(skipsDead && other.isDead) { delete(other) }
            }
        }
        cut(object, from: keys, relationship)
    }

    /// Removes a deleted object from the other ends of a relationship.
    private func cut(
        _ object: NSManagedObject, from keys: [ObjectKey], _ relationship: RelationshipLayout
    ) {
        guard let inverse = relationship.inverseName else { return }
        for key in keys {
            let other = self.object(at: key)
            guard !other.isDead, let back = other.layout.relationship(named: inverse)
            else { continue }
            if let toMany = back.toManyIndex {
                other.removeMember(object, ofToMany: toMany)
            } else if let slot = back.slot {
                other.setToOne(slot, to: nil)
            }
        }
    }

    // MARK: The did-change notification

    private func postObjectsDidChange() {
        let changes = event
        event = EventChanges()
        event.unpropagated = changes.unpropagated
        event.nextUnpropagated = changes.nextUnpropagated
        let former = announcedEvent
        announcedEvent = eventNumber
        eventNumber += 1
        let wasNested = isNestedEvent
        isNestedEvent = former != 0
        defer {
            announcedEvent = former
            isNestedEvent = wasNested
        }
        execution.charge(.objectsInserted, changes.inserted.count)
        execution.charge(
            .objectsChanged,
            changes.updated.count + changes.deleted.count + changes.refreshed.count)
        observer?.contextDidChange(self)
        guard isHeard(.didChange) else { return changes.forgetMarks() }
        let inserted = changes.inserted.filtered {
            $0.state.contains(.inEventInserted) && $0.state.isDisjoint(with: .dead)
        }
        let deleted = changes.deleted.filtered { !$0.state.contains(.inEventInserted) }
        let updated = changes.updated.filtered {
            !$0.state.contains(.inEventInserted) && !$0.state.contains(.deleted)
        }
        let refreshed = changes.refreshed.filtered { !$0.state.contains(.inEventDeleted) }
        changes.forgetMarks()
        post(
            .didChange,
            [
                (NSInsertedObjectsKey, inserted), (NSUpdatedObjectsKey, updated),
                (NSDeletedObjectsKey, deleted), (NSRefreshedObjectsKey, refreshed),
                (NSInvalidatedObjectsKey, changes.invalidated),
            ])
    }

    /// Posts a notification of this context.
    ///
    /// Empty sets are left out; a notification without any set is not posted.
    final func post(
        _ notification: ContextNotification, _ sets: [(String, [NSManagedObject])],
        _ saved: SavedChanges? = nil
    ) {
        guard isHeard(notification) else { return }
        var info: [AnyHashable: Any] = [:]
        for (key, objects) in sets where !objects.isEmpty { info[key] = Set(objects) }
        guard !info.isEmpty else { return }
        execution.charge(.objectsNotified, sets.reduce(0) { $0 + $1.1.count })
        info[SavedChanges.infoKey] = saved
        announce(notification, info)
    }

    /// Whether the event that is announced is the only one, and no follower or observer has changed
    /// an object since it ended.
    ///
    /// Otherwise objects may have values of which a follower has not heard yet.
    final var announcesAlone: Bool {
        !isNestedEvent && event.updated.isEmpty && event.refreshed.isEmpty
    }

    /// Whether a follower or an observer may receive it.
    final func isHeard(_ notification: ContextNotification) -> Bool {
        notification.mayBeObserved || notification.isForFollowers && !followers.isEmpty
    }

    /// Informs followers and observers.
    final func announce(_ notification: ContextNotification, _ info: [AnyHashable: Any]) {
        execution.span(.notify) { tell(notification, info) }
    }

    /// The same as `announce`, within the caller's span.
    final func tell(_ notification: ContextNotification, _ info: [AnyHashable: Any]) {
        followers.tell(notification, info)
        guard notification.mayBeObserved else { return }
        let isWithinAnother = isAnnouncing
        isAnnouncing = true
        defer { isAnnouncing = isWithinAnother }
        var info = info
        if notification == .didSave || notification == .didSaveIDs { saveMarks.add(to: &info) }
        NotificationCenter.default.post(name: notification.name, object: self, userInfo: info)
    }
}

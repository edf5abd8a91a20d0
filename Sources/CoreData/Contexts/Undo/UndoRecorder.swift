/// Notes how the objects of a context were before the present event, and makes a step of it.
///
///     first change of an object     remember(_:)          its row is copied
///     first change of a to-many     rememberMembers(_:)   its members are listed
///     insertion                     rememberAbsent(_:)
///     end of the event              takeStep()            what differs is registered
///
/// A context without an undo manager has none: then each first change of an object and each change
/// of a to-many asks one flag.
final class UndoRecorder {
    private struct Former {
        let object: NSManagedObject
        let values: UndoStep.RowCopy?
        var members: [Int: [NSManagedObject]] = [:]
        /// The slots that had been changed when a merge came, whatever their marks say now.
        var touched: Set<Int> = []
    }

    let manager: UndoManager
    private unowned let context: NSManagedObjectContext
    /// In the order of the first changes.
    private var formers: [Former] = []
    private var places: [ObjectIdentifier: Int] = [:]

    init(_ manager: UndoManager, of context: NSManagedObjectContext) {
        self.manager = manager
        self.context = context
        manager.add(self)
    }

    /// Ends the context's event, so that the manager has its changes.
    func endEvent() {
        context.processPendingChanges()
    }

    /// Notes an object before its first change.
    ///
    /// A deleted one is touched when others let go of it: it does not exist.
    func remember(_ object: NSManagedObject) {
        guard places[ObjectIdentifier(object)] == nil else { return }
        if object.isDead { return rememberAbsent(object) }
        add(Former(object: object, values: copy(of: object)))
    }

    /// Notes an object that does not exist before the event, or not any more.
    func rememberAbsent(_ object: NSManagedObject) {
        guard places[ObjectIdentifier(object)] == nil else { return }
        add(Former(object: object, values: nil))
    }

    /// Notes the members of a to-many before their first change.
    func rememberMembers(of object: NSManagedObject, toMany index: Int) {
        remember(object)
        let place = places[ObjectIdentifier(object)]!
        guard formers[place].values != nil, formers[place].members[index] == nil else { return }
        formers[place].members[index] = object.memberKeys(ofToMany: index).map(context.object(at:))
    }

    /// Notes an object with all its relationships, before its deletion.
    func rememberAll(_ object: NSManagedObject) {
        remember(object)
        for index in object.layout.toManys.indices {
            rememberMembers(of: object, toMany: index)
        }
    }

    private func add(_ former: Former) {
        places[ObjectIdentifier(former.object)] = formers.count
        formers.append(former)
    }

    /// Forgets what the event changed.
    func forget() {
        formers.removeAll()
        places.removeAll()
    }

    /// Registers what differs now, at the end of the event.
    func takeStep() {
        guard !formers.isEmpty else { return }
        // Reading an outdated object gives it other values and marks.
        for former in formers where !former.object.isDead {
            if former.object.state.contains(.outdated) { _ = former.object.readableRow() }
        }
        let changes = formers.compactMap(change)
        forget()
        guard !changes.isEmpty else { return }
        let step = UndoStep(changes: changes)
        manager.registerUndo(withTarget: context) { $0.takeBack(step) }
    }

    /// Calls a closure that gives an object, in the middle of an event, other values and marks.
    ///
    /// What the event has changed before is still undone at its end, and what the closure brings is
    /// not.
    func keepChanges(of object: NSManagedObject, _ body: () -> Void) {
        guard let place = places[ObjectIdentifier(object)], !object.isDead,
            let values = formers[place].values
        else { return body() }
        formers[place].touched.formUnion(changedSlots(of: object, formers[place]).map(\.index))
        formers[place].members = formers[place].members.filter { index, former in
            hasOtherMembers(object, toMany: index, than: former)
        }
        body()
        let row = object.readableRow()
        for slot in object.layout.slots where !formers[place].touched.contains(slot.index) {
            values.row.copySlot(slot, from: row)
        }
    }

    private func copy(of object: NSManagedObject) -> UndoStep.RowCopy {
        UndoStep.RowCopy(
            context.copyForWriting(object.readableRow(), layout: object.layout))
    }

    /// What an object's change is; `nil` if it is now as it was.
    private func change(_ former: Former) -> UndoStep.Change? {
        let object = former.object
        guard let values = former.values else {
            return object.isDead
                ? nil
                : UndoStep.Change(
                    object: object, values: nil, slots: [], destinations: [:], members: [])
        }
        let layout = object.layout
        let slots = object.isDead ? layout.slots : changedSlots(of: object, former)
        let members = former.members.sorted { $0.key < $1.key }.filter { index, objects in
            object.isDead || hasOtherMembers(object, toMany: index, than: objects)
        }
        guard !slots.isEmpty || !members.isEmpty else { return nil }
        var destinations: [Int: NSManagedObject] = [:]
        for slot in slots where slot.kind == .toOne {
            let key = values.row.reference(of: slot)
            if !key.isNone { destinations[slot.index] = context.object(at: key) }
        }
        return UndoStep.Change(
            object: object, values: values, slots: Array(slots), destinations: destinations,
            members: members.map { ($0.key, $0.value) })
    }

    private func hasOtherMembers(
        _ object: NSManagedObject, toMany index: Int, than former: [NSManagedObject]
    ) -> Bool {
        let now = object.memberKeys(ofToMany: index), then = former.map(\.key)
        if object.isOrdered(toMany: index) { return now != then }
        return Set(now.map(\.bits)) != Set(then.map(\.bits))
    }

    /// The slots with another value, of those that a save would write: a merge may have brought
    /// other values into the rest.
    private func changedSlots(
        of object: NSManagedObject, _ former: Former
    ) -> ContiguousArray<Slot> {
        guard let before = former.values?.row else { return [] }
        let row = object.readableRow()
        let isInserted = object.state.contains(.inserted)
        return object.layout.slots.filter { slot in
            (isInserted || slot.isTransient || object.details?.isDirty(slot.index) ?? false
                || former.touched.contains(slot.index))
                && !row.isEqual(before, slot: slot)
        }
    }
}

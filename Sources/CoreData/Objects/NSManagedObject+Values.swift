import Foundation

extension NSManagedObject {
    func read(_ key: String) -> Any? {
        withLayout { read(key, $0) }
    }

    private func read(_ key: String, _ layout: RowLayout) -> Any? {
        switch layout.property(named: key) {
        case .slot(let index):
            let row = readableRow()
            if let number = row.integer(at: layout.places[index]) { return number }
            let slot = layout.slots[index]
            guard slot.kind == .toOne else { return row.value(of: slot) }
            return object(at: row.reference(of: slot))
        case .toMany(let index):
            return isOrdered(toMany: index)
                ? orderedMembers(ofToMany: index) : members(ofToMany: index)
        case .fetched(let index):
            return fetchedResults(ofProperty: index)
        case .composite(let index):
            return layout.composites[index].value(in: readableRow(), layout.slots)
        case nil:
            if let own = ownValue(forKey: key) { return own }
            guard layout.boxes.contains(key) else { undefined(key) }
            if state.contains(.fault) { fireFault() }
            return details?.boxes[key]
        }
    }

    func write(_ value: Any?, _ key: String) {
        withLayout { write(value, key, $0) }
    }

    private func write(_ value: Any?, _ key: String, _ layout: RowLayout) {
        switch layout.property(named: key) {
        case .slot(let index):
            let place = layout.places[index]
            guard place.kind != .toOne else {
                return setToOne(index, to: toOneValue(value, index))
            }
            guard state.isSuperset(of: .writableInsertion) else {
                writableRow().setValue(value, of: layout.slots[index])
                return markDirty(index)
            }
            if row!.setPlain(value, at: place) { return }
            row!.setValue(value, of: layout.slots[index])
        case .toMany(let index):
            replaceMembers(ofToMany: index, with: toManyValue(value, key))
        case .composite(let index):
            for (slot, value) in layout.composites[index].assignments(of: value) {
                writableRow().setValue(value, of: layout.slots[slot])
                markDirty(slot)
            }
        case .fetched:
            fatalError(
                """
                The fetched property “\(key)” of \(entity.name ?? "") cannot be set: its fetch \
                gives its value. Refresh the object to have it fetched again.
                """)
        case nil:
            box(value, key)
            noteUpdate()
        }
    }

    /// Keeps the value of a transient attribute of undefined type beside the row: any object.
    private func box(_ value: Any?, _ key: String) {
        guard layout.boxes.contains(key) else { undefined(key) }
        if state.contains(.fault) { fireFault() }
        extended().boxes[key] = value
    }

    /// The row to read from, after firing a fault.
    @inline(__always)
    func readableRow() -> Row {
        if !state.isDisjoint(with: .unread) { fireFault() }
        return row ?? looseRow()
    }

    /// The row of an object without a context, made at the first use with default values.
    ///
    /// The context that later inserts the object continues with this row.
    @inline(never)
    func looseRow() -> Row {
        guard registry == nil else { unusable("has no values") }
        let slab = RowSlab(layout: layout, capacity: 1)
        return withExtendedLifetime(slab) {
            let own = slab.appendRow(key: .none)
            own.setDefaults(of: layout)
            own.retainSlab()
            row = own
            // Writes need the extension; it records no changes, since an insertion saves all
            // values.
            _ = extended()
            return own
        }
    }

    /// Whether the object never had a context.
    var isLoose: Bool { registry == nil && !state.contains(.departed) }

    /// The object's own row, to write to; puts the object among the pending changes.
    ///
    /// The first write since the last save copies the shared row.
    @inline(__always)
    func writableRow() -> Row {
        if state.isSuperset(of: .writable) || state.isSuperset(of: .writableInsertion) {
            return row!
        }
        return writableRowSlowly()
    }

    @inline(never)
    // Not inlined, so that accessors hold only the fast path.
    private func writableRowSlowly() -> Row {
        let own = ownRow()
        if !isLoose { noteUpdate() }
        return own
    }

    /// Sets an attribute without informing the context; sets a relationship as `write` does.
    func writePrimitive(_ value: Any?, _ key: String) {
        if layout.boxes.contains(key) { return box(value, key) }
        guard case .slot(let index) = layout.property(named: key),
            layout.slots[index].kind != .toOne
        else { return write(value, key) }
        ownRow().setValue(value, of: layout.slots[index])
        markDirty(index)
    }

    /// The object's own row; copies the shared one if it has none.
    func ownRow() -> Row {
        let shared = readableRow()
        if isLoose { return shared }
        if !state.contains(.ownsRow) {
            guard let context = registry?.context else { unusable("outlived its context") }
            let details = extended()
            let own = context.copyForWriting(shared, layout: layout)
            own.retainSlab()
            // The reference to the shared row's slab moves to `base`.
            details.base = shared
            row = own
            state.insert(.ownsRow)
        }
        return row!
    }

    /// Puts the object among the pending changes without writing to its row.
    func noteUpdate() {
        if state.contains(.waking) { return }
        // Most updates are of new objects, whose event has them, and all of them will be saved.
        if state.isSuperset(of: .writableInsertion), canChangeUnnoticed { return }
        guard let context = registry?.context else {
            if isLoose { return }
            unusable("outlived its context")
        }
        if !state.contains(.inserted) { _ = extended() }
        context.noteUpdated(self)
    }

    /// Records that a slot was written, except for an inserted object, of which all slots are
    /// saved.
    @inline(__always)
    func markDirty(_ slot: Int) {
        if state.isDisjoint(with: .undirtied) { details!.setDirty(slot) }
    }

    /// Replaces the row; takes over the caller's reference to the new row's slab.
    func adopt(_ retained: Row?) {
        row?.releaseSlab()
        row = retained
    }

    private func toOneValue(_ value: Any?, _ slot: Int) -> NSManagedObject? {
        // An object of no class of an app's needs no cast.
        let plain = HeldValue.read(value) { $0.value(of: NSManagedObject.self) }
        if let plain { return plain }
        guard let value else { return nil }
        // The object first: asking each value for NSNull takes as long as the cast itself.
        if let object = value as? NSManagedObject { return object }
        guard value is NSNull else {
            fatalError(
                """
                Unacceptable type of value for to-one relationship: property = \
                “\(layout.slots[slot].name)” takes an object, given \(type(of: value))
                """)
        }
        return nil
    }

    func toManyValue(_ value: Any?, _ key: String) -> [NSManagedObject] {
        switch value {
        case nil, is NSNull: return []
        case let objects as [NSManagedObject]: return objects
        case let set as Set<NSManagedObject>: return set.sorted { $0.key.bits < $1.key.bits }
        case let set as NSSet:
            return set.allObjects.compactMap { $0 as? NSManagedObject }
                .sorted { $0.key.bits < $1.key.bits }
        case let set as NSOrderedSet:
            return set.array.compactMap { $0 as? NSManagedObject }
        default:
            fatalError(
                """
                Unacceptable type of value for to-many relationship: property = “\(key)” takes a \
                set of objects, given \(type(of: value!))
                """)
        }
    }

    private func undefined(_ key: String) -> Never {
        fatalError(
            """
            the entity \(entity.name ?? "") is not key value coding-compliant for the key \
            \"\(key)\"; it has \(layout.propertyNames)
            """)
    }

    func unusable(_ what: String) -> Never {
        if isLoose {
            fatalError(
                """
                \(type(of: self)) of \(entity.name ?? "") has no context, so no relationship can \
                include it. Insert it first: insert(_:), or init(entity:insertInto:).
                """)
        }
        fatalError(
            """
            \(type(of: self)) of \(entity.name ?? "") \(what). Keep its objectID, and fetch the \
            object in another context.
            """)
    }

    /// Traps under concurrency debugging if the caller is not on the context's queue.
    @inline(__always)
    func requireQueue(_ call: StaticString) {
        guard checksQueues else { return }
        registry?.context?.requireQueue(call, of: self)
    }
}

// MARK: - Faults

extension NSManagedObject {
    /// Loads the values: from the row at hand, the row cache, the store or the parent.
    func fireFault() {
        if isForgotten { return readNothing() }
        guard let registry, registry.hasContext else {
            unusable("is a fault and outlived its context")
        }
        if state.contains(.outdated) { return registry.context!.readOutdated(self) }
        if row == nil { registry.context!.loadRow(of: self) }
        state.remove(.fault)
        if state.contains(.inserted) {
            state.insert(.ownsRow)
        } else if layout.isSubclassed, !state.contains(.gone) {
            wake()
        }
    }

    /// Calls `awakeFromFetch()`; values set there count as read, not as changed.
    private func wake() {
        state.insert(.waking)
        awakeFromFetch()
        state.remove(.waking)
        guard state.contains(.ownsRow), !hasChanges, let details, let base = details.base else {
            return
        }
        // A save writes them if it writes the object: others then read its whole row.
        details.woken = layout.storedSlots.filter {
            $0.kind != .toOne && !$0.isDerived && !row!.isEqual(base, slot: $0)
        }.map(\.index)
        // Later changes start from the row that `awakeFromFetch()` wrote.
        base.releaseSlab()
        details.base = nil
        state.remove(.ownsRow)
    }

    /// Gives an object of a reset context a row in which all values are nil.
    private func readNothing() {
        guard row == nil else { return }
        let slab = RowSlab(layout: layout, capacity: 1)
        withExtendedLifetime(slab) {
            row = slab.appendRow(key: key)
            row!.retainSlab()
        }
    }

    /// Turns the object into a fault, which loses its unsaved changes.
    ///
    /// One that is a fault loses what is at hand for it, and hears of nothing: it has not awoken.
    func turnIntoFault() {
        let isHeard = layout.isSubclassed && !state.contains(.fault)
        if isHeard { willTurnIntoFault() }
        adopt(nil)
        rare.forgetDetails()
        state.insert(.fault)
        state.remove(.ownsRow)
        state.remove(.outdated)
        if isHeard { didTurnIntoFault() }
    }
}

// MARK: - Changes

extension NSManagedObject {
    /// Whether the object's row has an unsaved value in a slot that differs from the one last
    /// fetched or saved; of a new object from the model's default.
    ///
    /// A setter marks a slot without comparing: a value that is set to what it is makes a save, and
    /// no change.
    func isChanged(_ slot: Slot, _ row: Row) -> Bool {
        guard state.contains(.inserted) else {
            guard let details, details.isDirty(slot.index) else { return false }
            // What awakeFromFetch() wrote is marked without a row of the object's own.
            return details.base.map { !row.isEqual($0, slot: slot) } ?? false
        }
        guard let value = (slot.property as? NSAttributeDescription)?.defaultValue else {
            return !row.isNull(slot.index)
        }
        return !((row.value(of: slot) as? NSObject)?.isEqual(value) ?? false)
    }

    /// Takes the marks off the slots that have the values last fetched or saved.
    ///
    /// - Parameter toOnes: whether to-ones are among them, whose inverses would have to follow.
    func unmarkEqualSlots(toOnes: Bool) {
        guard state.contains(.ownsRow), let details, let row, let base = details.base else {
            return
        }
        for slot in layout.slots where details.isDirty(slot.index) {
            guard toOnes || slot.kind != .toOne, row.isEqual(base, slot: slot) else { continue }
            details.clearDirty(slot.index)
        }
    }

    /// An attribute's value in a row; of an element's slot the whole composite's.
    func value(ofProperty slot: Slot, in row: Row) -> Any? {
        guard let name = slot.composite,
            case .composite(let index)? = layout.property(named: name)
        else { return row.value(of: slot) }
        return layout.composites[index].value(in: row, layout.slots)
    }

    /// A value in the form of snapshots: a to-one as its object ID.
    func snapshotValue(of slot: Slot, in row: Row) -> Any? {
        if slot.composite != nil { return value(ofProperty: slot, in: row) }
        guard slot.kind == .toOne else { return row.value(of: slot) }
        let key = row.reference(of: slot)
        guard !key.isNone, let context = registry?.context else { return nil }
        return context.makeID(key)
    }
}

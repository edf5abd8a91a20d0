/// A child's save, which copies each changed object one level up.
///
/// Insertions and updates come first, then the deletions. Runs on the parent's queue while the
/// child waits on its own.
///
///     child                         parent
///     inserted  row of values  →    inserted, same temporary key, row copied
///     updated   changed values →    updated, only those values written
///     deleted                  →    deleted
///
/// Relationships are copied by their to-one ends, which set the inverse in the parent. A to-many
/// without a to-one end (many to many, or without inverse) is copied by its additions and removals.
struct ChildPush {
    private let child: NSManagedObjectContext
    private let parent: NSManagedObjectContext

    init(from child: NSManagedObjectContext, into parent: NSManagedObjectContext) {
        self.child = child
        self.parent = parent
    }

    func run(_ changes: ChangeSet) {
        // Make all objects first: a reference may point to a later one.
        let inserted = changes.inserted.map { ($0, makeInserted($0)) }
        let updated = changes.updated.map { ($0, parent.object(at: $0.key)) }
        for (original, copy) in inserted { copyReferences(of: original, to: copy) }
        for (original, copy) in updated where isThere(copy) {
            copyValues(of: original, to: copy)
            copyReferences(of: original, to: copy)
        }
        for list in [inserted, updated] {
            for (original, copy) in list where !copy.isDead {
                copyMembers(of: original, to: copy)
            }
        }
        for original in changes.deleted {
            let copy = parent.object(at: original.key)
            if !copy.isDead { parent.delete(copy) }
        }
        parent.propagateDeletes()
        for (original, copy) in updated where !copy.isDead { share(copy, with: original) }
    }

    private func makeInserted(_ original: NSManagedObject) -> NSManagedObject {
        let layout = original.layout
        let key = original.key
        let known = parent.registry.object(key, root: layout.rootNumber)
        if let known, !isEmptyFault(known) { return known }
        // The parent may have been asked for the object by its ID before.
        let copy = known ?? parent.makeObject(layout)
        if known == nil { parent.enter(copy, key, layout) }
        let row = parent.copyForWriting(original.row!, layout: layout)
        for index in layout.toOnePlaces.indices {
            row.setReference(.none, of: layout.toOnePlaces[index])
        }
        row.retainSlab()
        copy.adopt(row)
        copy.state.remove(.fault)
        copy.state.insert(.cameFromChild)
        if let store = original.details?.assignedStore { copy.extended().assignedStore = store }
        parent.undoRecorder?.rememberAbsent(copy)
        parent.noteInserted(copy, layout)
        if layout.isSubclassed {
            copy.awakeFromInsert()
            takeOver(original, into: copy)
        }
        return copy
    }

    private func isEmptyFault(_ object: NSManagedObject) -> Bool {
        object.state.contains(.fault) && object.row == nil && !object.isDead
            && !object.state.contains(.inserted)
    }

    /// Overwrites values of the parent's `awakeFromInsert` with the child's.
    private func takeOver(_ original: NSManagedObject, into copy: NSManagedObject) {
        let values = original.row!
        for slot in original.layout.slots
        where slot.kind != .toOne && !copy.row!.isEqual(values, slot: slot) {
            copy.row!.copySlot(slot, from: values)
        }
    }

    private func copyValues(of original: NSManagedObject, to copy: NSManagedObject) {
        guard let details = original.details, let values = original.row else { return }
        for slot in original.layout.slots
        where slot.kind != .toOne && details.isDirty(slot.index) {
            let row = copy.writableRow()
            row.copySlot(slot, from: values)
            copy.markDirty(slot.index)
        }
    }

    private func copyReferences(of original: NSManagedObject, to copy: NSManagedObject) {
        guard let row = original.row else { return }
        original.withLayout { layout in
            for index in layout.toOnePlaces.indices {
                let place = layout.toOnePlaces[index]
                guard original.state.contains(.inserted) || original.details!.isDirty(place.index)
                else { continue }
                let isMutual = layout.inverseName(ofSlot: place.index) != nil
                let key = row.reference(of: place)
                copy.setToOne(place.index, to: destination(key, isMutual: isMutual))
            }
        }
    }

    private func copyMembers(of original: NSManagedObject, to copy: NSManagedObject) {
        guard let details = original.details else { return }
        for index in details.toManys.indices where details.toManys[index].hasChanges {
            let toMany = details.toManys[index]
            for key in toMany.removed.all {
                guard let member = known(key) else { continue }
                copy.removeMember(member, ofToMany: index)
            }
            let relationship = original.layout.relationships[original.layout.toManys[index]]
            let isMutual = relationship.inverseName != nil
            for key in toMany.added.all {
                // Nearly all are there: their own end of the relationship has added them.
                guard !copy.isKnown(key, inToMany: index),
                    let member = destination(key, isMutual: isMutual)
                else { continue }
                copy.addMember(member, toToMany: index)
            }
            if original.isOrdered(toMany: index) {
                let order = (toMany.members ?? toMany.added).all
                copy.arrange(order.map { parent.resolve($0) }, inToMany: index)
            }
        }
    }

    /// Whether a context above still has the object; fires the fault that the parent may have.
    private func isThere(_ copy: NSManagedObject) -> Bool {
        if isEmptyFault(copy) { copy.fireFault() }
        return !copy.isDead
    }

    /// The parent's object of a reference; `nil` if the parent has deleted it meanwhile, saved or
    /// not.
    ///
    /// - Parameter isMutual: whether the other end refers back, so that its row is needed anyway.
    ///   Otherwise a saved object that the parent has not read is taken to be there.
    private func destination(_ key: ObjectKey, isMutual: Bool) -> NSManagedObject? {
        guard !key.isNone else { return nil }
        let object = parent.object(at: key)
        if object.isDeleted { return nil }
        return (isMutual || object.key.isTemporary) && !isThere(object) ? nil : object
    }

    /// The parent's object of a key; `nil` if no context above has the object.
    ///
    /// Either the child inserted it and deleted it again, or another context has deleted it.
    private func known(_ key: ObjectKey) -> NSManagedObject? {
        let key = parent.resolve(key)
        let layout = parent.layout(of: key)
        let known = parent.registry.object(key, root: layout.rootNumber)
        if let known, !known.isFault || known.row != nil { return known }
        guard let row = try? parent.requiredSource().row(key, layout: layout) else { return nil }
        let object = known ?? parent.object(at: key)
        object.adopt(row)
        return object
    }

    /// Gives the child's object the version of the parent's, for conflicts further up.
    private func share(_ copy: NSManagedObject, with original: NSManagedObject) {
        guard let row = original.row, let other = copy.row, original.state.contains(.ownsRow)
        else { return }
        row.version = other.version
    }
}

/// Finds values that a save would bring into the store a second time.
///
/// SQLite's UNIQUE constraint would refuse only the first of them, without naming the other row. So
/// a save looks ahead, inside its transaction or under its lock, where no other writer can bring in
/// a value between the look and the write.
struct UniquenessCheck {
    /// Objects of the save that have the same values.
    private struct Group {
        let constraint: UniquenessConstraint
        let values: UniquenessConstraint.Values
        let layout: RowLayout
        var members: [NSManagedObject]
    }

    private let rows: any UniqueRows
    private let context: NSManagedObjectContext

    init(_ rows: any UniqueRows, _ context: NSManagedObjectContext) {
        self.rows = rows
        self.context = context
    }

    /// The conflicts, in the order of change.
    ///
    /// - Throws: `SQLiteError`.
    func conflicts(in changes: ChangeSet) throws -> [NSConstraintConflict] {
        var places: [UniquenessConstraint.Values: Int] = [:]
        var groups: [Group] = []
        for object in changes.inserted + changes.updated {
            for constraint in object.layout.constraints
            where object.state.contains(.inserted) || constraint.isChanged(in: object) {
                guard let row = object.row,
                    let values = UniquenessConstraint.Values(row, constraint, object.layout)
                else { continue }
                if let place = places[values] {
                    groups[place].members.append(object)
                } else {
                    places[values] = groups.count
                    groups.append(
                        Group(
                            constraint: constraint, values: values, layout: object.layout,
                            members: [object]))
                }
            }
        }
        context.execution.charge(.valuesGuarded, groups.count)
        let deleted = Set(changes.deleted.map(\.key))
        return try groups.compactMap { try conflict($0, changes, deleted) }
    }

    private func conflict(
        _ group: Group, _ changes: ChangeSet, _ deleted: Set<ObjectKey>
    ) throws -> NSConstraintConflict? {
        let stored = try storedKey(group, deleted)
        guard stored != nil || group.members.count > 1 else { return nil }
        var object: NSManagedObject?
        if let stored {
            object = context.object(at: stored)
            if object!.row == nil {
                // Give it the row: as a fault it would ask the store, whose lock this save holds.
                object!.adopt(try rows.retainedRow(stored, object!.layout))
            }
        }
        return NSConstraintConflict(
            constraint: group.constraint.names, database: object,
            databaseSnapshot: object.flatMap { other in
                (other.committedRow ?? other.row).map(other.snapshot)
            },
            conflicting: group.members,
            conflictingSnapshots: group.members.map { $0.snapshot($0.row!) })
    }

    /// The store's row that has the values of a group and keeps them in this save.
    private func storedKey(_ group: Group, _ deleted: Set<ObjectKey>) throws -> ObjectKey? {
        guard
            let key = try rows.key(
                of: group.values, like: group.members[0].row!, group.constraint, group.layout)
        else { return nil }
        if deleted.contains(key) || group.members.contains(where: { $0.key == key }) { return nil }
        // A row that gives its values up in the same save is not in the way.
        let root = group.layout.rootNumber
        if let other = context.registry.object(key, root: root), other.state.contains(.updated),
            group.constraint.isChanged(in: other)
        {
            return nil
        }
        return key
    }
}

extension UniquenessConstraint {
    /// Whether an object's unsaved changes touch one of the values.
    func isChanged(in object: NSManagedObject) -> Bool {
        slots.contains { $0.isDirty(in: object) }
    }
}

extension Slot {
    /// Whether an object has an unsaved change here, which its save writes.
    func isDirty(in object: NSManagedObject) -> Bool {
        !isDerived && object.details?.isDirty(index) ?? false
    }
}

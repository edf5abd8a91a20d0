/// Finds values that a save would bring into the store a second time.
///
/// SQLite would refuse them too, by the table's UNIQUE constraint, but only the first, and without
/// telling which row is in the way. So the save asks ahead, inside its transaction, where nobody
/// else can bring in a value between question and write.
struct UniquenessCheck {
    /// Objects of the save that have the same values.
    private struct Group {
        let constraint: UniquenessConstraint
        let layout: RowLayout
        var members: [NSManagedObject]
    }

    private struct Signature: Hashable {
        let root: Int
        let columns: [String]
        let values: [UInt8]
    }

    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let context: NSManagedObjectContext

    init(_ store: SQLiteStore, _ connection: SQLiteConnection, _ context: NSManagedObjectContext) {
        self.store = store
        self.connection = connection
        self.context = context
    }

    /// The conflicts, in the order of change.
    ///
    /// - Throws: `SQLiteError`.
    func conflicts(in changes: ChangeSet) throws -> [NSConstraintConflict] {
        var places: [Signature: Int] = [:]
        var groups: [Group] = []
        for object in changes.inserted + changes.updated {
            for constraint in object.layout.constraints where brings(object, constraint) {
                let signature = Signature(
                    root: object.layout.rootNumber, columns: constraint.slots.map(\.column),
                    values: constraint.signature(of: object.row!))
                if let place = places[signature] {
                    groups[place].members.append(object)
                } else {
                    places[signature] = groups.count
                    groups.append(
                        Group(constraint: constraint, layout: object.layout, members: [object]))
                }
            }
        }
        let deleted = Set(changes.deleted.map(\.key))
        return try groups.compactMap { try conflict($0, changes, deleted) }
    }

    /// Whether an object's values are new to the store.
    private func brings(_ object: NSManagedObject, _ constraint: UniquenessConstraint) -> Bool {
        guard let row = object.row, !constraint.hasNull(row) else { return false }
        return object.state.contains(.inserted) || hasChanged(object, constraint)
    }

    private func hasChanged(_ object: NSManagedObject, _ constraint: UniquenessConstraint) -> Bool {
        constraint.slots.contains { isDirty($0, object) }
    }

    private func isDirty(_ slot: Slot, _ object: NSManagedObject) -> Bool {
        object.details?.isDirty(slot.index) ?? false
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
                object!.adopt(
                    try store.readRow(stored, layout: object!.layout, on: connection))
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

    /// The row of the store that has the values of a group and keeps them in this save.
    private func storedKey(_ group: Group, _ deleted: Set<ObjectKey>) throws -> ObjectKey? {
        let table = SQLiteSchema.table(of: group.layout)
        let conditions = group.constraint.slots.map { "\($0.column) = ?" }
        let statement = try connection.statement(
            """
            SELECT Z_PK, Z_ENT FROM \(table) WHERE \(conditions.joined(separator: " AND "))
            """)
        defer { statement.reset() }
        var index: Int32 = 1
        for slot in group.constraint.slots {
            statement.bind(slot, of: group.members[0].row!, at: &index)
        }
        guard try statement.step() else { return nil }
        let key = ObjectKey(
            store: store.number, entity: Int(statement.integer(1)), number: statement.integer(0))
        if deleted.contains(key) || group.members.contains(where: { $0.key == key }) { return nil }
        // A row that gives its values up in the same save makes room.
        let root = group.layout.rootNumber
        if let other = context.registry.object(key, root: root), other.state.contains(.updated),
            hasChanged(other, group.constraint)
        {
            return nil
        }
        return key
    }

    /// Takes the values that change or go out of the table first, so that no order of the save's
    /// statements brings one in while its former owner still has it: two objects may swap theirs.
    ///
    /// - Throws: `SQLiteError`.
    func releaseValues(of changes: ChangeSet) throws {
        for object in changes.updated {
            for constraint in object.layout.constraints {
                guard let slot = constraint.slots.first(where: { isDirty($0, object) }) else {
                    continue
                }
                try release(slot, of: object)
            }
        }
        for object in changes.deleted {
            for constraint in object.layout.constraints {
                try release(constraint.slots[0], of: object)
            }
        }
    }

    /// A null is like no other value. A changed one comes back with the row's update.
    private func release(_ slot: Slot, of object: NSManagedObject) throws {
        let table = SQLiteSchema.table(of: object.layout)
        let statement = try connection.statement(
            "UPDATE \(table) SET \(slot.column) = NULL WHERE Z_PK = ?")
        statement.bind(object.key.number, at: 1)
        try statement.run()
    }
}

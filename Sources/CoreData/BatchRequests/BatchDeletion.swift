import Foundation

/// Deletes the rows of a plan, and others by delete rules, inside one transaction.
///
/// First it collects all keys, following cascades to their ends; then it looks for rules that deny;
/// then it cuts references to the keys and deletes the rows. Rows are never loaded.
struct BatchDeletion {
    private let writer: BatchWriter
    private let model: ModelLayout

    init(_ writer: BatchWriter) {
        self.writer = writer
        model = writer.store.model
    }

    /// - Returns: the keys of all deleted rows, the selected ones first.
    /// - Throws: `SQLiteError`; 1600 if a rule denies the deletion, or a mandatory reference would
    ///   become nil.
    func run(_ plan: FetchPlan) throws -> [ObjectKey] {
        let query = try SelectQuery(plan, columns: "t0.Z_PK, t0.Z_ENT", store: writer.store)
        var doomed = KeyList(try query.keys(on: writer))
        var level = Array(doomed.all)
        while !level.isEmpty {
            var next: [ObjectKey] = []
            for (layout, keys) in byEntity(level) {
                for relationship in layout.relationships
                where relationship.deleteRule == .cascadeDeleteRule {
                    for key in try destinations(of: keys, layout, relationship)
                    where doomed.insert(key) {
                        next.append(key)
                    }
                }
            }
            level = next
        }
        let groups = byEntity(Array(doomed.all))
        for (layout, keys) in groups { try requireAllowed(keys, layout, doomed) }
        var cuts = Cuts()
        for (layout, keys) in groups { try cut(keys, layout, doomed, &cuts) }
        if let history = writer.history {
            for key in cuts.keys.all {
                let columns = writer.shape(of: key).columns(named: cuts.names[key] ?? [])
                try history.update(key, columns)
            }
        }
        for (layout, keys) in groups { try delete(keys, layout) }
        return Array(doomed.all)
    }

    /// The objects that lose references, with the names of these.
    private struct Cuts {
        var keys = KeyList()
        var names: [ObjectKey: [String]] = [:]
    }

    /// The keys by entity, in the order of the entities' numbers.
    private func byEntity(_ keys: [ObjectKey]) -> [(RowLayout, [ObjectKey])] {
        Set(keys.map(\.entity)).sorted().map { number in
            (model[number], keys.filter { $0.entity == number })
        }
    }

    /// The objects at the other end of a relationship of some objects.
    private func destinations(
        of keys: [ObjectKey], _ layout: RowLayout, _ relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        guard let index = relationship.slot else {
            guard let query = MembersQuery(relationship, model: model) else { return [] }
            return try writer.keys(
                SQLFragment(query.batchText("t0.Z_PK, t0.Z_ENT"), bindings: [Self.list(keys)]))
        }
        let slot = layout.slots[index]
        guard slot.isStored else { return [] }
        let entity = slot.entityColumn ?? String(relationship.destinationEntity)
        return try writer.keys(
            SQLFragment(
                """
                SELECT \(slot.column), \(entity) FROM \(SQLiteSchema.table(of: layout)) \
                WHERE Z_PK IN (SELECT value FROM json_each(?)) AND \(slot.column) IS NOT NULL \
                ORDER BY Z_PK
                """, bindings: [Self.list(keys)]))
    }

    private func requireAllowed(
        _ keys: [ObjectKey], _ layout: RowLayout, _ doomed: KeyList
    ) throws {
        for relationship in layout.relationships {
            let isDenied = relationship.deleteRule == .denyDeleteRule
            let inverse = relationship.description.inverseRelationship
            let mustStay = inverse.map { !$0.isToMany && !$0.isOptional } ?? false
            guard isDenied || mustStay && relationship.deleteRule == .nullifyDeleteRule
            else { continue }
            let left = try destinations(of: keys, layout, relationship)
            guard left.contains(where: { !doomed.contains($0) }) else { continue }
            let name = "\(layout.entity.name ?? "").\(relationship.name)"
            throw CoreDataError.batchDenied(
                isDenied
                    ? "the rule of \(name) denies it while there are members"
                    : "the members of \(name) would be left without a mandatory value")
        }
    }

    private func deletePairs(_ table: String, _ column: String, _ keys: [ObjectKey]) throws {
        try writer.run(
            SQLFragment(
                "DELETE FROM \(table) WHERE \(column) IN (SELECT value FROM json_each(?))",
                bindings: [Self.list(keys)]))
    }

    /// Removes references to some objects from join tables and from the remaining rows.
    private func cut(
        _ keys: [ObjectKey], _ layout: RowLayout, _ doomed: KeyList, _ cuts: inout Cuts
    ) throws {
        for join in writer.store.oneWayJoins[layout.number - 1] {
            try deletePairs(join.name, join.destinationColumn, keys)
        }
        for relationship in layout.relationships {
            if let join = JoinTable(relationship.description) {
                try deletePairs(join.name, join.sourceColumn, keys)
                // Its own inverse has each pair in both directions.
                if relationship.description.inverseRelationship === relationship.description {
                    try deletePairs(join.name, join.destinationColumn, keys)
                }
                continue
            }
            guard relationship.deleteRule == .nullifyDeleteRule,
                let name = relationship.inverseName
            else { continue }
            let destination = model[relationship.destinationEntity]
            guard case .slot(let index) = destination.property(named: name) else { continue }
            let slot = destination.slots[index]
            for key in try nullify(slot, of: destination, keys, doomed) {
                _ = cuts.keys.insert(key)
                cuts.names[key, default: []].append(slot.name)
            }
        }
    }

    private func nullify(
        _ slot: Slot, of destination: RowLayout, _ keys: [ObjectKey], _ doomed: KeyList
    ) throws -> [ObjectKey] {
        let entity = slot.entityColumn.map { ", \($0) = NULL" } ?? ""
        let gone = doomed.all.filter { model[$0.entity].rootNumber == destination.rootNumber }
        let table = SQLiteSchema.table(of: destination)
        let condition = """
            \(slot.column) IN (SELECT value FROM json_each(?)) \
            AND Z_PK NOT IN (SELECT value FROM json_each(?))
            """
        let bindings = [Self.list(keys), Self.list(gone)]
        var changed: [ObjectKey] = []
        if writer.history != nil {
            changed = try writer.keys(
                SQLFragment(
                    "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(condition) ORDER BY Z_PK",
                    bindings: bindings))
        }
        try writer.run(
            SQLFragment(
                """
                UPDATE \(table) SET \(slot.column) = NULL\(entity), Z_OPT = Z_OPT + 1 \
                WHERE \(condition)
                """, bindings: bindings))
        return changed
    }

    private func delete(_ keys: [ObjectKey], _ layout: RowLayout) throws {
        if let history = writer.history {
            let tombstones = try tombstones(of: keys, layout)
            for key in keys { try history.delete(key, tombstones[key.number] ?? []) }
        }
        try writer.run(
            SQLFragment(
                """
                DELETE FROM \(SQLiteSchema.table(of: layout)) \
                WHERE Z_PK IN (SELECT value FROM json_each(?))
                """, bindings: [Self.list(keys)]))
        // The row cache forgets them after the commit, as what triggers change: before it, another
        // reader would bring a row back.
        for key in keys { writer.connection.triggeredRows.note(key) }
    }

    /// The values that history keeps of some objects, by the numbers of their rows.
    private func tombstones(
        of keys: [ObjectKey], _ layout: RowLayout
    ) throws -> [Int64: [SQLBinding]] {
        let preserved = writer.store.history?.shape(of: layout).preserved ?? []
        guard !preserved.isEmpty else { return [:] }
        let columns = preserved.map { ", \($0.column)" }.joined()
        let statement = try SQLFragment(
            """
            SELECT Z_PK\(columns) FROM \(SQLiteSchema.table(of: layout)) \
            WHERE Z_PK IN (SELECT value FROM json_each(?))
            """, bindings: [Self.list(keys)]
        ).bind(on: writer.connection)
        defer { statement.reset() }
        var tombstones: [Int64: [SQLBinding]] = [:]
        while try statement.step() {
            tombstones[statement.integer(0)] = preserved.indices.map { index in
                statement.binding(of: preserved[index], at: Int32(index + 1))
            }
        }
        return tombstones
    }

    private static func list(_ keys: [ObjectKey]) -> SQLBinding {
        .text(SQLiteStore.list(keys))
    }
}

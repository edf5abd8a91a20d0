import Foundation

/// Deletes what a plan selects, and what the delete rules say, inside one transaction.
///
/// First all keys are found, cascades followed to their ends; then what denies is looked for; then
/// references to the keys are cut and rows deleted. Rows are never loaded.
struct BatchDeletion {
    private let writer: BatchWriter
    private let model: ModelLayout

    init(_ writer: BatchWriter) {
        self.writer = writer
        model = writer.store.model
    }

    /// - Returns: the keys of all that was deleted, those that were selected first.
    /// - Throws: `SQLiteError`; 1600 when a rule denies, or a reference must not be nil.
    func run(_ plan: FetchPlan) throws -> [ObjectKey] {
        let query = try SelectQuery(plan, columns: "t0.Z_PK, t0.Z_ENT", store: writer.store)
        var doomed = KeyList(try query.keys(on: writer))
        var level = doomed.all
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
        let groups = byEntity(doomed.all)
        for (layout, keys) in groups { try requireAllowed(keys, layout, doomed) }
        for (layout, keys) in groups { try cut(keys, layout, doomed) }
        for (layout, keys) in groups { try delete(keys, layout) }
        return doomed.all
    }

    /// Keys by their entity, in the order of the entities' numbers.
    private func byEntity(_ keys: [ObjectKey]) -> [(RowLayout, [ObjectKey])] {
        Set(keys.map(\.entity)).sorted().map { number in
            (model[number], keys.filter { $0.entity == number })
        }
    }

    /// The objects that a relationship of some others leads to.
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

    /// Removes references to some objects: from join tables, and from the rows that stay.
    private func cut(_ keys: [ObjectKey], _ layout: RowLayout, _ doomed: KeyList) throws {
        for relationship in layout.relationships {
            if let join = JoinTable(relationship.description) {
                try writer.run(
                    SQLFragment(
                        """
                        DELETE FROM \(join.name) WHERE \(join.sourceColumn) IN \
                        (SELECT value FROM json_each(?))
                        """, bindings: [Self.list(keys)]))
                continue
            }
            guard relationship.deleteRule == .nullifyDeleteRule,
                let name = relationship.inverseName
            else { continue }
            let destination = model[relationship.destinationEntity]
            guard case .slot(let index) = destination.property(named: name) else { continue }
            try nullify(destination.slots[index], of: destination, keys, doomed)
        }
    }

    private func nullify(
        _ slot: Slot, of destination: RowLayout, _ keys: [ObjectKey], _ doomed: KeyList
    ) throws {
        let entity = slot.entityColumn.map { ", \($0) = NULL" } ?? ""
        let gone = doomed.all.filter { model[$0.entity].rootNumber == destination.rootNumber }
        try writer.run(
            SQLFragment(
                """
                UPDATE \(SQLiteSchema.table(of: destination)) SET \(slot.column) = NULL\(entity), \
                Z_OPT = Z_OPT + 1 WHERE \(slot.column) IN (SELECT value FROM json_each(?)) \
                AND Z_PK NOT IN (SELECT value FROM json_each(?))
                """, bindings: [Self.list(keys), Self.list(gone)]))
    }

    private func delete(_ keys: [ObjectKey], _ layout: RowLayout) throws {
        try writer.run(
            SQLFragment(
                """
                DELETE FROM \(SQLiteSchema.table(of: layout)) \
                WHERE Z_PK IN (SELECT value FROM json_each(?))
                """, bindings: [Self.list(keys)]))
        // Before the commit: a rolled back deletion costs one more read of each row.
        for key in keys { writer.store.cache.forget(key, root: layout.rootNumber) }
    }

    private static func list(_ keys: [ObjectKey]) -> SQLBinding {
        .text(SQLiteStore.list(keys))
    }
}

import Foundation

/// Migrates the contents of an atomic store to another version of its model, in memory.
struct ContentsMigration {
    private let mapping: InferredMapping
    private let source: HeldEntities
    private let destination: HeldEntities

    init(_ plan: MigrationPlanner.Plan, to destination: HeldEntities) {
        mapping = plan.mapping
        source = plan.source
        self.destination = destination
    }

    func migrated(_ contents: StoreContents) throws -> StoreContents {
        var next = StoreContents(
            identifier: contents.identifier, metadata: contents.metadata,
            model: try ModelArchive.encode(destination.model.model))
        StoreMetadata.describe(
            destination.layouts.map(\.entity), destination.model.model, in: &next.metadata)
        for entity in mapping.entities where destination.contains(entity.destination) {
            guard let former = entity.source else { continue }
            let root = destination.model[entity.destination.rootNumber].entity.name ?? ""
            let highest = contents.highest[source.model[former.rootNumber].entity.name ?? ""] ?? 0
            next.highest[root] = max(next.highest[root] ?? 0, highest)
            for table in contents.tables where table.entity == former.entity.name {
                next.tables.append(migrated(table, entity))
            }
        }
        for layout in destination.layouts {
            for relationship in layout.relationships
            where relationship.description.entity === layout.entity {
                migrate(relationship, of: layout, contents, into: &next)
                migrateOrder(of: relationship, layout, contents, into: &next)
            }
        }
        return withoutDanglingReferences(next)
    }

    private func migrated(
        _ table: StoreContents.Table, _ entity: InferredMapping.EntityMapping
    ) -> StoreContents.Table {
        var next = StoreContents.Table(
            entity: entity.destination.entity.name ?? "",
            columns: entity.slots.map(\.destination.name))
        let places = entity.slots.map { slot in
            slot.source.flatMap { table.columns.firstIndex(of: $0.name) }
        }
        let defaults = entity.slots.map { defaultValue(of: $0.destination, entity.destination) }
        for row in table.rows {
            var values: [StoreContents.Value] = []
            for (index, slot) in entity.slots.enumerated() {
                let former = places[index].map { row.values[$0] } ?? .null
                let isNeeded = slot.source == nil || !slot.destination.isOptional
                values.append(
                    former == .null && isNeeded ? defaults[index] : renamed(former))
            }
            next.rows.append(
                StoreContents.Record(number: row.number, version: row.version, values: values))
        }
        return next
    }

    private func defaultValue(of slot: Slot, _ layout: RowLayout) -> StoreContents.Value {
        guard slot.kind != .toOne, let value = slot.attribute.defaultValue else { return .null }
        let slab = RowSlab(layout: layout, capacity: 1)
        let row = slab.appendRow(key: .none)
        row.setValue(value, of: slot)
        // A row does not retain its slab.
        return withExtendedLifetime(slab) {
            StoreContents.Value(row, slot, destination.model)
        }
    }

    private func renamed(_ value: StoreContents.Value) -> StoreContents.Value {
        guard case .reference(let reference) = value else { return value }
        return renamed(reference).map { .reference($0) } ?? .null
    }

    /// The reference under the entity's new name; `nil` if the entity is dropped.
    private func renamed(_ reference: StoreContents.Reference) -> StoreContents.Reference? {
        guard let layout = source.model.layout(named: reference.entity),
            let became = mapping.destination(of: layout)
        else { return nil }
        return StoreContents.Reference(
            entity: became.entity.name ?? "", number: reference.number)
    }

    // MARK: Pairs

    private func migrate(
        _ relationship: RelationshipLayout, of layout: RowLayout, _ contents: StoreContents,
        into next: inout StoreContents
    ) {
        guard JoinTable(relationship.description) != nil,
            let former = mapping.source(of: relationship.description)
        else { return }
        var links = StoreContents.Links(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        for (source, destination) in pairs(of: former, contents) {
            guard let source = renamed(source), let destination = renamed(destination) else {
                continue
            }
            links.pairs.append((source, destination))
        }
        if !links.pairs.isEmpty { next.links.append(links) }
    }

    private func migrateOrder(
        of relationship: RelationshipLayout, _ layout: RowLayout, _ contents: StoreContents,
        into next: inout StoreContents
    ) {
        guard relationship.isOrdered, let former = mapping.source(of: relationship.description)
        else { return }
        var order = StoreContents.Order(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        for known in contents.orders
        where known.entity == former.entity.name && known.relationship == former.name {
            for (owner, members) in known.lists {
                guard let owner = renamed(owner) else { continue }
                order.lists.append((owner, members.compactMap(renamed)))
            }
        }
        if !order.lists.isEmpty { next.orders.append(order) }
    }

    /// The pairs of a former relationship, in whichever form the contents have them.
    private func pairs(
        of former: NSRelationshipDescription, _ contents: StoreContents
    ) -> [(StoreContents.Reference, StoreContents.Reference)] {
        if JoinTable(former) != nil {
            let own = links(of: former, contents)
            if !own.isEmpty { return own }
            // Contents have the pairs of one side only.
            return former.inverseRelationship.map { inverse in
                links(of: inverse, contents).map { ($1, $0) }
            } ?? []
        }
        if !former.isToMany { return references(of: former, contents) }
        return former.inverseRelationship.map { inverse in
            references(of: inverse, contents).map { ($1, $0) }
        } ?? []
    }

    private func links(
        of relationship: NSRelationshipDescription, _ contents: StoreContents
    ) -> [(StoreContents.Reference, StoreContents.Reference)] {
        contents.links.filter {
            $0.entity == relationship.entity.name && $0.relationship == relationship.name
        }.flatMap { $0.pairs.map { ($0.source, $0.destination) } }
    }

    private func references(
        of toOne: NSRelationshipDescription, _ contents: StoreContents
    ) -> [(StoreContents.Reference, StoreContents.Reference)] {
        let family = Set(source.model.family(of: toOne.entity.layout).map { $0.entity.name ?? "" })
        var found: [(StoreContents.Reference, StoreContents.Reference)] = []
        for table in contents.tables where family.contains(table.entity) {
            guard let place = table.columns.firstIndex(of: toOne.name) else { continue }
            for row in table.rows {
                guard case .reference(let destination) = row.values[place] else { continue }
                found.append(
                    (
                        StoreContents.Reference(entity: table.entity, number: row.number),
                        destination
                    ))
            }
        }
        return found
    }

    // MARK: Dropped entities

    private func withoutDanglingReferences(_ contents: StoreContents) -> StoreContents {
        guard mapping.dropsEntities else { return contents }
        var contents = contents
        let present = Set(
            contents.tables.flatMap { table in
                table.rows.map {
                    StoreContents.Reference(entity: table.entity, number: $0.number)
                }
            })
        for table in contents.tables.indices {
            for row in contents.tables[table].rows.indices {
                for value in contents.tables[table].rows[row].values.indices {
                    guard
                        case .reference(let to) = contents.tables[table].rows[row].values[value],
                        !present.contains(to)
                    else { continue }
                    contents.tables[table].rows[row].values[value] = .null
                }
            }
        }
        for links in contents.links.indices {
            contents.links[links].pairs.removeAll {
                !present.contains($0.source) || !present.contains($0.destination)
            }
        }
        for order in contents.orders.indices {
            contents.orders[order].lists.removeAll { !present.contains($0.owner) }
            for list in contents.orders[order].lists.indices {
                contents.orders[order].lists[list].members.removeAll { !present.contains($0) }
            }
        }
        return contents
    }
}

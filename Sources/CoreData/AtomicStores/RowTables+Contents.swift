import Foundation

extension RowTables {
    /// Adds everything to contents, in the order of entities and keys.
    func export(into contents: inout StoreContents, _ entities: HeldEntities) {
        for root in entities.roots where highest[root.number] > 0 {
            contents.highest[root.entity.name ?? ""] = highest[root.number]
        }
        for layout in entities.layouts {
            var table = StoreContents.Table(
                entity: layout.entity.name ?? "", columns: layout.storedSlots.map(\.name))
            forEach(root: layout.rootNumber) { row in
                guard row.key.entity == layout.number else { return }
                table.rows.append(StoreContents.Record(row, layout, model))
            }
            if !table.rows.isEmpty { contents.tables.append(table) }
        }
        var seen = Set<String>()
        for layout in entities.layouts {
            for relationship in layout.relationships
            where relationship.description.entity === layout.entity {
                guard let join = JoinTable(relationship.description),
                    seen.insert(join.name).inserted
                else { continue }
                export(relationship, of: layout, join, into: &contents)
            }
        }
        for layout in entities.layouts {
            for relationship in layout.relationships
            where relationship.isOrdered && relationship.description.entity === layout.entity {
                export(relationship, orderedOf: layout, into: &contents)
            }
        }
    }

    private func export(
        _ relationship: RelationshipLayout, orderedOf layout: RowLayout,
        into contents: inout StoreContents
    ) {
        var exported = StoreContents.Order(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        let owners = places(of: relationship, layout)
        for owner in owners.keys.sorted(by: { $0.bits < $1.bits }) {
            let members = members(of: owner, relationship)
            guard !members.isEmpty else { continue }
            exported.lists.append(
                (
                    StoreContents.Reference(owner, model),
                    members.map { StoreContents.Reference($0, model) }
                ))
        }
        if !exported.lists.isEmpty { contents.orders.append(exported) }
    }

    private func export(
        _ relationship: RelationshipLayout, of layout: RowLayout, _ join: JoinTable,
        into contents: inout StoreContents
    ) {
        let members = links[join.name]?.members[join.sourceColumn] ?? [:]
        var exported = StoreContents.Links(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        for source in members.keys.sorted(by: { $0.bits < $1.bits }) {
            for destination in members[source]!.sorted(by: { $0.bits < $1.bits }) {
                exported.pairs.append(
                    (
                        StoreContents.Reference(source, model),
                        StoreContents.Reference(destination, model)
                    ))
            }
        }
        if !exported.pairs.isEmpty { contents.links.append(exported) }
    }

    /// Loads everything; returns `false` if a part does not fit the model.
    func load(_ contents: StoreContents) -> Bool {
        for (name, number) in contents.highest {
            guard let layout = model.layout(named: name), number >= 0 else { return false }
            raiseHighest(to: number, root: layout.rootNumber)
        }
        let rows = KeptRows()
        for table in contents.tables where !load(table, rows) { return false }
        for links in contents.links where !load(links) { return false }
        for order in contents.orders where !load(order) { return false }
        return true
    }

    private func load(_ table: StoreContents.Table, _ rows: KeptRows) -> Bool {
        guard let layout = model.layout(named: table.entity) else { return false }
        var slots: [Slot] = []
        for column in table.columns {
            guard case .slot(let index) = layout.property(named: column) else { return false }
            slots.append(layout.slots[index])
        }
        for record in table.rows {
            let reference = StoreContents.Reference(entity: table.entity, number: record.number)
            guard record.values.count == slots.count, let key = reference.key(model, store: store),
                row(key, root: layout.rootNumber) == nil
            else { return false }
            let row = rows.make(key, layout)
            row.version = record.version
            for (slot, value) in zip(slots, record.values)
            where !value.write(to: row, slot, model, store: store) {
                return false
            }
            // Two rows must not have the same unique values either.
            for values in UniquenessConstraint.Values.all(of: row, layout)
            where owner(of: values) != nil {
                return false
            }
            set(row, at: key, layout: layout)
        }
        return true
    }

    private func load(_ links: StoreContents.Links) -> Bool {
        guard let layout = model.layout(named: links.entity),
            let relationship = layout.relationship(named: links.relationship),
            let join = JoinTable(relationship.description)
        else { return false }
        for pair in links.pairs {
            guard let source = pair.source.key(model, store: store),
                let destination = pair.destination.key(model, store: store)
            else { return false }
            setLink(join, source, destination, isLinked: true)
        }
        return true
    }

    private func load(_ order: StoreContents.Order) -> Bool {
        guard let layout = model.layout(named: order.entity),
            let relationship = layout.relationship(named: order.relationship),
            relationship.isOrdered
        else { return false }
        for (owner, members) in order.lists {
            guard let owner = owner.key(model, store: store) else { return false }
            var places: [Int64: Int64] = [:]
            for (index, member) in members.enumerated() {
                places[member.number] = Int64(index + 1) * MemberPlaces.gap
            }
            setPlaces(places, of: owner, relationship)
        }
        return true
    }
}

/// Finds values that a migration of an atomic store has lost, before the file is written.
///
/// As `SQLiteLoss` does, it compares the contents themselves, not only the properties of the
/// version that the migration assumed.
struct ContentsLoss {
    private let mapping: InferredMapping
    private let destination: HeldEntities

    init(_ mapping: InferredMapping, _ destination: HeldEntities) {
        self.mapping = mapping
        self.destination = destination
    }

    /// Describes the first lost value, row or pair; `nil` if nothing is lost.
    func first(from former: StoreContents, to next: StoreContents) -> String? {
        var rows: [StoreContents.Reference: (StoreContents.Table, StoreContents.Record)] = [:]
        for table in next.tables {
            for row in table.rows {
                rows[.init(entity: table.entity, number: row.number)] = (table, row)
            }
        }
        for entity in mapping.entities where destination.contains(entity.destination) {
            guard let source = entity.source else { continue }
            let name = entity.destination.entity.name ?? ""
            for table in former.tables where table.entity == source.entity.name {
                for row in table.rows {
                    let reference = StoreContents.Reference(entity: name, number: row.number)
                    guard let (columns, now) = rows[reference], now.version == row.version else {
                        return "\(name)/p\(row.number), its row"
                    }
                    for (slot, source) in entity.slots {
                        let named = slot.formerName
                        guard let from = place(source?.name, or: named, in: table),
                            let to = columns.columns.firstIndex(of: slot.name),
                            isLost(row.values[from], now.values[to], rows.keys.contains)
                        else { continue }
                        return "\(name)/p\(row.number), \(slot.name)"
                    }
                }
            }
        }
        return lostPair(from: former, to: next, rows.keys.contains)
    }

    private func place(
        _ source: String?, or name: String, in table: StoreContents.Table
    ) -> Int? {
        source.flatMap { table.columns.firstIndex(of: $0) } ?? table.columns.firstIndex(of: name)
    }

    /// Whether a value was lost.
    ///
    /// A nil may have become a default value, and a reference nil, if its destination's entity is
    /// dropped.
    private func isLost(
        _ former: StoreContents.Value, _ now: StoreContents.Value,
        _ isThere: (StoreContents.Reference) -> Bool
    ) -> Bool {
        switch former {
        case .null: return false
        case .reference(let reference):
            guard let renamed = renamed(reference), isThere(renamed) else { return now != .null }
            return now != .reference(renamed)
        default: return now != former
        }
    }

    private func renamed(_ reference: StoreContents.Reference) -> StoreContents.Reference? {
        mapping.source.layout(named: reference.entity).flatMap(mapping.destination).map {
            StoreContents.Reference(entity: $0.entity.name ?? "", number: reference.number)
        }
    }

    // MARK: Pairs

    private struct Pair: Hashable {
        let relationship: String
        let source: StoreContents.Reference
        let destination: StoreContents.Reference
    }

    /// Describes the first lost pair of a many-to-many relationship, or the first lost order.
    private func lostPair(
        from former: StoreContents, to next: StoreContents,
        _ isThere: (StoreContents.Reference) -> Bool
    ) -> String? {
        var present = Set<Pair>()
        for links in next.links {
            for pair in links.pairs {
                present.insert(
                    Pair(
                        relationship: "\(links.entity).\(links.relationship)",
                        source: pair.source, destination: pair.destination))
            }
        }
        for layout in destination.layouts {
            for relationship in layout.relationships
            where relationship.description.entity === layout.entity {
                let description = relationship.description
                guard let source = mapping.source(of: description) else { continue }
                let name = description.path
                for links in former.links
                where links.entity == source.entity.name && links.relationship == source.name {
                    for (from, to) in links.pairs {
                        guard let from = renamed(from), let to = renamed(to), isThere(from),
                            isThere(to),
                            !present.contains(
                                Pair(relationship: name, source: from, destination: to)),
                            !present.contains(
                                Pair(
                                    relationship: description.inverseRelationship?.path ?? name,
                                    source: to, destination: from))
                        else { continue }
                        return "\(name) from p\(from.number) to p\(to.number)"
                    }
                }
                guard relationship.isOrdered else { continue }
                let before = lists(former.orders, source).compactMap { owner, members in
                    renamed(owner).map { ($0, members.compactMap(renamed).filter(isThere)) }
                }
                let after = Dictionary(
                    lists(next.orders, description), uniquingKeysWith: { first, _ in first })
                for (owner, members) in before
                where isThere(owner) && (after[owner] ?? []) != members {
                    return "\(name) of p\(owner.number), its order"
                }
            }
        }
        return nil
    }

    private func lists(
        _ orders: [StoreContents.Order], _ relationship: NSRelationshipDescription
    ) -> [(StoreContents.Reference, [StoreContents.Reference])] {
        orders.filter {
            $0.entity == relationship.entity.name && $0.relationship == relationship.name
        }.flatMap { $0.lists.map { ($0.owner, $0.members) } }
    }
}

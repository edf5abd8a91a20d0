/// The rows of objects of one's own, as they are expected.
extension OwnObjects {
    /// The content of a store after an import of some lines and the user's operations.
    ///
    /// - Parameters:
    ///   - notes: those that exist.
    ///   - written: the numbers of all that ever existed: each has brought its partners.
    ///   - relationships: what the importer sets with its objects.
    ///   - memory: has the rows of earlier calls.
    func storeContent(
        lines: [PresentLine], notes: [NoteValue], written: some Sequence<Int>,
        relationships: ImporterRole.Relationships, _ memory: RowMemory?
    ) -> StoreContent {
        var tables = [[StoreContent.Row]](repeating: [], count: content.entities.count)
        var known: Set<PartnerKey> = []
        func addPartners(_ partners: [PartnerKey]) {
            for partner in partners where known.insert(partner).inserted {
                guard let table = table(of: partner.entity) else { continue }
                let made =
                    memory?.row(of: partner) { row(ofPartner: partner) } ?? row(ofPartner: partner)
                made.map { tables[table].append($0) }
            }
        }
        for line in lines {
            let made =
                memory?.rows(of: line) { rows(of: line, relationships) }
                ?? rows(of: line, relationships)
            for (table, row) in made.rows { tables[table].append(row) }
            addPartners(made.partners)
        }
        if let edited, let table = table(of: edited.name) {
            tables[table] += notes.compactMap(row(of:))
        }
        for number in written.sorted() {
            draft(of: NoteValue(number: number, revision: 0, text: "", changedAt: 0))
                .map { addPartners($0.partnerKeys) }
        }
        return StoreContent(tables: tables)
    }

    private func table(of entity: String) -> Int? {
        content.entities.firstIndex { $0.name == entity }
    }

    /// A note's row.
    func row(of note: NoteValue) -> StoreContent.Row? { draft(of: note).map { row(of: $0) } }

    private func row(ofPartner key: PartnerKey) -> StoreContent.Row? {
        partner(key).map { row(of: $0) }
    }

    private func rows(
        of present: PresentLine, _ relationships: ImporterRole.Relationships
    ) -> RowMemory.LineRows {
        var rows = RowMemory.LineRows()
        guard let imported, let table = table(of: imported.name),
            let line = line(present.line, isOlder: present.isOlder)
        else { return rows }
        let isLinked = relationships == .withInsert || present.isLinked
        rows.rows.append((table, row(of: line, isLinked: isLinked)))
        if relationships != .none { rows.partners += line.partnerKeys }
        if relationships == .withInsert { add(partsOf: line, to: &rows) }
        return rows
    }

    private func add(partsOf owner: Draft, to rows: inout RowMemory.LineRows) {
        for (kind, drafts) in zip(owner.entity.parts, owner.parts) {
            guard let table = table(of: kind.entity) else { continue }
            for (place, part) in drafts.enumerated() {
                let owned = StoreContent.Row.Owner(
                    parts: kind, key: owner.key, place: kind.isOrdered ? place : nil)
                rows.rows.append((table, row(of: part, owner: owned)))
                rows.partners += part.partnerKeys
                add(partsOf: part, to: &rows)
            }
        }
    }

    private func row(
        of draft: Draft, owner: StoreContent.Row.Owner? = nil, isLinked: Bool = true
    ) -> StoreContent.Row {
        .own(
            draft.entity, values: draft.values,
            partners: isLinked ? draft.partners : draft.partners.map { _ in [] }, owner: owner)
    }
}

extension StoreContent.Row {
    /// The object that a part belongs to.
    package struct Owner {
        let parts: OwnEntity.Parts
        let key: OwnValue?
        /// The part's place among the others, if the relationship keeps their order.
        let place: Int?

        package init(parts: OwnEntity.Parts, key: OwnValue?, place: Int?) {
            self.parts = parts
            self.key = key
            self.place = place
        }
    }

    /// An object of one's own: its values, the keys of its partners, and whose part it is.
    ///
    /// - Parameters:
    ///   - values: in the order of the entity's attributes.
    ///   - partners: in the order of the entity's; a key of an object without one is `nil`.
    ///   - owner: `nil` for an object that is no other's part.
    package static func own(
        _ entity: OwnEntity, values: [OwnValue?], partners: [[OwnValue?]], owner: Owner?
    ) -> StoreContent.Row {
        var parts = zip(entity.attributes, values).map { "\($0.name) \($1?.line ?? "nil")" }
        for (partner, keys) in zip(entity.partners, partners) {
            let lines = keys.map { $0?.line ?? "nil" }
            guard partner.counts != nil else {
                parts.append("\(partner.name) \(lines.first ?? "nil")")
                continue
            }
            // The model keeps no order, or this one.
            let list = (partner.isOrdered ? lines : lines.sorted()).joined(separator: " ")
            parts.append("\(partner.name) [\(list)]")
        }
        if let owner {
            let place = owner.place.map { " at \($0)" } ?? ""
            parts.append("in \(owner.parts.name) of \(owner.key?.line ?? "nil")\(place)")
        }
        let key = zip(entity.attributes, values).first { $0.0.kind.isKey }?.1
        let name = key.map { "\(entity.name) \($0.line)" } ?? entity.name
        let line = "\(name): " + parts.joined(separator: ", ")
        let order: StoreContent.Key =
            switch key {
            case .integer(let number): .init(number)
            case .some(let key): .init(text: key.line)
            case nil: .init(text: line)
            }
        return StoreContent.Row(key: order, values: .line(line))
    }
}

/// The rows of the objects of a content, as they are expected.
extension OwnObjects {
    /// The content of a store after an import of some lines and the user's operations.
    ///
    /// - Parameters:
    ///   - named: the lines whose partners were written before.
    ///   - notes: those that exist.
    ///   - written: the numbers of all that ever existed: each has brought its partners.
    ///   - relationships: what the importer sets with its objects.
    ///   - memory: has the rows of earlier calls.
    func storeContent(
        lines: [PresentLine], partnersOf named: Range<Int>, notes: [NoteValue],
        written: some Sequence<Int>,
        relationships: ImporterRole.Relationships, _ memory: RowMemory?
    ) -> StoreContent {
        let memory = memory ?? RowMemory()
        let imported = memory.imported(lines, partnersOf: named) {
            importedRows(lines, partnersOf: named, relationships, memory)
        }
        var tables = imported.tables
        var known: Set<PartnerKey> = []
        func addPartners(_ partners: [PartnerKey]) {
            for partner in partners where known.insert(partner).inserted {
                let made = memory.row(of: partner) { row(ofPartner: partner) }
                guard let made, let table = table(of: made.values.entity.name) else { continue }
                tables[table].append(made)
            }
        }
        addPartners(imported.partners)
        for row in notes.compactMap(row(of:)) {
            if let table = table(of: row.values.entity.name) { tables[table].append(row) }
        }
        if haveEditedPartners {
            for number in written.sorted() { addPartners(partnerKeys(ofEdited: number)) }
        }
        return StoreContent(tables: tables)
    }

    /// The rows of lines and their parts, and the partners that these and some other lines name.
    private func importedRows(
        _ lines: [PresentLine], partnersOf named: Range<Int>,
        _ relationships: ImporterRole.Relationships, _ memory: RowMemory
    ) -> RowMemory.ImportedRows {
        var imported = RowMemory.ImportedRows(lines, named, tables: content.entities.count)
        for index in named {
            imported.add(partners(ofLine: index, hasParts: relationships == .withInsert))
        }
        for line in lines {
            imported.add(memory.rows(of: line) { rows(of: line, relationships) })
        }
        return imported
    }

    private func table(of entity: String) -> Int? {
        content.entities.firstIndex { $0.name == entity }
    }

    /// A note's row.
    func row(of note: NoteValue) -> StoreContent.Row? { draft(of: note).map { row(of: $0) } }

    /// All rows that the objects of marked lines may have become: as they were or as the import
    /// brings them, with any of their marks or none.
    func rows(
        ofMarked marks: [Int: [NoteValue]], _ relationships: ImporterRole.Relationships
    ) -> [StoreContent.Row] {
        marks.sorted { $0.key < $1.key }.flatMap { line, marks in
            [false, true].flatMap { isOlder in
                ([nil] + marks.map(Optional.some)).flatMap { mark in
                    [false, true].compactMap { isLinked in
                        self.line(line, isOlder: isOlder).map {
                            row(
                                of: $0.marked(mark),
                                isLinked: isLinked || relationships == .withInsert)
                        }
                    }
                }
            }
        }
    }

    private func row(ofPartner key: PartnerKey) -> StoreContent.Row? {
        partner(key).map { row(of: $0) }
    }

    private func rows(
        of present: PresentLine, _ relationships: ImporterRole.Relationships
    ) -> RowMemory.LineRows {
        var rows = RowMemory.LineRows()
        guard let line = line(present.line, isOlder: present.isOlder),
            let table = table(of: line.entity.name)
        else { return rows }
        let isLinked = relationships == .withInsert || present.isLinked
        rows.rows.append((table, row(of: line.marked(present.mark), isLinked: isLinked)))
        if relationships != .none { rows.partners += line.partnerKeys }
        if relationships == .withInsert { add(partsOf: line, to: &rows) }
        return rows
    }

    private func add(partsOf owner: Draft, to rows: inout RowMemory.LineRows) {
        for (kind, drafts) in zip(owner.entity.parts, owner.parts) {
            for (place, part) in drafts.enumerated() {
                guard let table = table(of: part.entity.name) else { continue }
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
            draft.entity, values: Array(draft.values),
            partners: isLinked ? draft.partners : draft.partners.map { _ in [] }, owner: owner)
    }
}

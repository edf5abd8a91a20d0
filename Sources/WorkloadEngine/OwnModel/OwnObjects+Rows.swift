/// The rows of objects of one's own, as they are expected.
extension OwnObjects {
    /// The content of a store after an import of some lines and the user's operations.
    ///
    /// - Parameters:
    ///   - notes: those that exist.
    ///   - written: the numbers of all that ever existed: each has brought its partners.
    func storeContent(
        lines: some Sequence<Int>, notes: [NoteValue], written: some Sequence<Int>
    ) -> StoreContent {
        var tables = OwnTables(content)
        var known: Set<String> = []
        func addPartners(of draft: Draft) {
            for (partner, number) in zip(draft.entity.partners, draft.partners)
            where known.insert("\(partner.entity) \(number)").inserted {
                if let other = self.partner(partner.entity, number) { tables.add(row(of: other)) }
            }
        }
        for index in lines {
            guard let line = line(index) else { continue }
            tables.add(row(of: line))
            addPartners(of: line)
            for (kind, drafts) in zip(line.entity.parts, line.parts) {
                for part in drafts {
                    tables.add(row(of: part, owner: (line, kind)))
                    addPartners(of: part)
                }
            }
        }
        for note in notes { draft(of: note).map { tables.add(row(of: $0)) } }
        for number in written.sorted() {
            draft(of: NoteValue(number: number, revision: 0, text: "", changedAt: 0))
                .map(addPartners)
        }
        return tables.content
    }

    /// A note's row.
    func row(of note: NoteValue) -> StoreContent.Row? { draft(of: note).map { row(of: $0).row } }

    private func row(
        of draft: Draft, owner: (draft: Draft, parts: OwnEntity.Parts)? = nil
    ) -> (entity: String, row: StoreContent.Row) {
        var references: [(name: String, number: Int?)] = []
        for (partner, number) in zip(draft.entity.partners, draft.partners) {
            references.append((partner.name, number))
        }
        return (
            draft.entity.name,
            .own(
                draft.entity, values: draft.values, references: references,
                owner: owner.map { ($0.parts, $0.draft.key?.number) })
        )
    }
}

extension StoreContent.Row {
    /// An object of one's own: its values, the numbers of its partners, and whose part it is.
    static func own(
        _ entity: OwnEntity, values: [OwnValue?], references: [(name: String, number: Int?)],
        owner: (parts: OwnEntity.Parts, number: Int?)?
    ) -> StoreContent.Row {
        func text(_ number: Int?) -> String { number.map(String.init) ?? "nil" }
        var parts = zip(entity.attributes, values).map { "\($0.name) \($1?.line ?? "nil")" }
        parts += references.map { "\($0.name) \(text($0.number))" }
        if let owner { parts.append("in \(owner.parts.name) of \(text(owner.number))") }
        let number = zip(entity.attributes, values).first { $0.0.kind.isKey }?.1?.number
        let name = number.map { "\(entity.name) \($0)" } ?? entity.name
        let line = "\(name): " + parts.joined(separator: ", ")
        return StoreContent.Row(
            key: number.map { StoreContent.Key(Int64($0)) } ?? StoreContent.Key(text: line),
            line: line)
    }
}

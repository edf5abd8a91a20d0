/// Attributes whose combined values occur only once in a store.
struct UniquenessConstraint: Sendable {
    let names: [String]
    let slots: [Slot]

    /// The constraints of an entity, the inherited ones first.
    static func all(
        of entity: NSEntityDescription, slots: ContiguousArray<Slot>
    ) -> [UniquenessConstraint] {
        let inherited = entity.superentity.map { all(of: $0, slots: slots) } ?? []
        // An entity may repeat an inherited constraint; no object conflicts with itself.
        let known = inherited.map(\.names)
        return inherited
            + entity.uniquenessConstraintNames.filter { !$0.isEmpty && !known.contains($0) }
            .map { names in
                UniquenessConstraint(
                    names: names,
                    slots: names.compactMap { name in slots.first { $0.name == name } })
            }
    }

    func hasNull(_ row: Row) -> Bool {
        slots.contains { row.isNull($0.index) }
    }

    /// The values as bytes: equal bytes for equal values.
    func signature(of row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for slot in slots {
            if slot.kind.isRecord {
                // Without its file a value is not equal to any other.
                guard let record = row.bytes(at: slot.offset, slot: slot.index) else { continue }
                withUnsafeBytes(of: record.count) { bytes += $0 }
                bytes += record
            } else {
                withUnsafeBytes(of: row.words[slot.offset]) { bytes += $0 }
            }
        }
        return bytes
    }
}

extension UniquenessConstraint {
    /// One row's values of a constraint, comparable with those of other rows.
    struct Values: Hashable {
        private let root: Int
        /// Siblings may each have an attribute of one name: two of them are two columns.
        private let columns: [String]
        private let bytes: [UInt8]

        /// `nil` if one of the values is nil, which equals no other value.
        init?(_ row: Row, _ constraint: UniquenessConstraint, _ layout: RowLayout) {
            guard !constraint.hasNull(row) else { return nil }
            root = layout.rootNumber
            columns = constraint.slots.map(\.column)
            bytes = constraint.signature(of: row)
        }

        /// The values for each constraint of a row's entity.
        static func all(of row: Row, _ layout: RowLayout) -> [Values] {
            layout.constraints.compactMap { Values(row, $0, layout) }
        }
    }
}

/// Where a slot's value lies: numbers alone, so that a loop over the values of many rows counts no
/// references.
struct SlotPlace {
    let kind: SlotKind
    let index: Int
    let offset: Int
    /// Whether the destination's entity has a column of its own.
    let hasEntityColumn: Bool

    init(_ slot: Slot) {
        kind = slot.kind
        index = slot.index
        offset = slot.offset
        hasEntityColumn = slot.entityColumn != nil
    }
}

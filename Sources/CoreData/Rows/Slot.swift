import Foundation

/// One attribute or to-one relationship of an entity: its place in the row and its column.
///
/// A class: a copy of as many fields costs more than what is done with them.
// @unchecked: the description of a frozen model does not change.
final class Slot: @unchecked Sendable {
    let name: String
    let kind: SlotKind
    /// The bit in the null words, and the position among the entity's slots.
    let index: Int
    /// The word in the row.
    let offset: Int
    /// `Z` and the property's `storeName`; empty for a transient one, which no store holds.
    let column: String
    let isTransient: Bool
    let isOptional: Bool
    /// The column with the destination's entity, `Z4_OWNER`, where it has subentities.
    let entityColumn: String?
    /// The description; a model is frozen once a layout exists.
    let property: NSPropertyDescription

    init(
        _ property: NSPropertyDescription, kind: SlotKind, index: Int, offset: Int,
        entityColumn: String?
    ) {
        name = property.name
        self.kind = kind
        self.index = index
        self.offset = offset
        column = property.isTransient ? "" : "Z" + property.storeName
        isTransient = property.isTransient
        isOptional = property.isOptional
        self.entityColumn = entityColumn
        self.property = property
    }

    /// The description of a slot that is no to-one's.
    var attribute: NSAttributeDescription { property as! NSAttributeDescription }

    var isStored: Bool { !isTransient }
}

extension Slot {
    /// Where a slot's value lies: numbers alone, so that a loop over the values of many rows
    /// counts no references.
    struct Place {
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
}

import Foundation

/// One attribute or to-one relationship of an entity, with its position in the row and its column.
///
/// A class, because copying so many fields would cost more than using them.
// @unchecked: the description of a frozen model does not change.
final class Slot: @unchecked Sendable {
    let name: String
    let kind: SlotKind
    /// The bit in the null words, and the position among the entity's slots.
    let index: Int
    /// The word in the row.
    let offset: Int
    /// `Z` and the property's `storeName`; empty for a transient property, which has no column.
    let column: String
    let isTransient: Bool
    let isOptional: Bool
    /// The column with the destination's entity, such as `Z4_OWNER`, if that has subentities.
    let entityColumn: String?
    /// Whether the column holds the value with a mark, or the name of a file; see
    /// `ExternalReference`.
    let mayLieInFile: Bool
    /// Whether triggers of the store keep the column, and nothing else may write to a row's.
    let isDerived: Bool
    /// The composite attribute of whose elements this is one; `nil` for a property of its own.
    let composite: String?
    /// The description; a model is frozen once a layout exists.
    let property: NSPropertyDescription

    init(
        _ property: NSPropertyDescription, kind: SlotKind, index: Int, offset: Int,
        entityColumn: String?, element: (name: String, composite: NSPropertyDescription)? = nil
    ) {
        name = element?.name ?? property.name
        composite = element?.composite.name
        self.kind = kind
        self.index = index
        self.offset = offset
        isTransient = element?.composite.isTransient ?? property.isTransient
        column = isTransient ? "" : "Z" + property.storeName
        // An element is missing where the whole composite is.
        isOptional = element != nil || property.isOptional
        self.entityColumn = entityColumn
        mayLieInFile =
            !isTransient && (property as? NSAttributeDescription)?.mayLieInFile ?? false
        isDerived = !isTransient && property is NSDerivedAttributeDescription
        self.property = property
    }

    /// The description of an attribute's slot; traps for a to-one's.
    var attribute: NSAttributeDescription { property as! NSAttributeDescription }

    var isStored: Bool { !isTransient }

    /// The parameter of a statement that writes the slot's column.
    var parameter: String { mayLieInFile ? "coredata_outside(?)" : "?" }

    /// The name that the property had in the former version of a model; elements are not renamed.
    var formerName: String { composite == nil ? property.renamingIdentifier ?? name : name }

    /// The name of the entity's property that has the value: an element's composite.
    var propertyName: String { composite ?? name }
}

extension Slot {
    /// Where a slot's value lies, in numbers alone.
    ///
    /// A loop over the values of many rows counts no references with it.
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

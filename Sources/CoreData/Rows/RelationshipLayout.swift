import Foundation

/// One relationship of an entity, with the facts that maintaining its inverse needs.
///
/// A class, because copying so many fields would cost more than using them.
// @unchecked: the descriptions of a frozen model do not change.
final class RelationshipLayout: @unchecked Sendable {
    let name: String
    let description: NSRelationshipDescription
    /// The slot of a to-one; `nil` for a to-many.
    let slot: Int?
    /// The position among the to-manys; `nil` for a to-one.
    let toManyIndex: Int?
    let destinationEntity: Int
    let inverseName: String?
    let deleteRule: NSDeleteRule
    let isOptional: Bool
    let isOrdered: Bool

    init(_ relationship: NSRelationshipDescription, slot: Int?, toManyIndex: Int?) {
        name = relationship.name
        description = relationship
        self.slot = slot
        self.toManyIndex = toManyIndex
        destinationEntity = relationship.destinationEntity!.index + 1
        inverseName = relationship.inverseRelationship?.name
        deleteRule = relationship.deleteRule
        isOptional = relationship.isOptional
        isOrdered = relationship.isToMany && relationship.isOrdered
    }

    var isToMany: Bool { toManyIndex != nil }
}

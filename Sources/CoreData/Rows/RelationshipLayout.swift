import Foundation

/// One relationship of an entity, with what keeps its inverse true.
struct RelationshipLayout: @unchecked Sendable {
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

    var isToMany: Bool { toManyIndex != nil }
}

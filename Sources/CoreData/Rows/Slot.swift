import Foundation

/// How a value lies in its word.
enum SlotKind: UInt8, Sendable {
    case integer16, integer32, integer64, boolean
    case double, float, date
    /// Records in the slab's arena.
    case string, decimal, uri, binary, uuid, transformable
    /// The key of the destination.
    case toOne

    /// Whether the word points to a record of bytes.
    var isRecord: Bool {
        switch self {
        case .string, .decimal, .uri, .binary, .uuid, .transformable: true
        default: false
        }
    }

    /// SQLite's declared type of the column, as Apple's stores declare it.
    var columnType: String {
        switch self {
        case .integer16, .integer32, .integer64, .boolean, .toOne: "INTEGER"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .string, .uri: "VARCHAR"
        case .decimal: "DECIMAL"
        case .binary, .uuid, .transformable: "BLOB"
        }
    }

    init?(_ type: NSAttributeType) {
        switch type {
        case .integer16AttributeType: self = .integer16
        case .integer32AttributeType: self = .integer32
        case .integer64AttributeType: self = .integer64
        case .booleanAttributeType: self = .boolean
        case .doubleAttributeType: self = .double
        case .floatAttributeType: self = .float
        case .dateAttributeType: self = .date
        case .stringAttributeType: self = .string
        case .decimalAttributeType: self = .decimal
        case .URIAttributeType: self = .uri
        case .binaryDataAttributeType: self = .binary
        case .UUIDAttributeType: self = .uuid
        case .transformableAttributeType: self = .transformable
        default: return nil
        }
    }
}

/// One attribute or to-one relationship of an entity: its place in the row and its column.
struct Slot: @unchecked Sendable {
    let name: String
    let kind: SlotKind
    /// The bit in the null words, and the position among the entity's slots.
    let index: Int
    /// The word in the row.
    let offset: Int
    /// `Z` and the name in capitals; empty for a transient one, which no store holds.
    let column: String
    let isTransient: Bool
    let isOptional: Bool
    /// The column with the destination's entity, `Z4_OWNER`, where it has subentities.
    let entityColumn: String?
    /// The description; a model is frozen once a layout exists.
    let property: NSPropertyDescription

    var isStored: Bool { !isTransient }
}

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

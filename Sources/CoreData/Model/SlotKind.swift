import Foundation

/// The representation of a value in its word.
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

import CoreData

/// The type of a value that a line of a file brings.
package enum SentType: String, CaseIterable, Sendable {
    case text, integer, real, decimal, boolean
    /// Seconds since 1970 as a number, or a text as in `2026-03-01T12:00:00Z`.
    case date
    /// In Base64.
    case bytes
    case uuid, url

    /// The attribute types that can hold the values.
    var types: [NSAttributeType] {
        switch self {
        case .text: [.stringAttributeType]
        case .integer: [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
        case .real: [.doubleAttributeType, .floatAttributeType]
        case .decimal: [.decimalAttributeType]
        case .boolean: [.booleanAttributeType]
        case .date: [.dateAttributeType]
        case .bytes: [.binaryDataAttributeType]
        case .uuid: [.UUIDAttributeType]
        case .url: [.URIAttributeType]
        }
    }
}

import CoreData

/// The values that an attribute of somebody's model plausibly has.
enum ValueDraft {
    /// `nil` for a type that the lab makes no values of.
    static func kind(of attribute: NSAttributeDescription) -> ValueKind? {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            .integer(0...1000)
        case .doubleAttributeType, .floatAttributeType: .real(0...1000)
        case .decimalAttributeType: .decimal(0...1000)
        case .stringAttributeType: words(forName: attribute.name)
        case .booleanAttributeType: .boolean(0.5)
        case .dateAttributeType: .date(2015...2025)
        case .binaryDataAttributeType: .bytes(0...2048)
        case .UUIDAttributeType: .uuid
        case .URIAttributeType: .url
        default: nil
        }
    }

    /// As a key, where its type can be one.
    static func key(of attribute: NSAttributeDescription) -> ValueKind? {
        switch attribute.attributeType {
        case .integer32AttributeType, .integer64AttributeType: .numberKey
        case .stringAttributeType: .textKey
        case .UUIDAttributeType: .uuidKey
        default: nil
        }
    }

    /// A note's text is longer than its title.
    private static func words(forName name: String) -> ValueKind {
        let long = ["text", "body", "note", "notes", "content", "comment", "details", "summary"]
        let isLong = long.contains { name.lowercased().hasSuffix($0) }
        return .words(isLong ? 10...60 : 1...4)
    }
}

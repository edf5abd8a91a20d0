/// The kind of value that a piece of SQL yields, known before any row is read.
///
/// SQLite converts and orders values of different types, while predicates in memory find no match.
/// The model determines the kinds, so the translator decides comparisons that cannot match.
enum SQLKind {
    case integer
    /// Whole or not, as SQLite computed it.
    case number
    /// Stored with NUMERIC affinity, so that 3.0 reads as a whole number; in memory it never is.
    case decimal
    case date
    case text
    case url
    case uuid
    case data
    /// A row's key.
    case object(NSEntityDescription)
    /// The number of a row's entity in the model of this entity.
    case entity(NSEntityDescription)
    /// An archive; has no order and equals nothing that could be bound.
    case opaque

    init(_ type: NSAttributeType) {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
            .booleanAttributeType:
            self = .integer
        case .doubleAttributeType, .floatAttributeType: self = .number
        case .decimalAttributeType: self = .decimal
        case .dateAttributeType: self = .date
        case .stringAttributeType: self = .text
        case .URIAttributeType: self = .url
        case .UUIDAttributeType: self = .uuid
        case .binaryDataAttributeType: self = .data
        default: self = .opaque
        }
    }

    init?(_ value: PredicateValue) {
        switch value {
        case .integer: self = .integer
        case .double: self = .number
        case .text: self = .text
        case .date: self = .date
        case .uuid: self = .uuid
        case .url: self = .url
        case .data: self = .data
        case .null, .object, .collection, .opaque: return nil
        }
    }

    init(_ kind: PredicateFunction.Kind) {
        switch kind {
        case .number: self = .number
        case .text: self = .text
        case .date: self = .date
        }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .number, .decimal: true
        default: false
        }
    }

    var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// Whether values of the two kinds can be equal or in order.
    func isComparable(with other: SQLKind) -> Bool {
        switch (self, other) {
        case (.date, .date), (.text, .text), (.url, .url), (.uuid, .uuid), (.data, .data): true
        case (.entity, .entity): true
        case (.object(let left), .object(let right)):
            left.root === right.root
        default: isNumber && other.isNumber
        }
    }
}

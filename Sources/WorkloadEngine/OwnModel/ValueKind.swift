import CoreData

/// How the values of an attribute come about, as a workload's `content` writes it.
package enum ValueKind: Sendable, Hashable {
    /// A text that identifies an object: `Album 12`.
    case textKey
    /// The same in a whole number.
    case numberKey
    case uuidKey
    /// Like a key, but no fetch uses it: for an attribute that must be unique in the store.
    case uniqueText
    case uniqueNumber
    /// The object's number as seconds after 2001.
    case uniqueDate
    /// A text of a number of words.
    case words(ClosedRange<Int>)
    /// A text of a number of letters.
    case letters(ClosedRange<Int>)
    case integer(ClosedRange<Int>)
    /// In eighths, which every floating-point and decimal number holds exactly.
    case real(ClosedRange<Int>)
    case decimal(ClosedRange<Int>)
    /// True with this probability.
    case boolean(Double)
    /// A second of these years.
    case date(ClosedRange<Int>)
    /// A number of bytes.
    case bytes(ClosedRange<Int>)
    /// A number of bytes, most of them near the median and a few far above: as photos and files
    /// are.
    case blob(median: Int, p99: Int)
    case uuid
    case url
    /// Of a part: its place among the others of its relationship, from 0.
    case place
    /// What a line of a file brings.
    case sent(SentType)
    /// What the user's operation brings that wrote the object last.
    case edit(EditValue)

    package var isKey: Bool {
        switch self {
        case .textKey, .numberKey, .uuidKey, .edit(.key): true
        default: false
        }
    }

    /// Whether no two objects of an entity get one value.
    package var isUnique: Bool {
        switch self {
        case .textKey, .numberKey, .uuidKey, .uniqueText, .uniqueNumber, .uniqueDate, .uuid,
            .edit(.key):
            true
        default: false
        }
    }

    /// Whether the value is the object's number and nothing else, which another entity's object
    /// may have, too.
    var isBareNumber: Bool {
        switch self {
        case .numberKey, .uuidKey, .uniqueNumber, .uniqueDate, .edit(.key): true
        default: false
        }
    }

    /// Whether the values are texts that a list can be sorted by and searched in.
    package var isText: Bool {
        switch self {
        case .textKey, .uniqueText, .words, .letters, .sent(.text): true
        default: false
        }
    }

    /// The attribute types that can hold the values.
    var types: [NSAttributeType] {
        switch self {
        case .textKey, .uniqueText, .words, .letters: [.stringAttributeType]
        case .numberKey: [.integer32AttributeType, .integer64AttributeType]
        case .uniqueNumber:
            [
                .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
                .decimalAttributeType,
            ]
        case .uuidKey, .uuid: [.UUIDAttributeType]
        case .integer(let range):
            [
                (.integer16AttributeType, Int(Int16.min)...Int(Int16.max)),
                (.integer32AttributeType, Int(Int32.min)...Int(Int32.max)),
                (.integer64AttributeType, Int.min...Int.max),
            ].filter { $1.contains(range.lowerBound) && $1.contains(range.upperBound) }.map(\.0)
        case .real: [.doubleAttributeType, .floatAttributeType]
        case .decimal: [.decimalAttributeType]
        case .boolean: [.booleanAttributeType]
        case .date, .uniqueDate: [.dateAttributeType]
        case .bytes, .blob: [.binaryDataAttributeType]
        case .url: [.URIAttributeType]
        case .place:
            [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
        case .sent(let type): type.types
        case .edit(let value): value.kind.types
        }
    }

    /// As a workload file writes it.
    package var text: String {
        func range(_ range: ClosedRange<Int>) -> String {
            "\(range.lowerBound)..\(range.upperBound)"
        }
        return switch self {
        case .textKey: "key text"
        case .numberKey: "key number"
        case .uuidKey: "key uuid"
        case .uniqueText: "unique text"
        case .uniqueNumber: "unique number"
        case .uniqueDate: "unique date"
        case .words(let count): "words \(range(count))"
        case .letters(let count): "letters \(range(count))"
        case .integer(let values): "integer \(range(values))"
        case .real(let values): "real \(range(values))"
        case .decimal(let values): "decimal \(range(values))"
        case .boolean(let share): "boolean \(share)"
        case .date(let years): "date \(range(years))"
        case .bytes(let count): "bytes \(range(count))"
        case .blob(let median, let p99): "bytes median \(median) p99 \(p99)"
        case .uuid: "uuid"
        case .url: "url"
        case .place: "place"
        case .sent(let type): "\(type.rawValue) from …"
        case .edit(let value): value == .key ? "key edit" : "edit \(value.rawValue)"
        }
    }
}

import Foundation

/// The side of a comparison that needs nothing but the words of one row.
///
/// Attributes, constants, and functions of both. A path across a relationship needs other objects;
/// the interpreter reads it.
enum RowOperand {
    case constant(PredicateValue)
    case slot(Slot)
    case computed((Row) -> PredicateValue)

    /// - Returns: `nil` for an expression that needs more than the row.
    init?(_ expression: NSExpression, _ layout: RowLayout) {
        switch expression.node {
        case .constant(let value): self = .constant(PredicateValue(value))
        case .keyPath(let path):
            guard let slot = Self.slot(of: path, layout) else { return nil }
            self = .slot(slot)
        case .function(let function, let arguments):
            var readers: [(Row) -> PredicateValue] = []
            for argument in arguments {
                guard let operand = RowOperand(argument, layout) else { return nil }
                readers.append(operand.reader)
            }
            self = .computed { row in function(readers.map { $0(row) }) }
        case .cast(let argument, let type):
            guard let operand = RowOperand(argument, layout) else { return nil }
            let read = operand.reader
            self = .computed { row in type.cast(read(row)) }
        default: return nil
        }
    }

    /// The attribute that a path of one name reads; `nil` for any other path.
    static func slot(of path: PropertyPath, _ layout: RowLayout) -> Slot? {
        guard path.components.count == 1, let name = path.components.first, name != "objectID",
            !PropertyPath.isSelf(name), case .slot(let index) = layout.property(named: name)
        else { return nil }
        let slot = layout.slots[index]
        // A to-one's value is an object, whose ID only its context knows.
        return slot.kind == .toOne ? nil : slot
    }

    /// Reads the value from a row, in the form that the interpreter gives it.
    var reader: (Row) -> PredicateValue {
        switch self {
        case .constant(let value): { _ in value }
        case .slot(let slot): Self.reader(of: slot)
        case .computed(let compute): compute
        }
    }

    private static func reader(of slot: Slot) -> (Row) -> PredicateValue {
        let index = slot.index
        let offset = slot.offset
        switch slot.kind {
        case .integer16, .integer32, .integer64:
            return { row in
                row.isNull(index) ? .null : .integer(Int64(bitPattern: row.words[offset]))
            }
        case .boolean:
            return { row in
                row.isNull(index) ? .null : .integer(row.words[offset] != 0 ? 1 : 0)
            }
        case .double, .float:
            return { row in
                row.isNull(index) ? .null : .real(Double(bitPattern: row.words[offset]))
            }
        case .date:
            return { row in
                row.isNull(index) ? .null : .time(Double(bitPattern: row.words[offset]))
            }
        case .string:
            return { row in
                row.bytes(at: offset, slot: index).map {
                    .text(String(decoding: $0, as: UTF8.self))
                } ?? .null
            }
        default:
            return { row in PredicateValue(row.value(of: slot)) }
        }
    }
}

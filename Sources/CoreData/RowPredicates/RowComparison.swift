import Foundation

/// Whether one comparison holds for a row.
typealias RowTest = (Row) -> Bool

/// Makes the tests of comparisons.
///
/// A comparison of an attribute with a constant of its kind reads the row's word, or the bytes of
/// its text where they lie. Every other comparison reads both sides as `PredicateValue` and asks
/// the operator, as the interpreter does.
enum RowComparison {
    /// - Returns: `nil` if a side needs more than the row.
    static func comparison(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator,
        _ options: NSComparisonPredicate.Options, _ right: NSExpression, _ layout: RowLayout
    ) -> RowTest? {
        guard let left = RowOperand(left, layout) else { return nil }
        guard let right = RowOperand(right, layout) else { return nil }
        if case .constant(let value) = right { return comparison(left, type, options, value) }
        let readLeft = left.reader, readRight = right.reader
        return { row in type.holds(readLeft(row), readRight(row), options: options) }
    }

    static func comparison(
        _ left: RowOperand, _ type: NSComparisonPredicate.Operator,
        _ options: NSComparisonPredicate.Options, _ constant: PredicateValue
    ) -> RowTest {
        if case .slot(let slot) = left,
            let test = quick(slot, type, options.subtracting(.normalized), constant)
        {
            return test
        }
        let read = left.reader
        switch (type, constant) {
        case (.in, .collection(let elements)):
            let values = elements.map { PredicateValue($0) }
            return { row in
                let value = read(row)
                return values.contains { $0.isEqual(to: value, options: options) }
            }
        case (.between, .collection(let bounds)) where bounds.count == 2:
            let low = comparison(left, .greaterThanOrEqualTo, options, PredicateValue(bounds[0]))
            let high = comparison(left, .lessThanOrEqualTo, options, PredicateValue(bounds[1]))
            return { row in low(row) && high(row) }
        default:
            return { row in type.holds(read(row), constant, options: options) }
        }
    }

    /// A membership in a long list: of the attribute's own kind, or in the list's tables.
    static func membership(_ left: RowOperand, _ list: ConstantList) -> RowTest {
        if case .slot(let slot) = left, let test = quick(slot, .in, [], list.values) {
            return test
        }
        let read = left.reader
        return { row in list.contains(read(row)) }
    }

    /// The test of an attribute's word or bytes; `nil` for kinds and operators without one.
    private static func quick(
        _ slot: Slot, _ type: NSComparisonPredicate.Operator,
        _ options: NSComparisonPredicate.Options, _ constant: PredicateValue
    ) -> RowTest? {
        let index = slot.index
        let offset = slot.offset
        if case .null = constant {
            // NaN is nil, too, as it is once SQLite has stored it.
            let mayBeNaN = slot.kind == .double || slot.kind == .float || slot.kind == .date
            func isNil(_ row: Row) -> Bool {
                row.isNull(index) || mayBeNaN && Double(bitPattern: row.words[offset]).isNaN
            }
            switch type {
            case .equalTo: return isNil
            case .notEqualTo: return { row in !isNil(row) }
            default: return nil
            }
        }
        switch (slot.kind, constant) {
        case (.integer16, _), (.integer32, _), (.integer64, _):
            return whole(index, type, constant) { row in Int64(bitPattern: row.words[offset]) }
        case (.boolean, _):
            return whole(index, type, constant) { row in row.words[offset] != 0 ? 1 : 0 }
        case (.double, .double(let number)), (.float, .double(let number)):
            // NaN is nil in predicates, so leave it to the interpreter's rules.
            return ordered(index, type) { row in
                let value = Double(bitPattern: row.words[offset])
                return value.isNaN ? nil : ComparisonResult(value, number)
            }
        case (.double, .integer(let number)), (.float, .integer(let number)):
            return ordered(index, type) { row in
                let value = Double(bitPattern: row.words[offset])
                return value.isNaN ? nil : PredicateValue.order(number, value).reversed
            }
        case (.date, .date(let seconds)):
            return ordered(index, type) { row in
                let value = Double(bitPattern: row.words[offset])
                return value.isNaN ? nil : ComparisonResult(value, seconds)
            }
        case (.string, .text(let text)):
            return options.isEmpty
                ? RowTextComparison.exact(slot, type, text)
                : RowTextComparison.folded(slot, type, text, options)
        case (.string, .collection(let elements)) where type == .in && options.isEmpty:
            return RowTextComparison.membership(slot, elements)
        default: return nil
        }
    }

    // MARK: Numbers

    /// A test of a whole number.
    @inline(__always)
    private static func whole(
        _ index: Int, _ type: NSComparisonPredicate.Operator, _ constant: PredicateValue,
        _ read: @escaping (Row) -> Int64
    ) -> RowTest? {
        switch constant {
        case .integer(let number):
            return ordered(index, type) { row in ComparisonResult(read(row), number) }
        case .double(let number):
            return ordered(index, type) { row in PredicateValue.order(read(row), number) }
        case .collection(let elements) where type == .in:
            guard let numbers = wholeNumbers(elements) else { return nil }
            return { row in !row.isNull(index) && numbers.contains(read(row)) }
        default: return nil
        }
    }

    /// A test by order; `order` returns `nil` for a value without one.
    @inline(__always)
    private static func ordered(
        _ index: Int, _ type: NSComparisonPredicate.Operator,
        _ order: @escaping (Row) -> ComparisonResult?
    ) -> RowTest? {
        guard let relation = RowRelation(type) else { return nil }
        let holdsUnordered = relation.holdsUnordered
        return { row in
            guard !row.isNull(index), let order = order(row) else { return holdsUnordered }
            return relation.holds(order)
        }
    }

    /// The numbers of a list; `nil` if it holds anything but whole numbers.
    private static func wholeNumbers(_ elements: [Any?]) -> Set<Int64>? {
        var numbers: Set<Int64> = []
        for element in elements {
            guard case .integer(let number) = PredicateValue(element) else { return nil }
            numbers.insert(number)
        }
        return numbers
    }
}

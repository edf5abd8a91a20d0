import Foundation

extension PredicateValue {
    /// Whether two values are equal; `nil` equals `nil`, and values of different kinds never do.
    ///
    /// Text compares scalar by scalar, as with `NSString.isEqual(to:)` and SQLite, unless `options`
    /// fold case or diacritics.
    func isEqual(to other: PredicateValue, options: NSComparisonPredicate.Options) -> Bool {
        switch (self, other) {
        case (.null, .null): return true
        case (.text(let left), .text(let right)):
            let left = left.folded(options), right = right.folded(options)
            return left.utf8.elementsEqual(right.utf8)
        case (.uuid(let left), .uuid(let right)): return left == right
        case (.url(let left), .url(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.data(let left), .data(let right)): return left == right
        case (.object(let left), .object(let right)): return left.isEqual(right)
        case (.collection(let left), .collection(let right)):
            return Self.areEqual(left, right, options: options)
        default:
            return order(to: other, options: options) == .orderedSame
        }
    }

    /// The order of two values of one kind; `nil` if they have none, as with `nil` itself.
    ///
    /// It is SQLite's order: numbers by value, whole or not; text and data byte by byte; dates by
    /// time.
    func order(
        to other: PredicateValue, options: NSComparisonPredicate.Options
    ) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): return .init(left, right)
        case (.double(let left), .double(let right)): return .init(left, right)
        case (.integer(let left), .double(let right)): return Self.order(left, right)
        case (.double(let left), .integer(let right)): return Self.order(right, left).reversed
        case (.date(let left), .date(let right)): return .init(left, right)
        case (.text(let left), .text(let right)):
            return left.folded(options).byteOrder(to: right.folded(options))
        case (.url(let left), .url(let right)): return left.byteOrder(to: right)
        case (.data(let left), .data(let right)): return .lexicographic(left, right)
        case (.uuid(let left), .uuid(let right)):
            return withUnsafeBytes(of: left.uuid) { left in
                withUnsafeBytes(of: right.uuid) { right in .lexicographic(left, right) }
            }
        default: return nil
        }
    }

    /// Compares exactly: above 2^53 a conversion to double would make different numbers equal.
    static func order(_ left: Int64, _ right: Double) -> ComparisonResult {
        // Beyond ±2^63 the conversion to Int64 below would trap.
        if right >= 0x1p63 { return .orderedAscending }
        if right < -0x1p63 { return .orderedDescending }
        let whole = Int64(right.rounded(.towardZero))
        if left != whole { return left < whole ? .orderedAscending : .orderedDescending }
        return .init(0, right - Double(whole))
    }

    private static func areEqual(
        _ left: [Any?], _ right: [Any?], options: NSComparisonPredicate.Options
    ) -> Bool {
        let left = left.map { PredicateValue($0) }, right = right.map { PredicateValue($0) }
        return left.count == right.count
            && left.allSatisfy { one in right.contains { one.isEqual(to: $0, options: options) } }
            && right.allSatisfy { one in left.contains { one.isEqual(to: $0, options: options) } }
    }
}

extension ComparisonResult {
    init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }

    var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }

    /// The order of two byte strings, as `memcmp` defines it, a prefix before the longer string.
    static func lexicographic<Left: Sequence, Right: Sequence>(
        _ left: Left, _ right: Right
    ) -> ComparisonResult where Left.Element == UInt8, Right.Element == UInt8 {
        var left = left.makeIterator(), right = right.makeIterator()
        while true {
            switch (left.next(), right.next()) {
            case (nil, nil): return .orderedSame
            case (nil, _): return .orderedAscending
            case (_, nil): return .orderedDescending
            case (let one?, let other?) where one != other:
                return one < other ? .orderedAscending : .orderedDescending
            default: continue
            }
        }
    }
}

extension String {
    /// The order of SQLite's BINARY collation.
    func byteOrder(to other: String) -> ComparisonResult {
        .lexicographic(utf8, other.utf8)
    }
}

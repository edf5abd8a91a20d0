import Foundation

/// The orders of a value and a constant for which an operator holds.
///
/// One byte, so that the loop over rows tests a bit where the interpreter switches over operators.
struct RowRelation {
    private let bits: UInt8

    /// The bit of a value without order: `nil`, or of another kind than the constant.
    private static let unordered: UInt8 = 1 << 3

    /// - Returns: `nil` for an operator that does not compare by order.
    init?(_ type: NSComparisonPredicate.Operator) {
        let ascending = Self.bit(.orderedAscending), same = Self.bit(.orderedSame)
        let descending = Self.bit(.orderedDescending)
        switch type {
        case .lessThan: bits = ascending
        case .lessThanOrEqualTo: bits = ascending | same
        case .greaterThan: bits = descending
        case .greaterThanOrEqualTo: bits = descending | same
        case .equalTo: bits = same
        // As in `Operator.holds`: everything differs from nil.
        case .notEqualTo: bits = ascending | descending | Self.unordered
        default: return nil
        }
    }

    private static func bit(_ order: ComparisonResult) -> UInt8 {
        1 << UInt8(order.rawValue + 1)
    }

    @inline(__always)
    func holds(_ order: ComparisonResult) -> Bool {
        bits >> UInt8(truncatingIfNeeded: order.rawValue &+ 1) & 1 != 0
    }

    /// Whether the operator holds for a value without order.
    var holdsUnordered: Bool { bits & Self.unordered != 0 }
}

import Foundation

/// The smallest or greatest value that an attribute may have, in the attribute's own terms.
package enum AttributeBound: Equatable, Sendable {
    /// Of an integer attribute.
    case integer(Int64)
    /// Of a `Double` or `Float` attribute.
    case real(Double)
    /// Of a decimal attribute.
    case decimal(Decimal)
    /// Of a date attribute.
    case date(Date)
    /// Of a string attribute: how many characters.
    case length(Int)
}

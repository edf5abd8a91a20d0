import Foundation

/// The bounds that an attribute's values must keep when they are saved.
package struct AttributeBounds: Equatable, Sendable {
    /// The smallest allowed value or length; `nil` for none.
    package var minimum: Bound?

    /// The greatest allowed value or length; `nil` for none.
    package var maximum: Bound?

    /// A regular expression that the whole of a string must match; `nil` for none.
    package var pattern: String?

    /// Makes bounds; by default there are none.
    package init(
        minimum: Bound? = nil, maximum: Bound? = nil, pattern: String? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.pattern = pattern
    }

    /// Whether the bounds allow any value.
    package var isEmpty: Bool {
        minimum == nil && maximum == nil && pattern == nil
    }
}

extension AttributeBounds {
    /// The smallest or greatest value of an attribute, in the attribute's own type.
    package enum Bound: Equatable, Sendable {
        /// Of an integer attribute.
        case integer(Int64)
        /// Of a `Double` or `Float` attribute.
        case real(Double)
        /// Of a decimal attribute.
        case decimal(Decimal)
        /// Of a date attribute.
        case date(Date)
        /// The number of characters of a string attribute.
        case length(Int)
    }
}

extension AttributeBounds {
    /// The reason why an attribute of this type cannot have these bounds; `nil` if it can.
    ///
    /// The rest of a sentence that begins with the attribute's name.
    func problem(for type: NSAttributeType) -> String? {
        for bound in [minimum, maximum].compactMap(\.self) where !bound.fits(type) {
            return "is a \(type.title) and has a bound of another type: \(bound)"
        }
        if let minimum, let maximum, minimum.isGreater(than: maximum) {
            return "has a minimum that is greater than its maximum: \(minimum), \(maximum)"
        }
        guard let pattern else { return nil }
        if type != .stringAttributeType {
            return "is a \(type.title) and has a regular expression, which is for strings"
        }
        if (try? NSRegularExpression(pattern: pattern)) == nil {
            return "has a regular expression that cannot be read: \(pattern)"
        }
        return nil
    }
}

extension AttributeBounds.Bound {
    /// Whether values of this type can be compared with the bound.
    fileprivate func fits(_ type: NSAttributeType) -> Bool {
        switch (self, type) {
        case (.integer, .integer16AttributeType), (.integer, .integer32AttributeType),
            (.integer, .integer64AttributeType), (.real, .doubleAttributeType),
            (.real, .floatAttributeType), (.decimal, .decimalAttributeType),
            (.date, .dateAttributeType), (.length, .stringAttributeType):
            true
        default: false
        }
    }

    /// Whether both have the same kind and the first is greater.
    fileprivate func isGreater(than other: AttributeBounds.Bound) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left > right
        case (.real(let left), .real(let right)): left > right
        case (.decimal(let left), .decimal(let right)): left > right
        case (.date(let left), .date(let right)): left > right
        case (.length(let left), .length(let right)): left > right
        default: false
        }
    }
}

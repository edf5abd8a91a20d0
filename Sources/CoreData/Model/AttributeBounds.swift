import Foundation

/// What an attribute's values must keep to when they are saved.
package struct AttributeBounds: Equatable, Sendable {
    /// The smallest allowed value or length; `nil` for none.
    package var minimum: Bound?

    /// The greatest allowed value or length; `nil` for none.
    package var maximum: Bound?

    /// A regular expression that the whole of a string must match; `nil` for none.
    package var pattern: String?

    /// No bounds unless given.
    package init(
        minimum: Bound? = nil, maximum: Bound? = nil, pattern: String? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.pattern = pattern
    }

    /// Whether any value will do.
    package var isEmpty: Bool {
        minimum == nil && maximum == nil && pattern == nil
    }
}

extension AttributeBounds {
    /// The smallest or greatest value that an attribute may have, in the attribute's own terms.
    package enum Bound: Equatable, Sendable {
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
}

extension AttributeBounds {
    /// Why these cannot be the bounds of an attribute of this type, as the rest of a sentence that
    /// begins with the attribute; `nil` where they can.
    func problem(for type: NSAttributeType) -> String? {
        for bound in [minimum, maximum].compactMap(\.self) where !bound.fits(type) {
            return "is a \(type.title) and has a bound that is none: \(bound)"
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

    /// Whether both are of one kind and the first is greater.
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

import Foundation

/// The Swift and Foundation values that an attribute accepts.
enum AttributeValue {
    /// The value in the class that Apple's getters return for an attribute of this type.
    ///
    /// `nil` if the value has another kind or is out of the type's range. Transformable and
    /// undefined attributes accept any value.
    static func normalized(_ value: Any, to type: NSAttributeType) -> Any? {
        switch type {
        case .integer16AttributeType: integer(value, as: Int16.self).map { NSNumber(value: $0) }
        case .integer32AttributeType: integer(value, as: Int32.self).map { NSNumber(value: $0) }
        case .integer64AttributeType: integer(value, as: Int64.self).map { NSNumber(value: $0) }
        case .doubleAttributeType: number(value).map { NSNumber(value: $0.nearestDouble) }
        case .floatAttributeType: number(value).map { NSNumber(value: Float($0.nearestDouble)) }
        case .booleanAttributeType: number(value).map { NSNumber(value: $0.nearestDouble != 0) }
        case .decimalAttributeType: decimal(value)
        case .stringAttributeType: value as? String
        case .dateAttributeType: value as? Date
        case .binaryDataAttributeType: value as? Data
        case .UUIDAttributeType: value as? UUID
        case .URIAttributeType: value as? URL
        case .compositeAttributeType: value as? [String: Any]
        case .undefinedAttributeType, .transformableAttributeType: value
        case .objectIDAttributeType: nil
        }
    }

    /// The value as a whole number; `nil` if it has a fraction or is out of range.
    private static func integer<T: FixedWidthInteger>(_ value: Any, as: T.Type) -> T? {
        // The cast is exact; `int64Value` and its like truncate silently.
        number(value) as? T
    }

    /// The number in a value: a Swift number, which casts to `NSNumber`, or a decimal.
    private static func number(_ value: Any) -> NSNumber? {
        value as? NSNumber ?? (value as? Decimal).map { NSDecimalNumber(decimal: $0) }
    }

    private static func decimal(_ value: Any) -> NSDecimalNumber? {
        value as? NSDecimalNumber
            ?? number(value).map { NSDecimalNumber(decimal: $0.decimalValue) }
    }
}

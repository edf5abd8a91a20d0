import Foundation

/// Which Swift and Foundation values an attribute takes.
enum AttributeValue {
    /// `value` as an attribute of this type holds it, of the class that Apple's getters return.
    ///
    /// Returns `nil` where the value is of another kind or out of the type's range. Transformable
    /// and undefined attributes take anything.
    static func normalized(_ value: Any, to type: NSAttributeType) -> Any? {
        switch type {
        case .integer16AttributeType: integer(value, as: Int16.self).map { NSNumber(value: $0) }
        case .integer32AttributeType: integer(value, as: Int32.self).map { NSNumber(value: $0) }
        case .integer64AttributeType: integer(value, as: Int64.self).map { NSNumber(value: $0) }
        case .doubleAttributeType: number(value).map { NSNumber(value: $0.doubleValue) }
        case .floatAttributeType: number(value).map { NSNumber(value: $0.floatValue) }
        case .booleanAttributeType: number(value).map { NSNumber(value: $0.boolValue) }
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

    /// The whole number that a value is; `nil` where it has a fraction or is out of range.
    private static func integer<T: FixedWidthInteger>(_ value: Any, as: T.Type) -> T? {
        // The cast is exact; `int64Value` and its like cut and wrap silently.
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

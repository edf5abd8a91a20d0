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

    private static func integer<T: FixedWidthInteger>(_ value: Any, as: T.Type) -> T? {
        guard let number = number(value) else { return nil }
        // Through Int64 or Double, whichever holds the number exactly.
        if Double(exactly: number.int64Value) == number.doubleValue || !isReal(value) {
            return T(exactly: number.int64Value)
        }
        return nil
    }

    private static func isReal(_ value: Any) -> Bool {
        value is Double || value is Float || value is Decimal
    }

    /// The number in a value, whichever of Swift's or Foundation's number types it is of.
    private static func number(_ value: Any) -> NSNumber? {
        // A Swift number in an `Any` is no NSNumber on Linux, so each type is asked for.
        switch value {
        case let value as NSNumber: value
        case let value as Bool: NSNumber(value: value)
        case let value as any FixedWidthInteger: Int64(exactly: value).map { NSNumber(value: $0) }
        case let value as Double: NSNumber(value: value)
        case let value as Float: NSNumber(value: value)
        case let value as Decimal: NSDecimalNumber(decimal: value)
        default: nil
        }
    }

    private static func decimal(_ value: Any) -> NSDecimalNumber? {
        switch value {
        case let value as NSDecimalNumber: value
        case let value as Decimal: NSDecimalNumber(decimal: value)
        default: number(value).map { NSDecimalNumber(decimal: $0.decimalValue) }
        }
    }
}

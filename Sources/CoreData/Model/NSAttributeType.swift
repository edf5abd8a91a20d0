/// The type of an attribute's values.
public enum NSAttributeType: UInt, Sendable {
    /// No type yet; only a transient attribute may keep it.
    case undefinedAttributeType = 0
    /// Whole numbers of 16 bits.
    case integer16AttributeType = 100
    /// Whole numbers of 32 bits.
    case integer32AttributeType = 200
    /// Whole numbers of 64 bits.
    case integer64AttributeType = 300
    /// Decimal numbers of up to 38 digits, exactly.
    case decimalAttributeType = 400
    /// Binary floating-point numbers of 64 bits.
    case doubleAttributeType = 500
    /// Binary floating-point numbers of 32 bits.
    case floatAttributeType = 600
    /// Text.
    case stringAttributeType = 700
    /// True or false.
    case booleanAttributeType = 800
    /// Moments; stores keep seconds since 2001-01-01 UTC.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// Universally unique identifiers.
    case UUIDAttributeType = 1100
    /// Uniform resource identifiers.
    case URIAttributeType = 1200
    /// Any value that a value transformer turns into data.
    case transformableAttributeType = 1800
    /// An object's ID; only in fetch results, never in a model.
    case objectIDAttributeType = 2000
    /// Several attributes under one name.
    case compositeAttributeType = 2100
}

/// The type of an attribute's values.
public enum NSAttributeType: UInt, Sendable {
    /// No type yet; only a transient attribute may keep it.
    case undefinedAttributeType = 0
    case integer16AttributeType = 100
    case integer32AttributeType = 200
    case integer64AttributeType = 300
    case decimalAttributeType = 400
    case doubleAttributeType = 500
    case floatAttributeType = 600
    case stringAttributeType = 700
    case booleanAttributeType = 800
    case dateAttributeType = 900
    case binaryDataAttributeType = 1000
    case UUIDAttributeType = 1100
    case URIAttributeType = 1200
    /// Any value that a value transformer turns into data.
    case transformableAttributeType = 1800
    /// An object's ID; only in fetch results, never in a model.
    case objectIDAttributeType = 2000
    /// Several attributes under one name.
    case compositeAttributeType = 2100
}

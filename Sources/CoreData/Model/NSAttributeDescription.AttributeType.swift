extension NSAttributeDescription {
    /// The type of an attribute's values, by its newer names: `attribute.type = .integer64`.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The raw value of the `NSAttributeType` of the same meaning.
        public var rawValue: UInt

        /// Makes the type with this raw value, known or not.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        private init(_ type: NSAttributeType) {
            rawValue = type.rawValue
        }
    }
}

extension NSAttributeDescription.AttributeType {
    public static let undefined = Self(.undefinedAttributeType)
    public static let integer16 = Self(.integer16AttributeType)
    public static let integer32 = Self(.integer32AttributeType)
    public static let integer64 = Self(.integer64AttributeType)
    public static let decimal = Self(.decimalAttributeType)
    public static let double = Self(.doubleAttributeType)
    public static let float = Self(.floatAttributeType)
    public static let string = Self(.stringAttributeType)
    public static let boolean = Self(.booleanAttributeType)
    public static let date = Self(.dateAttributeType)
    public static let binaryData = Self(.binaryDataAttributeType)
    public static let uuid = Self(.UUIDAttributeType)
    public static let uri = Self(.URIAttributeType)
    public static let transformable = Self(.transformableAttributeType)
    public static let objectID = Self(.objectIDAttributeType)
    public static let composite = Self(.compositeAttributeType)
}

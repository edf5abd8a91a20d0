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
    /// No type yet; only a transient attribute may keep it.
    public static let undefined = Self(.undefinedAttributeType)
    /// Whole numbers of 16 bits.
    public static let integer16 = Self(.integer16AttributeType)
    /// Whole numbers of 32 bits.
    public static let integer32 = Self(.integer32AttributeType)
    /// Whole numbers of 64 bits.
    public static let integer64 = Self(.integer64AttributeType)
    /// Decimal numbers of up to 38 digits, exactly.
    public static let decimal = Self(.decimalAttributeType)
    /// Binary floating-point numbers of 64 bits.
    public static let double = Self(.doubleAttributeType)
    /// Binary floating-point numbers of 32 bits.
    public static let float = Self(.floatAttributeType)
    /// Text.
    public static let string = Self(.stringAttributeType)
    /// True or false.
    public static let boolean = Self(.booleanAttributeType)
    /// Moments; stores keep seconds since 2001-01-01 UTC.
    public static let date = Self(.dateAttributeType)
    /// Bytes.
    public static let binaryData = Self(.binaryDataAttributeType)
    /// Universally unique identifiers.
    public static let uuid = Self(.UUIDAttributeType)
    /// Uniform resource identifiers.
    public static let uri = Self(.URIAttributeType)
    /// Any value that a value transformer turns into data.
    public static let transformable = Self(.transformableAttributeType)
    /// An object's ID; only in fetch results, never in a model.
    public static let objectID = Self(.objectIDAttributeType)
    /// Several attributes under one name.
    public static let composite = Self(.compositeAttributeType)
}

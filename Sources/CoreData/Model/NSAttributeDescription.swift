import Foundation

/// An attribute of an entity: a value that an object has.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
    private struct Values {
        var attributeType = NSAttributeType.undefinedAttributeType
        var attributeValueClassName: String?
        var defaultValue: Any?
        var valueTransformerName: String?
        var allowsExternalBinaryDataStorage: Bool = false
        var preservesValueInHistoryOnDeletion: Bool = false
        var allowsCloudEncryption: Bool = false
        var bounds: AttributeBounds = AttributeBounds()
    }

    private final var values = Values() { willSet { requireMutable() } }

    /// An attribute without a name and a type.
    public override init() {
        super.init()
    }

    /// The type of the values; setting it sets `attributeValueClassName` to the type's class.
    open var attributeType: NSAttributeType {
        get { values.attributeType }
        set {
            values.attributeType = newValue
            attributeValueClassName = newValue.valueClassName
        }
    }

    /// The same as `attributeType`, with the newer names.
    ///
    /// - Precondition: a new value is one of the known types.
    public final var type: AttributeType {
        get { AttributeType(rawValue: attributeType.rawValue) }
        set {
            guard let type = NSAttributeType(rawValue: newValue.rawValue) else {
                fatalError(
                    """
                    \(path): \(newValue.rawValue) is not an attribute type. Use one of the \
                    constants of NSAttributeDescription.AttributeType.
                    """)
            }
            attributeType = type
        }
    }

    /// The name of the class of the values, `NSNumber` for numbers.
    open var attributeValueClassName: String? {
        get { values.attributeValueClassName }
        set { values.attributeValueClassName = newValue }
    }

    /// The value that a new object gets.
    ///
    /// On Linux a Swift number in an `Any` keeps its type, so that an `Int` does not cast to
    /// `Int64`. Freezing the model converts it to the class that Apple's getters return,
    /// `NSNumber`, which does.
    open var defaultValue: Any? {
        get { values.defaultValue }
        set { values.defaultValue = newValue }
    }

    /// The name under which the transformer of a transformable attribute is registered.
    open var valueTransformerName: String? {
        get { values.valueTransformerName }
        set { values.valueTransformerName = newValue }
    }

    /// Whether a store may keep large values in separate files.
    open var allowsExternalBinaryDataStorage: Bool {
        get { values.allowsExternalBinaryDataStorage }
        set { values.allowsExternalBinaryDataStorage = newValue }
    }

    /// Whether persistent history keeps the value after its object's deletion.
    open var preservesValueInHistoryOnDeletion: Bool {
        get { values.preservesValueInHistoryOnDeletion }
        set { values.preservesValueInHistoryOnDeletion = newValue }
    }

    /// Whether the value is encrypted in CloudKit.
    open var allowsCloudEncryption: Bool {
        get { values.allowsCloudEncryption }
        set { values.allowsCloudEncryption = newValue }
    }

    /// The bounds that values must keep when they are saved.
    package final var bounds: AttributeBounds {
        get { values.bounds }
        set { values.bounds = newValue }
    }

    override func makeBlank() -> NSPropertyDescription {
        NSAttributeDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSAttributeDescription else { return }
        copy.attributeType = attributeType
        copy.attributeValueClassName = attributeValueClassName
        copy.defaultValue = defaultValue
        copy.valueTransformerName = valueTransformerName
        copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        copy.allowsCloudEncryption = allowsCloudEncryption
        copy.bounds = bounds
    }

    override func freeze() {
        if let value = defaultValue {
            defaultValue = AttributeValue.normalized(value, to: attributeType) ?? value
        }
        super.freeze()
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSAttributeDescription else { return false }
        return super.hasContent(of: other) && attributeType == other.attributeType
            && attributeValueClassName == other.attributeValueClassName
            && DescriptionContent.areEqual(normalizedDefault, other.normalizedDefault)
            && valueTransformerName == other.valueTransformerName
            && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
            && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
            && allowsCloudEncryption == other.allowsCloudEncryption && bounds == other.bounds
    }

    /// The default value in the form that freezing gives it.
    private final var normalizedDefault: Any? {
        defaultValue.map { AttributeValue.normalized($0, to: attributeType) ?? $0 }
    }
}

extension NSAttributeDescription {
    /// Whether a SQLite store keeps the attribute's large values in files.
    var mayLieInFile: Bool {
        guard allowsExternalBinaryDataStorage, !isTransient,
            !(self is NSDerivedAttributeDescription)
        else { return false }
        return attributeType == .binaryDataAttributeType
            || attributeType == .transformableAttributeType
    }
}

import Foundation

/// An attribute of an entity: a value that an object has.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// What the setters of stored properties write. They are computed, because an initializer that
    /// another module's extension adds would write observed stored properties past their observers.
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

    /// The type of the values. Setting it sets `attributeValueClassName` to the type's class.
    open var attributeType: NSAttributeType {
        get { values.attributeType }
        set {
            values.attributeType = newValue
            attributeValueClassName = newValue.valueClassName
        }
    }

    /// `attributeType` by its newer names.
    ///
    /// - Precondition: a value that is set is one of the known types.
    public final var type: AttributeType {
        get { AttributeType(rawValue: attributeType.rawValue) }
        set {
            guard let type = NSAttributeType(rawValue: newValue.rawValue) else {
                fatalError(
                    """
                    \(path): \(newValue.rawValue) is no attribute type. Use one of the constants \
                    of NSAttributeDescription.AttributeType.
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
    /// On Linux a Swift number stays what it is when it is put into an `Any`, and then an `Int`
    /// does not cast to `Int64`. Freezing the model turns it into the class that Apple's getters
    /// return, an `NSNumber`, which does.
    open var defaultValue: Any? {
        get { values.defaultValue }
        set { values.defaultValue = newValue }
    }

    /// The name under which the transformer of a transformable attribute is registered.
    open var valueTransformerName: String? {
        get { values.valueTransformerName }
        set { values.valueTransformerName = newValue }
    }

    /// Whether a store may keep great values in files of their own.
    open var allowsExternalBinaryDataStorage: Bool {
        get { values.allowsExternalBinaryDataStorage }
        set { values.allowsExternalBinaryDataStorage = newValue }
    }

    /// Whether the value outlives its object in the persistent history.
    open var preservesValueInHistoryOnDeletion: Bool {
        get { values.preservesValueInHistoryOnDeletion }
        set { values.preservesValueInHistoryOnDeletion = newValue }
    }

    /// Whether the value is encrypted in CloudKit.
    open var allowsCloudEncryption: Bool {
        get { values.allowsCloudEncryption }
        set { values.allowsCloudEncryption = newValue }
    }

    /// What values must keep to when they are saved.
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

    /// The default value as freezing leaves it.
    private final var normalizedDefault: Any? {
        defaultValue.map { AttributeValue.normalized($0, to: attributeType) ?? $0 }
    }
}

import Foundation

/// An attribute of an entity: a value that an object has.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// An attribute without a name and a type.
    public override init() {
        super.init()
    }

    /// The type of the values. Setting it sets `attributeValueClassName` to the type's class.
    open var attributeType = NSAttributeType.undefinedAttributeType {
        willSet { requireMutable() }
        didSet { attributeValueClassName = attributeType.valueClassName }
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
    open var attributeValueClassName: String? { willSet { requireMutable() } }

    /// The value that a new object gets.
    ///
    /// On Linux a Swift number stays what it is when it is put into an `Any`, and then an `Int`
    /// does not cast to `Int64`. Freezing the model turns it into the class that Apple's getters
    /// return, an `NSNumber`, which does.
    open var defaultValue: Any? { willSet { requireMutable() } }

    /// The name under which the transformer of a transformable attribute is registered.
    open var valueTransformerName: String? { willSet { requireMutable() } }

    /// Whether a store may keep great values in files of their own.
    open var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }

    /// Whether the value outlives its object in the persistent history.
    open var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

    /// Whether the value is encrypted in CloudKit.
    open var allowsCloudEncryption = false { willSet { requireMutable() } }

    /// What values must keep to when they are saved.
    package final var bounds = AttributeBounds() { willSet { requireMutable() } }

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
}

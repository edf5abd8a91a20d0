import Foundation

/// A computed property of a fetch's dictionaries: what it is called, and how it is worked out.
///
/// It goes into `NSFetchRequest.propertiesToFetch`, never into an entity. Functions such as `sum:`
/// and `count:` work over the fetched rows, or over those of each group.
// @unchecked: it belongs to whoever builds the request.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// What the setters of stored properties write. They are computed, because an initializer that
    /// another module's extension adds would write observed stored properties past their observers.
    private struct Values {
        var expression: NSExpression?
        var expressionResultType: NSAttributeType = NSAttributeType.undefinedAttributeType
    }

    private final var values = Values() { willSet { requireMutable() } }

    /// A description without a name and an expression.
    public override init() {
        super.init()
    }

    /// What is worked out; SELF is the row itself, and gives its object ID.
    open var expression: NSExpression? {
        get { values.expression }
        set { values.expression = newValue }
    }

    /// The type of the results. Undefined leaves it to the expression.
    open var expressionResultType: NSAttributeType {
        get { values.expressionResultType }
        set { values.expressionResultType = newValue }
    }

    /// `expressionResultType` by its newer names.
    ///
    /// - Precondition: a value that is set is one of the known types.
    public final var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
        set {
            guard let type = NSAttributeType(rawValue: newValue.rawValue) else {
                fatalError(
                    """
                    \(name): \(newValue.rawValue) is no attribute type. Use one of the constants \
                    of NSAttributeDescription.AttributeType.
                    """)
            }
            expressionResultType = type
        }
    }

    override func makeBlank() -> NSPropertyDescription {
        NSExpressionDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSExpressionDescription else { return }
        copy.expression = expression
        copy.expressionResultType = expressionResultType
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSExpressionDescription else { return false }
        return super.hasContent(of: other) && expression == other.expression
            && expressionResultType == other.expressionResultType
    }
}

import Foundation

/// A computed entry in the dictionaries of a fetch, with its name and its expression.
///
/// It belongs in `NSFetchRequest.propertiesToFetch`, never in an entity. Functions such as `sum:`
/// and `count:` work over the fetched rows, or over the rows of each group.
// @unchecked: it belongs to the code that builds the request.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
    private struct Values {
        var expression: NSExpression?
        var expressionResultType: NSAttributeType = NSAttributeType.undefinedAttributeType
    }

    private final var values = Values() { willSet { requireMutable() } }

    /// A description without a name and an expression.
    public override init() {
        super.init()
    }

    /// The expression; SELF is the row itself, and evaluates to its object ID.
    open var expression: NSExpression? {
        get { values.expression }
        set { values.expression = newValue }
    }

    /// The type of the results; undefined if the expression determines it.
    open var expressionResultType: NSAttributeType {
        get { values.expressionResultType }
        set { values.expressionResultType = newValue }
    }

    /// The same as `expressionResultType`, with the newer names.
    ///
    /// - Precondition: a new value is one of the known types.
    public final var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
        set {
            guard let type = NSAttributeType(rawValue: newValue.rawValue) else {
                fatalError(
                    """
                    \(name): \(newValue.rawValue) is not an attribute type. Use one of the \
                    constants of NSAttributeDescription.AttributeType.
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

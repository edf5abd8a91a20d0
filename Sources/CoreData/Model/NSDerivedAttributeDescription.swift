import Foundation

/// An attribute whose value the store computes of others at each save.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// A derived attribute without an expression.
    public override init() {
        super.init()
    }

    /// How the value is computed.
    ///
    /// One of these: an attribute or one behind a to-one (`name`, `author.name`), also below
    /// `canonical:`, `uppercase:` or `lowercase:`; an operator behind a to-many (`books.@count`,
    /// `books.price.@sum`); `now()`.
    ///
    /// - Precondition: the names are those of stored properties; else the model cannot be used.
    open var derivationExpression: NSExpression? {
        get { keptExpression }
        set {
            requireMutable()
            keptExpression = newValue
        }
    }

    private final var keptExpression: NSExpression?

    override func makeBlank() -> NSPropertyDescription {
        NSDerivedAttributeDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSDerivedAttributeDescription else { return }
        copy.derivationExpression = derivationExpression
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSDerivedAttributeDescription else { return false }
        return super.hasContent(of: other) && derivationExpression == other.derivationExpression
    }
}

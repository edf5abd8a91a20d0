import Foundation

/// An attribute that consists of other attributes; its value is a dictionary of their values.
///
/// The dictionary is set as a whole: an element that it lacks becomes nil. It has the elements that
/// are not nil; if all are, the value is nil. Predicates name an element by a path, `place.street`.
/// A SQLite store has a column for each element that is not composite itself, and none for the
/// composite.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// A composite attribute without elements.
    public override init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    /// The attributes in it, which may be composite, too.
    open var elements: [NSAttributeDescription] {
        get { keptElements }
        set {
            requireMutable()
            keptElements = newValue
        }
    }

    private final var keptElements: [NSAttributeDescription] = []

    /// The elements at any depth that are not composite, in order.
    final var leaves: [NSAttributeDescription] {
        elements.flatMap { element in
            (element as? NSCompositeAttributeDescription)?.leaves ?? [element]
        }
    }

    override func makeBlank() -> NSPropertyDescription {
        NSCompositeAttributeDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSCompositeAttributeDescription else { return }
        copy.elements = elements.map { $0.copy() as! NSAttributeDescription }
    }

    override func freeze() {
        for element in elements { element.freeze() }
        super.freeze()
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSCompositeAttributeDescription else { return false }
        return super.hasContent(of: other) && elements == other.elements
    }
}

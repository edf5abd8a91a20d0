import Foundation

/// A property whose value is the result of a fetch, in an array.
///
/// The fetch runs when the property is first read, and its result is kept until the object is a
/// fault again. In its predicate `$FETCH_SOURCE` stands for the object and `$FETCHED_PROPERTY` for
/// this description. Stores keep nothing of it.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// A fetched property without a name and a fetch.
    public override init() {
        super.init()
    }

    /// The fetch, as the model file describes it.
    final var template: FetchTemplate? { willSet { requireMutable() } }
    /// The fetch that the app has set, an `NSFetchRequest`; see `fetchRequest`.
    final var request: AnyObject? { willSet { requireMutable() } }

    override func makeBlank() -> NSPropertyDescription {
        NSFetchedPropertyDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSFetchedPropertyDescription else { return }
        copy.template = template
        copy.request = request
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSFetchedPropertyDescription else { return false }
        return super.hasContent(of: other) && template == other.template
            && request === other.request
    }
}

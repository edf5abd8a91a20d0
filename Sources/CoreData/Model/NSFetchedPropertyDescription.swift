import Foundation

/// A property whose value is what a fetch finds.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    public override init() {
        super.init()
    }

    /// The fetch as the model file says it.
    final var template: FetchTemplate? { willSet { requireMutable() } }

    override func makeBlank() -> NSPropertyDescription {
        NSFetchedPropertyDescription()
    }

    override func copyValues(to copy: NSPropertyDescription) {
        super.copyValues(to: copy)
        guard let copy = copy as? NSFetchedPropertyDescription else { return }
        copy.template = template
    }
}

/// An element of a model file, with its position and those of its attributes.
final class ModelElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [ModelElement] = []
    private(set) weak var parent: ModelElement?

    /// The position of its `<`.
    let position: TagScanner.Position

    private let attributePositions: [String: TagScanner.Position]

    init(
        name: String, attributes: [String: String], position: TagScanner.Position,
        attributePositions: [String: TagScanner.Position]
    ) {
        self.name = name
        self.attributes = attributes
        self.position = position
        self.attributePositions = attributePositions
    }

    func append(_ child: ModelElement) {
        child.parent = self
        children.append(child)
    }

    /// The value of an attribute; `nil` if the element lacks it.
    subscript(name: String) -> String? {
        attributes[name]
    }

    /// The position of an attribute, or of the element if it lacks the attribute.
    func position(of attribute: String) -> TagScanner.Position {
        attributePositions[attribute] ?? position
    }

    /// The children with this name, in order.
    func children(_ name: String) -> [ModelElement] {
        children.filter { $0.name == name }
    }

    /// The element's name in messages: `City.country` for a property, else kind and name.
    var title: String {
        guard let own = attributes["name"] else { return "The element \"\(name)\"" }
        guard let parent, parent.name == "entity" || parent.name == "composite",
            let outer = parent.attributes["name"]
        else { return "The \(name) \(own)" }
        return "\(outer).\(own)"
    }
}

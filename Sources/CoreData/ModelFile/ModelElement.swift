/// An element of a model file, with the places where it and its attributes stand.
final class ModelElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [ModelElement] = []
    private(set) weak var parent: ModelElement?

    /// Where its `<` is.
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

    /// The value of an attribute; `nil` where it is not written.
    subscript(name: String) -> String? {
        attributes[name]
    }

    /// Where an attribute begins, or the element where it has no such attribute.
    func position(of attribute: String) -> TagScanner.Position {
        attributePositions[attribute] ?? position
    }

    /// The children of this name, in order.
    func children(_ name: String) -> [ModelElement] {
        children.filter { $0.name == name }
    }

    /// The element as messages name it: `City.country` for a property, else kind and name.
    var title: String {
        guard let own = attributes["name"] else { return "The element \"\(name)\"" }
        guard let parent, parent.name == "entity" || parent.name == "composite",
            let outer = parent.attributes["name"]
        else { return "The \(name) \(own)" }
        return "\(outer).\(own)"
    }
}

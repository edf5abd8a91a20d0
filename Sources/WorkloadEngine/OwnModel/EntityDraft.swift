import CoreData

/// The attributes of an entity with the values that its model suggests.
struct EntityDraft {
    let entity: OwnEntity

    /// - Parameter isFound: whether objects are looked up, and so need a key.
    init(_ description: NSEntityDescription, isFound: Bool) {
        let key = isFound ? Self.key(of: description) : nil
        // The store computes derived ones.
        let attributes = description.attributesByName.values
            .filter { !$0.isTransient && !($0 is NSDerivedAttributeDescription) }
            .sorted { ($0 === key ? 0 : 1, $0.name) < ($1 === key ? 0 : 1, $1.name) }
        var kinds: [String: ValueKind] = [:]
        for attribute in attributes {
            kinds[attribute.name] =
                attribute === key ? ValueDraft.key(of: attribute) : ValueDraft.kind(of: attribute)
        }
        for names in description.rowConstraints {
            Self.settle(
                names.compactMap { description.attributesByName[$0] }, of: description, &kinds)
        }
        entity = OwnEntity(
            name: description.name!, position: .init(source: ""),
            attributes: attributes.compactMap { attribute in
                kinds[attribute.name].map {
                    .init(name: attribute.name, position: .init(source: ""), kind: $0)
                }
            }, partners: [], parts: [])
    }

    /// The attribute that a person would look an object up by: a unique one before any other.
    static func key(of entity: NSEntityDescription) -> NSAttributeDescription? {
        let likely = ["id", "identifier", "uuid", "number", "key", "code", "slug", "email", "name"]
        let unique = Set(entity.rowConstraints.filter { $0.count == 1 }.joined())
        let possible = entity.attributesByName.values
            .filter { !$0.isTransient && isKey($0, of: entity) }
            .sorted { $0.name < $1.name }
        func rank(_ attribute: NSAttributeDescription) -> Int {
            let name = attribute.name.lowercased()
            let place =
                likely.firstIndex(of: name)
                ?? likely.firstIndex { name.hasSuffix($0) }.map { $0 + likely.count }
                ?? 3 * likely.count
            return unique.contains(attribute.name) ? place - 4 * likely.count : place
        }
        return possible.min { rank($0) < rank($1) }
    }

    private static func isKey(
        _ attribute: NSAttributeDescription, of entity: NSEntityDescription
    ) -> Bool {
        ValueDraft.key(of: attribute).map { fits($0, attribute, of: entity) } ?? false
    }

    /// Whether the model lets an attribute hold the number of any object, the first and the last.
    private static func fits(
        _ kind: ValueKind, _ attribute: NSAttributeDescription, of entity: NSEntityDescription
    ) -> Bool {
        let named = OwnEntity(
            name: entity.name!, position: .init(source: ""), attributes: [], partners: [], parts: []
        )
        return [0, 2 * OwnObjects.editedNumbers - 1].allSatisfy { number in
            // A kind that is drawn has no number, and no bounds either.
            guard let value = named.numbered(kind, number)?.object else { return true }
            return attribute.validationPredicates.allSatisfy { $0.evaluate(with: value) }
        }
    }

    /// Makes one of the attributes of a constraint unique, or leaves one out that may be nil.
    private static func settle(
        _ attributes: [NSAttributeDescription], of entity: NSEntityDescription,
        _ kinds: inout [String: ValueKind]
    ) {
        func isSettled(_ attribute: NSAttributeDescription) -> Bool {
            kinds[attribute.name].map(\.isUnique) ?? (attribute.defaultValue == nil)
        }
        guard !attributes.contains(where: isSettled) else { return }
        for attribute in attributes {
            guard let kind = ValueDraft.unique(attribute), fits(kind, attribute, of: entity) else {
                continue
            }
            kinds[attribute.name] = kind
            return
        }
        let mayBeNil = attributes.first { $0.isOptional && $0.defaultValue == nil }
        if let attribute = mayBeNil { kinds[attribute.name] = nil }
    }
}

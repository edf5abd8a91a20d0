/// What a derived attribute is computed of, found by the names in its expression.
struct Derivation {
    enum Source {
        /// The date of the save.
        case now
        /// An attribute of the same object.
        case own(NSAttributeDescription)
        /// An attribute of a to-one's destination.
        case destination(NSRelationshipDescription, NSAttributeDescription)
        /// A number of a to-many's members, or of an attribute of theirs.
        case members(NSRelationshipDescription, CollectionOperator, NSAttributeDescription?)
    }

    /// The functions of text that a derivation may have.
    static let functions = ["canonical:", "uppercase:", "lowercase:"]

    let source: Source
    /// The function that is applied to the source; `nil` for a copy.
    let function: String?

    /// - Returns: `nil` if the expression has another form, or names what the entity lacks.
    init?(_ attribute: NSDerivedAttributeDescription, of entity: NSEntityDescription) {
        guard let expression = attribute.derivationExpression else { return nil }
        switch expression.node {
        case .function(let called, let arguments):
            if called.name == "now", arguments.isEmpty {
                source = .now
                function = nil
                return
            }
            guard Self.functions.contains(called.name), case .keyPath(let path) = arguments[0].node,
                let found = Self.source(path, of: entity)
            else { return nil }
            if case .members = found { return nil }
            source = found
            function = called.name
        case .keyPath(let path):
            guard let found = Self.source(path, of: entity) else { return nil }
            source = found
            function = nil
        default: return nil
        }
    }

    private static func source(_ path: PropertyPath, of entity: NSEntityDescription) -> Source? {
        let names = path.components
        if names.count == 1 { return attribute(names[0], of: entity).map(Source.own) }
        guard let relationship = entity.relationshipsByName[names[0]], !relationship.isTransient,
            let destination = relationship.destinationEntity
        else { return nil }
        if !relationship.isToMany {
            guard names.count == 2 else { return nil }
            return attribute(names[1], of: destination).map { .destination(relationship, $0) }
        }
        // The operator stands last, as Apple's framework wants it, or before the attribute.
        let operators = names.dropFirst().compactMap { CollectionOperator(rawValue: $0) }
        let others = names.dropFirst().filter { !$0.hasPrefix("@") }
        guard operators.count == 1, names.count == 2 + others.count else { return nil }
        if others.isEmpty {
            return operators[0] == .count ? .members(relationship, .count, nil) : nil
        }
        guard others.count == 1 else { return nil }
        return attribute(others[0], of: destination).map {
            .members(relationship, operators[0], $0)
        }
    }

    private static func attribute(
        _ name: String, of entity: NSEntityDescription
    ) -> NSAttributeDescription? {
        guard let attribute = entity.attributesByName[name], !attribute.isTransient,
            SlotKind(attribute.attributeType) != nil, !attribute.mayLieInFile
        else { return nil }
        return attribute
    }
}

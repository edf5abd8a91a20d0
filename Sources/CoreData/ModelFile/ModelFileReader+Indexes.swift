extension ModelFileReader {
    /// Reads the indexes of an entity, in the present format and both formats before iOS 11.
    mutating func readIndexes(of entity: NSEntityDescription, _ element: ModelElement) throws {
        let properties = entity.propertiesByName
        var indexes: [NSFetchIndexDescription] = []
        for child in element.children("fetchIndex") {
            if let index = try readIndex(child, properties) {
                note(index, from: child)
                indexes.append(index)
            }
        }
        indexes += try readIndexedAttributes(element, properties)
        indexes += try readCompoundIndexes(element, properties)
        entity.indexes = indexes
    }

    private mutating func readIndex(
        _ element: ModelElement, _ properties: [String: NSPropertyDescription]
    ) throws -> NSFetchIndexDescription? {
        let name = try required("name", of: element)
        var elements: [NSFetchIndexElementDescription] = []
        for child in element.children("fetchIndexElement") {
            if child["property"] == nil, child["expression"] != nil {
                warn(
                    child, at: "expression",
                    "\(element.title) is on an expression, and is left out.",
                    "Index an attribute instead.")
                return nil
            }
            let property = try property("property", of: child, properties)
            let part = NSFetchIndexElementDescription(
                property: property, collationType: try collation(of: child))
            part.isAscending = try isAscending(child)
            elements.append(part)
        }
        return NSFetchIndexDescription(name: name, elements: elements)
    }

    private func collation(of element: ModelElement) throws -> NSFetchIndexElementType {
        switch element["type"] {
        case nil, "Binary": .binary
        case "RTree": .rTree
        default:
            throw ModelFileError.invalidValue(
                "type", of: element, path, "a type of index", among: ["Binary", "RTree"])
        }
    }

    private func isAscending(_ element: ModelElement) throws -> Bool {
        switch element["order"] {
        case nil, "ascending": true
        case "descending": false
        default:
            throw ModelFileError.invalidValue(
                "order", of: element, path, "an order", among: ["ascending", "descending"])
        }
    }

    /// Reads `indexed="YES"` on attributes; the indexes get the names that Xcode 9 and later use.
    private mutating func readIndexedAttributes(
        _ element: ModelElement, _ properties: [String: NSPropertyDescription]
    ) throws -> [NSFetchIndexDescription] {
        var indexes: [NSFetchIndexDescription] = []
        for child in element.children("attribute") where try flag("indexed", of: child) {
            let name = child["name"]!
            let title = name.prefix(1).uppercased() + name.dropFirst()
            let index = makeIndex(named: "by\(title)Index", on: [properties[name]!])
            note(index, from: child)
            indexes.append(index)
        }
        return indexes
    }

    /// Reads `compoundIndexes`; they get the names that Xcode 9 and later use.
    private mutating func readCompoundIndexes(
        _ element: ModelElement, _ properties: [String: NSPropertyDescription]
    ) throws -> [NSFetchIndexDescription] {
        var indexes: [NSFetchIndexDescription] = []
        for group in element.children("compoundIndexes").flatMap({ $0.children("compoundIndex") }) {
            let parts = try group.children("index").map {
                try property("value", of: $0, properties)
            }
            let number = indexes.isEmpty ? "" : String(indexes.count)
            let index = makeIndex(named: "compoundIndex\(number)", on: parts)
            note(index, from: group)
            indexes.append(index)
        }
        return indexes
    }

    private func makeIndex(named name: String, on properties: [NSPropertyDescription])
        -> NSFetchIndexDescription
    {
        NSFetchIndexDescription(
            name: name,
            elements: properties.map {
                NSFetchIndexElementDescription(property: $0, collationType: .binary)
            })
    }

    /// The property to which an attribute of an element refers.
    private func property(
        _ name: String, of element: ModelElement, _ properties: [String: NSPropertyDescription]
    ) throws -> NSPropertyDescription {
        guard let property = properties[try required(name, of: element)] else {
            throw ModelFileError.unknownName(
                name, of: element, path, "property", among: properties.keys.sorted())
        }
        return property
    }

    /// Reads the uniqueness constraints of an entity.
    func readConstraints(of entity: NSEntityDescription, _ element: ModelElement) throws {
        let attributes = entity.attributesByName
        let groups = element.children("uniquenessConstraints")
            .flatMap { $0.children("uniquenessConstraint") }
        entity.uniquenessConstraints = try groups.map { group in
            try group.children("constraint").map { constraint in
                let name = try required("value", of: constraint)
                guard attributes[name] != nil else {
                    throw ModelFileError.unknownName(
                        "value", of: constraint, path, "attribute", among: attributes.keys.sorted())
                }
                return name
            }
        }
    }
}

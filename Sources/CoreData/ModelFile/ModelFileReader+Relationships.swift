extension ModelFileReader {
    /// The delete rules by their names in model files.
    private static let deleteRules: [(name: String, rule: NSDeleteRule)] = [
        ("Nullify", .nullifyDeleteRule), ("Cascade", .cascadeDeleteRule),
        ("Deny", .denyDeleteRule), ("No Action", .noActionDeleteRule),
    ]

    /// Reads a relationship with its destination, without its inverse.
    mutating func readRelationship(_ element: ModelElement) throws -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        try readCommon(element, into: relationship)
        let destination = try required("destinationEntity", of: element)
        guard let entity = entity(named: destination) else {
            throw ModelFileError.unknownName(
                "destinationEntity", of: element, path, "entity", among: entityNames)
        }
        relationship.destinationEntity = entity
        relationship.isOrdered = try flag("ordered", of: element)
        relationship.minCount = try count("minCount", of: element) ?? 0
        relationship.maxCount = try greatestCount(of: element)
        relationship.deleteRule = try deleteRule(of: element)
        if element["inverseName"] == nil {
            warn(
                element, "\(element.title) has no inverse.",
                """
                Give it one in Xcode: without it, references to a deleted object would remain.
                """)
        }
        return relationship
    }

    /// The greatest count: 1 for a to-one, 0 for any number.
    private func greatestCount(of element: ModelElement) throws -> Int {
        let isToMany = try flag("toMany", of: element)
        guard let count = try count("maxCount", of: element) else { return isToMany ? 0 : 1 }
        if isToMany == (count == 1) {
            throw ModelFileError.contradiction(
                element, at: "maxCount", path,
                """
                \(element.title) is \(isToMany ? "to-many" : "to-one"), but its greatest count is \
                \(count).
                """,
                isToMany ? "Remove toMany or maxCount." : "Add toMany=\"YES\" or set maxCount to 1."
            )
        }
        return count
    }

    private func deleteRule(of element: ModelElement) throws -> NSDeleteRule {
        guard let name = element["deletionRule"] else { return .nullifyDeleteRule }
        guard let known = Self.deleteRules.first(where: { $0.name == name }) else {
            throw ModelFileError.invalidValue(
                "deletionRule", of: element, path, "a delete rule",
                among: Self.deleteRules.map(\.name))
        }
        return known.rule
    }

    /// Gives the relationships of an entity their inverses.
    func readInverses(of element: ModelElement) throws {
        let own = entity(named: element["name"]!)!.relationshipsByName
        for child in element.children("relationship") {
            guard child["inverseName"] != nil, let relationship = own[child["name"]!] else {
                continue
            }
            relationship.inverseRelationship = try inverse(of: child, relationship)
        }
    }

    private func inverse(
        of element: ModelElement, _ relationship: NSRelationshipDescription
    ) throws -> NSRelationshipDescription {
        var end = relationship.destinationEntity!
        if let name = element["inverseEntity"] {
            guard let named = entity(named: name) else {
                throw ModelFileError.unknownName(
                    "inverseEntity", of: element, path, "entity", among: entityNames)
            }
            end = named
        }
        let candidates = end.relationshipsByName
        guard let inverse = candidates[element["inverseName"]!] else {
            throw ModelFileError.unknownName(
                "inverseName", of: element, path, "relationship of \(end.name!)",
                among: candidates.keys.sorted())
        }
        return inverse
    }
}

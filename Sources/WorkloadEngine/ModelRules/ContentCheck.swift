import CoreData
import Documents

/// Checks that a model can hold the objects of a content.
///
/// Its entities and properties must exist, and no rule of the model may refuse or change an object
/// that the operations write. An object is made in one of four ways, and each sets other
/// relationships:
///
///     imported       its own partners and parts
///     part           its own partners and parts, and the object that it is a part of
///     partner        the inverse of the relationship for which it was found or created
///     edited         its own partners
///
/// An importer without relationships makes neither parts nor partners; one with a second pass sets
/// partners when all objects are saved, so that none may be required before.
///
/// Each way in which objects of an entity are made must set everything that the model requires. A
/// rule that could move or delete an object of another line is refused: the data that is expected
/// afterwards follows from the lines alone.
struct ContentCheck {
    let content: OwnContent
    let use: ContentUse
    let entities: [String: NSEntityDescription]
    /// The model's name in messages.
    let path: String

    /// A way in which objects of an entity come about.
    struct Way {
        enum Kind { case imported, part, partner, edited }

        var kind: Kind
        /// The relationship that the object's maker sets: the inverse of the maker's own.
        var set: NSRelationshipDescription?
        /// The maker's line: `Album.artist`.
        var maker = ""
        /// The numbers that the objects may have.
        var numbers: ClosedRange<Int>
    }

    init(_ content: OwnContent, _ use: ContentUse, model: NSManagedObjectModel, named path: String)
    {
        self.content = content
        self.use = use
        entities = model.entitiesByName
        self.path = path
    }

    /// Checks every entity of the content.
    ///
    /// - Throws: `WorkloadError` with the first conflict, its position, and the text to write
    ///   instead.
    func check() throws {
        for entity in content.entities {
            let description = try description(of: entity)
            try checkShares(entity, description)
            for attribute in entity.attributes { try checkType(attribute, entity, description) }
            for partner in entity.partners { try check(partner, of: entity, description) }
            for parts in entity.parts { try check(parts, of: entity, description) }
        }
        for entity in content.entities {
            let description = try description(of: entity)
            let ways = ways(of: entity)
            for attribute in entity.attributes {
                try checkValues(of: attribute, entity, description, ways)
            }
            guard !ways.isEmpty else { continue }
            try checkMissing(entity, description)
            try checkMarks(entity, description, ways)
            for way in ways { try checkDemands(of: description, entity, way) }
            try checkConstraints(entity, description, ways)
        }
        try checkFinding()
    }

    func description(of entity: OwnEntity) throws -> NSEntityDescription {
        guard let description = entities[entity.name] else {
            throw WorkloadError.invalidModel(
                "the model \(path) has no entity “\(entity.name)”", at: entity.position,
                remedy: NearestName.remedy(
                    for: entity.name, among: entities.keys.sorted(), what: "its entities are"))
        }
        guard !description.isAbstract || !entity.shares.isEmpty else {
            throw WorkloadError.invalidModel(
                "\(entity.name) is abstract in \(path): there are no objects of it",
                at: entity.position,
                remedy: "name one of its subentities, or write subentities: with the share of"
                    + " each")
        }
        return description
    }

    // MARK: Ways

    /// The numbers of the user's objects; ten digits hold all of them.
    private static let editedNumbers = OwnObjects.editedNumbers...2 * OwnObjects.editedNumbers - 1

    /// The ways in which objects of an entity come about.
    func ways(of entity: OwnEntity) -> [Way] {
        guard hasObjects(entity) else { return [] }
        var ways: [Way] = []
        let names = roots(of: entity)
        let imported = use.imported.flatMap(content.entity)
        let edited = use.edited.flatMap(content.entity)
        let last = max(use.lines, 1) - 1
        if let imported, names.contains(imported.name) {
            ways.append(Way(kind: .imported, numbers: 0...last))
        }
        if let edited, names.contains(edited.name) {
            let isFromZero = edited.key?.kind == .edit(.key)
            ways.append(
                Way(
                    kind: .edited,
                    numbers: isFromZero ? 0...OwnObjects.editedNumbers - 1 : Self.editedNumbers))
        }
        for made in broughtParts where names.contains(made.parts.entity) {
            // The reader has checked that the product is a number of the import's.
            let (count, isTooMany) = made.numbersPerLine.multipliedReportingOverflow(by: last + 1)
            ways.append(
                Way(
                    kind: .part, set: inverse(of: made.parts.name, made.owner),
                    maker: "\(made.owner.name).\(made.parts.name)",
                    numbers: 0...(isTooMany ? OwnObjects.editedNumbers : max(count, 1)) - 1))
        }
        for (maker, isSet) in makers {
            for partner in maker.partners where names.contains(partner.entity) {
                ways.append(
                    Way(
                        kind: .partner, set: isSet ? inverse(of: partner.name, maker) : nil,
                        maker: "\(maker.name).\(partner.name)", numbers: 0...partner.count - 1))
            }
        }
        return ways
    }

    /// The entities whose objects refer to partners, and whether these are set at once.
    ///
    /// The importer may set them in a second pass, the user always does at once. Both may make
    /// objects of one entity.
    private var makers: [(entity: OwnEntity, isSet: Bool)] {
        let imported = use.relationships == .none ? nil : use.imported
        let names = [imported].compactMap(\.self) + broughtParts.map(\.parts.entity)
        return families(of: names).map { ($0, use.relationships == .withInsert) }
            + families(of: [use.edited].compactMap(\.self)).map { ($0, true) }
    }

    /// The entities of the families of some, each once.
    private func families(of names: [String]) -> [OwnEntity] {
        var entities: [OwnEntity] = []
        for entity in names.compactMap(content.entity).flatMap(content.family)
        where !entities.contains(where: { $0.name == entity.name }) { entities.append(entity) }
        return entities
    }

    /// Whether the user writes, changes and deletes objects of an entity.
    func isEdited(_ entity: OwnEntity) -> Bool {
        use.edited.map { roots(of: entity).contains($0) } ?? false
    }

    /// The parts that the importer makes with its objects.
    private var broughtParts: [OwnContent.MadeParts] {
        guard use.relationships == .withInsert else { return [] }
        return use.imported.flatMap(content.entity).map { content.parts(with: $0) } ?? []
    }

    private func inverse(of name: String, _ entity: OwnEntity) -> NSRelationshipDescription? {
        entities[entity.name]?.relationshipsByName[name]?.inverseRelationship
    }
}

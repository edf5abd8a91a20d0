import Documents

/// The values of the objects of one's own model: the `content` of a workload file.
package struct OwnContent: Sendable, Hashable {
    /// In the order of the file.
    package var entities: [OwnEntity]
    /// The entities with another form in lines that are generated, as they are there.
    package var generated: [OwnEntity] = []

    package init(entities: [OwnEntity]) {
        self.entities = entities
    }

    /// Each entity as it is in lines that are generated.
    var asGenerated: OwnContent {
        OwnContent(
            entities: entities.map { entity in
                generated.first { $0.name == entity.name } ?? entity
            })
    }

    /// The place of an entity among the others; `nil` if the content does not have it.
    func place(of name: String) -> Int? {
        entities.firstIndex { $0.name == name }
    }

    /// The content as an importer brings it: with the forms that its lines have, and no others.
    ///
    /// Partners with lines of their own have them whether the importer's are generated or not.
    func described(for importer: ImporterRole?) -> OwnContent {
        let asSent = OwnContent(entities: entities)
        guard case .generated? = importer?.source, let imported = asGenerated.imported(by: importer)
        else { return asSent }
        let drawn = asGenerated
        let names = Set([imported.name] + drawn.parts(with: imported).map(\.parts.entity))
        return OwnContent(
            entities: entities.map { names.contains($0.name) ? drawn.entity($0.name)! : $0 })
    }

    package func entity(_ name: String) -> OwnEntity? {
        entities.first { $0.name == name }
    }

    /// The entity that an importer brings; `nil` without an importer.
    func imported(by importer: ImporterRole?) -> OwnEntity? {
        importer.flatMap { entity($0.entity) }
    }

    /// Objects of an entity are either brought by lines or found by their number: were both done,
    /// two would have one key.
    ///
    /// - Throws: `DocumentError` with the line that does the second.
    func checkNumbers(imported name: String?, edited: String?) throws {
        guard let imported = name.flatMap(entity) else { return }
        let kinds = parts(with: imported)
        try check(kinds, of: imported)
        let brought = made(with: imported)
        let makers = brought + (edited.flatMap(entity).map(family) ?? [])
        let names = brought.map(\.name)
        for partner in makers.flatMap(\.partners) where names.contains(partner.entity) {
            throw DocumentError(
                .outOfRange, at: partner.position, path: "content",
                "\(partner.entity) is imported, and is found for another here",
                remedy: "leave \(partner.name) out, or import another entity")
        }
    }

    /// An entity whose objects are partners of imported objects, and of those that the user adds.
    ///
    /// Each is found or created: at once, in two contexts, both would create the same one.
    func sharedPartner(of imported: OwnEntity, and edited: OwnEntity) -> String? {
        let brought = Set(made(with: imported).flatMap(\.partners).map(\.entity))
        return family(of: edited).flatMap(\.partners).map(\.entity).first(where: brought.contains)
    }

    /// Whether lines of a file name the objects of an entity, to be found or created.
    func isSent(_ name: String) -> Bool {
        let root = entity(name)?.root
        return entities.contains { $0.partners.contains { $0.entity == root && $0.source != nil } }
    }

    /// A kind of parts that are made with imported objects.
    struct MadeParts {
        let owner: OwnEntity
        let parts: OwnEntity.Parts
        /// How many numbers each line leaves for them; `Int.max` for too many to count.
        let numbersPerLine: Int
    }

    /// The parts that are made with objects of an entity, and their own: owners before their parts.
    func parts(with entity: OwnEntity) -> [MadeParts] {
        var made: [MadeParts] = []
        var owners = [(entity: entity, numbers: 1)]
        var known: Set = [entity.name]
        var next = 0
        while next < owners.count {
            let (owner, numbers) = owners[next]
            next += 1
            let (product, isTooMany) = numbers.multipliedReportingOverflow(by: owner.roomForParts)
            let room = isTooMany ? Int.max : product
            let kinds = family(of: owner).flatMap { kind in
                kind.parts.filter { !$0.isInherited }.map { (kind, $0) }
            }
            for (kind, parts) in kinds {
                made.append(MadeParts(owner: kind, parts: parts, numbersPerLine: room))
                // One that was met is not followed again: `checkNumbers` refuses it.
                guard known.insert(parts.entity).inserted, let other = self.entity(parts.entity)
                else { continue }
                owners.append((other, room))
            }
        }
        return made
    }

    /// Parts are numbered by their owners: objects of an entity must all be parts of one other's.
    private func check(_ made: [MadeParts], of imported: OwnEntity) throws {
        var owners = [imported.name: ""]
        for kind in made {
            let name = kind.parts.entity
            guard let known = owners.updateValue(kind.owner.root, forKey: name),
                known != kind.owner.root
            else { continue }
            throw DocumentError(
                .outOfRange, at: kind.parts.position, path: "content",
                known.isEmpty
                    ? "\(name) is imported, and is made with \(kind.owner.name) here"
                    : "\(name) is made with \(known), and with \(kind.owner.root) here",
                remedy: "leave \(kind.parts.name) out")
        }
    }
}

import CoreData
import Documents

/// Makes contents for a model, and takes the first that keeps the model's rules.
struct DraftBuilder {
    private let model: NSManagedObjectModel
    private let file: String
    /// Entities with a key that have objects, of themselves or below them: those with the most
    /// properties first, an entity's subentities counted.
    let usable: [NSEntityDescription]

    /// Partners of one kind: few enough that most are found, not created.
    private static let partners = 50
    /// The upper bound of `new 0..1000`.
    private static let mostParts = 1_000

    init(_ model: NSManagedObjectModel, file: String) {
        self.model = model
        self.file = file
        usable = model.entities
            .filter { !$0.concrete.isEmpty && EntityDraft.key(of: $0) != nil }
            .sorted { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ entity: NSEntityDescription) -> (Int, Int, String) {
        let kinds = [entity] + entity.concrete
        let attributes = Set(kinds.flatMap { $0.attributesByName.keys })
        let relationships = Set(kinds.flatMap { $0.relationshipsByName.keys })
        // Of as many properties the entity above comes first.
        var depth = 0
        var above = entity.superentity
        while let next = above {
            depth += 1
            above = next.superentity
        }
        return (-attributes.count - 2 * relationships.count, depth, entity.name ?? "")
    }

    // MARK: Choosing

    /// The content and its use for an imported entity: with objects of all of its subentities, if
    /// the model lets the lab make these side by side.
    ///
    /// - Throws: the reason that the entity cannot be imported.
    func draft(importing imported: NSEntityDescription) throws -> (OwnContent, ContentUse) {
        let below = imported.concrete.filter { $0 !== imported }
        guard !below.isEmpty else { return try draft(importing: imported, []) }
        do {
            return try draft(importing: imported, below)
        } catch  where !imported.isAbstract {
            return try draft(importing: imported, [])
        }
    }

    /// The same, with objects of some subentities.
    ///
    /// - Throws: the reason that the entity cannot be imported, whichever entity is edited beside
    ///   it.
    private func draft(
        importing imported: NSEntityDescription, _ subentities: [NSEntityDescription]
    ) throws -> (OwnContent, ContentUse) {
        let alone = try draft(imported, subentities, editing: nil, deletes: false)
        var best: (draft: (OwnContent, ContentUse), relationships: Int)?
        for edited in edited(beside: imported) {
            for deletes in [true, false] {
                guard
                    let draft =
                        try? draft(imported, subentities, editing: edited, deletes: deletes)
                else { continue }
                let count = draft.0.entities[0].relationshipCount
                if count == alone.0.entities[0].relationshipCount { return draft }
                if count > best?.relationships ?? -1 { best = (draft, count) }
            }
        }
        return best?.draft ?? alone
    }

    /// The entities that the user may edit: first those unrelated to the import, then those that it
    /// uses, and the imported one last.
    private func edited(beside imported: NSEntityDescription) -> [NSEntityDescription] {
        let used = imported.relationshipsByName.values.compactMap(\.destinationEntity?.name)
        let others = usable.filter { $0 !== imported && !$0.isAbstract }
        return others.filter { !used.contains($0.name!) }
            + others.filter { used.contains($0.name!) } + (imported.isAbstract ? [] : [imported])
    }

    /// Sets every required property, and as many optional ones as the model lets the lab set.
    private func draft(
        _ imported: NSEntityDescription, _ subentities: [NSEntityDescription],
        editing edited: NSEntityDescription?, deletes: Bool
    ) throws -> (OwnContent, ContentUse) {
        let use = ContentUse(
            imported: imported.name, lines: WorkloadDraft.lines, edited: edited?.name,
            deletes: deletes)
        func checked(_ names: Set<String>) throws -> OwnContent {
            let content = try made(imported, subentities, setting: names, editing: edited)
                .inherited(path: "content")
            try ContentReader.check(content, path: "content")
            try content.checkNumbers(imported: use.imported, edited: use.edited)
            if let edited = edited.flatMap({ content.entity($0.name!) }),
                let shared = content.sharedPartner(of: content.entities[0], and: edited)
            {
                throw WorkloadError.invalidModel(
                    "\(edited.name) and \(imported.name!) would each create the same \(shared)",
                    at: .init(source: file), remedy: "edit another entity")
            }
            if let edited, content.entity(edited.name!)?.key == nil {
                throw WorkloadError.invalidModel(
                    "\(edited.name!) is made with another, without a key",
                    at: .init(source: file), remedy: "edit another entity")
            }
            try ContentCheck(content, use, model: model, named: file).check()
            return content
        }
        let all = imported.relationshipsByName
        var names = Set(all.values.filter { !$0.isOptional }.map(\.name))
        var content = try checked(names)
        for name in all.keys.sorted() where !names.contains(name) {
            guard let more = try? checked(names.union([name])) else { continue }
            names.insert(name)
            content = more
        }
        return (content, use)
    }

    // MARK: Content

    private func made(
        _ imported: NSEntityDescription, _ subentities: [NSEntityDescription],
        setting names: Set<String>, editing edited: NSEntityDescription?
    ) throws -> OwnContent {
        var content = OwnContent(entities: [])
        var main = EntityDraft(imported, isFound: true).entity
        for relationship in imported.relationshipsByName.values.sorted(by: { $0.name < $1.name })
        where names.contains(relationship.name) {
            guard let other = relationship.destinationEntity?.firstConcrete, other !== imported
            else { continue }
            if relationship.isManyToMany {
                let least = relationship.leastParts
                guard least <= Self.partners else { continue }
                var partner = OwnEntity.Partner.drawn(
                    relationship.name, Self.partners, other.name!)
                let most = max(3, least)
                partner.counts =
                    least...(relationship.maxCount > 0 ? min(relationship.maxCount, most) : most)
                main.partners.append(partner)
                addPlain(other, to: &content)
            } else if relationship.isToMany || relationship.isOneToOne {
                guard let inverse = relationship.inverseRelationship, !inverse.isToMany,
                    relationship.leastParts <= Self.mostParts
                else { continue }
                main.parts.append(
                    .init(
                        name: relationship.name, position: .init(source: ""), entity: other.name!,
                        counts: relationship.plausibleParts))
                addPart(other, owner: inverse.name, to: &content)
            } else {
                main.partners.append(.drawn(relationship.name, Self.partners, other.name!))
                addPlain(other, to: &content)
            }
        }
        main.shares = Self.evenShares(of: subentities.isEmpty ? [] : imported.concrete)
        content.entities.insert(main, at: 0)
        for subentity in subentities { try add(subentity, below: imported, to: &content) }
        if let edited, edited !== imported, content.entity(edited.name!) == nil {
            var entity = EntityDraft(edited, isFound: true).entity
            addPartners(of: edited, to: &entity, besides: [], in: &content)
            content.entities.append(entity)
        }
        return content
    }

    /// Adds an entity with the lines that it does not inherit.
    private func add(
        _ subentity: NSEntityDescription, below imported: NSEntityDescription,
        to content: inout OwnContent
    ) throws {
        guard content.entity(subentity.name!) == nil else {
            throw WorkloadError.invalidModel(
                "\(subentity.name!) is below \(imported.name!), which refers to it",
                at: .init(source: file), remedy: "import another entity")
        }
        var entity = EntityDraft(subentity, isFound: false).entity
        entity.attributes.removeAll { imported.attributesByName[$0.name] != nil }
        addPartners(
            of: subentity, to: &entity, besides: Set(imported.relationshipsByName.keys),
            in: &content)
        content.entities.append(entity)
    }

    /// Hundredths that sum to 1, the first ones larger where they must differ.
    private static func evenShares(of entities: [NSEntityDescription]) -> [OwnEntity.Share] {
        let names = entities.compactMap(\.name).sorted()
        let all = names.count > 100 ? 1_000_000 : 100
        return names.enumerated().map { place, name in
            let units = all / names.count + (place < all % names.count ? 1 : 0)
            return .init(
                name: name, position: .init(source: ""), share: Double(units) / Double(all))
        }
    }

    private func addPlain(_ entity: NSEntityDescription, to content: inout OwnContent) {
        guard content.entity(entity.name!) == nil else { return }
        content.entities.append(EntityDraft(entity, isFound: true).entity)
    }

    private func addPart(
        _ entity: NSEntityDescription, owner: String, to content: inout OwnContent
    ) {
        guard content.entity(entity.name!) == nil else { return }
        var part = EntityDraft(entity, isFound: false).entity
        addPartners(of: entity, to: &part, besides: [owner], in: &content)
        content.entities.append(part)
    }

    /// The partners that an object must have.
    private func addPartners(
        of description: NSEntityDescription, to entity: inout OwnEntity, besides set: Set<String>,
        in content: inout OwnContent
    ) {
        for relationship in description.relationshipsByName.values.sorted(by: { $0.name < $1.name })
        where !relationship.isOptional && !relationship.isToMany
            && !set.contains(relationship.name)
        {
            guard let other = relationship.destinationEntity?.firstConcrete, other !== description
            else { continue }
            entity.partners.append(.drawn(relationship.name, Self.partners, other.name!))
            addPlain(other, to: &content)
        }
    }
}

extension OwnEntity {
    fileprivate var relationshipCount: Int { partners.count + parts.count }
}

extension OwnEntity.Partner {
    /// One that was not read from a file.
    fileprivate static func drawn(_ name: String, _ count: Int, _ entity: String) -> Self {
        Self(name: name, position: .init(source: ""), entity: entity, count: count)
    }
}

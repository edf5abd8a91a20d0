import Documents

// Entities whose objects are of several subentities:
//
//     content:
//       Vehicle: { number: key number, title: words 1..4, subentities: { Car: 0.7, Van: 0.3 } }
//       Car: { doors: integer 2..5 }
//       Van: { load: integer 500..3000 }
//
// A subentity has the lines of the entity above it, and its own. All of them share one sequence of
// numbers, and so of keys and of parts: an object's subentity is drawn by its number.
extension OwnContent {
    /// The entity, and the subentities that its objects may be of.
    func family(of entity: OwnEntity) -> [OwnEntity] {
        guard !entity.shares.isEmpty else { return [entity] }
        return [entity] + entities.filter { $0.parent == entity.name }
    }

    /// The names that the objects of an entity may have as theirs.
    func kinds(of entity: OwnEntity) -> [String] { family(of: entity).map(\.name) }

    /// The entities whose objects are made with those of an entity: its own and its parts'.
    func made(with entity: OwnEntity) -> [OwnEntity] {
        let parts = parts(with: entity).compactMap { self.entity($0.parts.entity) }
        return ([entity] + parts).flatMap(family)
    }

    /// The content with the lines that subentities inherit.
    ///
    /// - Throws: `DocumentError` for a subentity of two entities or with subentities of its own,
    ///   for a line that an entity above has, and for one whose values come from a file.
    func inherited(path: String) throws -> OwnContent {
        var content = self
        for entity in entities where !entity.shares.isEmpty {
            try entity.checkIsDrawn(path)
            for share in entity.shares where share.name != entity.name {
                guard let place = entities.firstIndex(where: { $0.name == share.name }) else {
                    throw DocumentError.unknownName(
                        share.name, what: "entity of the content", at: share.position, path: path,
                        known: entities.map(\.name))
                }
                guard content.entities[place].parent == nil, entities[place].shares.isEmpty else {
                    throw OwnEntity.fail(
                        share.position, path,
                        "\(share.name) has subentities of its own, or is one of another entity's",
                        "name each subentity in one entity of the content")
                }
                content.entities[place] = try entities[place].inheriting(from: entity, path)
            }
        }
        for place in content.entities.indices {
            content.entities[place].familyRoom = content.room(of: content.entities[place])
        }
        return content
    }

    /// How many numbers each object of a family leaves for its parts; `nil` outside of families.
    private func room(of entity: OwnEntity) -> Int? {
        guard let root = self.entity(entity.root), !root.shares.isEmpty else { return nil }
        return family(of: root).map(\.ownRoom).max()
    }
}

extension OwnEntity {
    fileprivate static func fail(
        _ position: Position, _ path: String, _ message: String, _ remedy: String
    ) -> DocumentError {
        DocumentError(.outOfRange, at: position, path: path, message, remedy: remedy)
    }

    fileprivate func checkIsDrawn(_ path: String) throws {
        guard let sent else { return }
        throw Self.fail(
            sent.position, path,
            "\(name).\(sent.name) comes from a file, and the subentity of each object is drawn",
            "let \(sent.name) be drawn, or import one of the subentities")
    }

    /// The entity with the lines of one above it, which come first.
    fileprivate func inheriting(from parent: OwnEntity, _ path: String) throws -> OwnEntity {
        try checkIsDrawn(path)
        let names =
            parent.attributes.map(\.name) + parent.partners.map(\.name) + parent.parts.map(\.name)
        let own =
            attributes.map { ($0.name, $0.position) } + partners.map { ($0.name, $0.position) }
            + parts.map { ($0.name, $0.position) }
        if let (line, position) = own.first(where: { names.contains($0.0) }) {
            throw Self.fail(
                position, path, "\(name) inherits \(line), which has a line in \(parent.name)",
                "leave it out of \(name)")
        }
        if let key {
            throw Self.fail(
                key.position, path,
                "\(name) is one of the subentities of \(parent.name), and has a key of its own",
                parent.key == nil
                    ? "give the key to \(parent.name)"
                    : "let \(key.name) be drawn, such as: unique number")
        }
        var entity = self
        entity.parent = parent.name
        entity.attributes = parent.attributes.map { $0.inherited } + attributes
        entity.partners = parent.partners.map { $0.inherited } + partners
        entity.parts = parent.parts.map { $0.inherited } + parts
        return entity
    }
}

extension OwnEntity.Attribute {
    fileprivate var inherited: Self {
        var line = self
        line.isInherited = true
        return line
    }
}

extension OwnEntity.Partner {
    fileprivate var inherited: Self {
        var line = self
        line.isInherited = true
        return line
    }
}

extension OwnEntity.Parts {
    fileprivate var inherited: Self {
        var line = self
        line.isInherited = true
        return line
    }
}

import CoreData
import Documents

/// A workload for a model of one's own, to begin with: which entity is imported, what its objects
/// hold, and what somebody does meanwhile, as far as the model tells.
package struct WorkloadDraft {
    private let model: NSManagedObjectModel
    private let imported: NSEntityDescription
    /// What the user edits: another entity where one can be, else the imported one.
    private let edited: NSEntityDescription
    private var content = OwnContent(entities: [])

    /// - Parameters:
    ///   - file: how messages call the model.
    ///   - entity: what is imported; `nil` for the entity that has most to it.
    /// - Throws: `WorkloadError` where the model has no such entity, or none that objects can be
    ///   told apart in.
    package init(_ model: NSManagedObjectModel, file: String, importing entity: String?) throws {
        self.model = model
        let usable = model.entitiesByName.values.sorted { $0.name! < $1.name! }
            .filter { !$0.isAbstract && Self.key(of: $0) != nil }
        func fail(_ message: String, _ remedy: String) -> WorkloadError {
            .invalidModel(message, at: .init(source: file), remedy: remedy)
        }
        if let entity {
            guard let found = usable.first(where: { $0.name == entity }) else {
                throw fail(
                    "no objects of “\(entity)” can be told apart",
                    NearestName.remedy(
                        for: entity, among: usable.compactMap(\.name), what: "these can be"))
            }
            imported = found
        } else {
            guard let found = usable.max(by: { Self.weight($0) < Self.weight($1) }) else {
                throw fail(
                    "no entity has an attribute that objects can be told apart by",
                    "give one an attribute of the type Integer 32, Integer 64, String or UUID")
            }
            imported = found
        }
        let used = imported.relationshipsByName.values.compactMap(\.destinationEntity?.name)
        let importedName = imported.name
        let others = usable.filter { other in
            // What cannot be without an imported object is made with one, and not by the user.
            other.name != importedName && Self.mayStandAlone(other)
                && other.relationshipsByName.values.allSatisfy {
                    $0.isOptional || $0.destinationEntity?.name != importedName
                }
        }
        edited =
            others.filter { !used.contains($0.name!) }.max { Self.weight($0) < Self.weight($1) }
            ?? others.max { Self.weight($0) < Self.weight($1) } ?? imported
        fill()
    }

    // MARK: Choosing

    private static func weight(_ entity: NSEntityDescription) -> Int {
        entity.attributesByName.count + 2 * entity.relationshipsByName.count
    }

    /// The attribute that a person would look an object up by.
    private static func key(of entity: NSEntityDescription) -> NSAttributeDescription? {
        let likely = ["id", "identifier", "uuid", "number", "key", "code", "slug", "email", "name"]
        let possible = entity.attributesByName.values
            .filter { ValueDraft.key(of: $0) != nil && !$0.isTransient }
            .sorted { $0.name < $1.name }
        func rank(_ attribute: NSAttributeDescription) -> Int {
            let name = attribute.name.lowercased()
            return likely.firstIndex(of: name)
                ?? likely.firstIndex { name.hasSuffix($0) }.map { $0 + likely.count }
                ?? 3 * likely.count
        }
        return possible.min { rank($0) < rank($1) }
    }

    /// Whether an object can be made of attributes and to-one partners.
    private static func mayStandAlone(_ entity: NSEntityDescription) -> Bool {
        entity.relationshipsByName.values.allSatisfy { relationship in
            relationship.isOptional
                || (!relationship.isToMany
                    && relationship.destinationEntity.map(isPlain) == true)
        }
    }

    /// Whether an object can be made of attributes alone, and found again.
    private static func isPlain(_ entity: NSEntityDescription) -> Bool {
        !entity.isAbstract && key(of: entity) != nil
            && entity.relationshipsByName.values.allSatisfy(\.isOptional)
    }

    // MARK: Content

    private mutating func fill() {
        var main = attributes(of: imported, isFound: true)
        let relationships = imported.relationshipsByName.values.sorted { $0.name < $1.name }
        for relationship in relationships {
            guard let other = relationship.destinationEntity, let name = other.name,
                other !== imported
            else { continue }
            if !relationship.isToMany, Self.isPlain(other) {
                main.partners.append(.drawn(relationship.name, 50, name))
                addPlain(other)
            } else if relationship.isToMany, let inverse = relationship.inverseRelationship,
                !inverse.isToMany, !other.isAbstract
            {
                main.parts.append(
                    .init(
                        name: relationship.name, position: .init(source: ""), entity: name,
                        counts: 0...5))
                addPart(other, owner: inverse.name)
            }
        }
        content.entities.insert(main, at: 0)
        if edited !== imported, content.entity(edited.name!) == nil {
            var entity = attributes(of: edited, isFound: true)
            addPartners(of: edited, to: &entity, besides: nil)
            content.entities.append(entity)
        }
    }

    private mutating func addPlain(_ entity: NSEntityDescription) {
        guard content.entity(entity.name!) == nil else { return }
        content.entities.append(attributes(of: entity, isFound: true))
    }

    private mutating func addPart(_ entity: NSEntityDescription, owner: String) {
        guard content.entity(entity.name!) == nil else { return }
        var part = attributes(of: entity, isFound: false)
        addPartners(of: entity, to: &part, besides: owner)
        content.entities.append(part)
    }

    /// The partners that an object must have.
    private mutating func addPartners(
        of description: NSEntityDescription, to entity: inout OwnEntity, besides owner: String?
    ) {
        for relationship in description.relationshipsByName.values.sorted(by: { $0.name < $1.name })
        where !relationship.isOptional && !relationship.isToMany && relationship.name != owner {
            guard let other = relationship.destinationEntity, Self.isPlain(other) else { continue }
            entity.partners.append(.drawn(relationship.name, 50, other.name!))
            addPlain(other)
        }
    }

    /// - Parameter isFound: whether objects are looked up, and so need a key.
    private func attributes(of description: NSEntityDescription, isFound: Bool) -> OwnEntity {
        let key = isFound ? Self.key(of: description) : nil
        let attributes = description.attributesByName.values.filter { !$0.isTransient }
            .sorted { ($0 === key ? 0 : 1, $0.name) < ($1 === key ? 0 : 1, $1.name) }
        let kinds = attributes.compactMap { attribute -> OwnEntity.Attribute? in
            let kind =
                attribute === key ? ValueDraft.key(of: attribute) : ValueDraft.kind(of: attribute)
            return kind.map {
                .init(name: attribute.name, position: .init(source: ""), kind: $0)
            }
        }
        return OwnEntity(
            name: description.name!, position: .init(source: ""), attributes: kinds, partners: [],
            parts: [])
    }

    /// The attribute that sorts the user's list.
    private var shown: String? {
        let texts = content.entities[0].attributes.filter(\.kind.isText)
        return
            (texts.first { ["name", "title"].contains($0.name.lowercased()) }
            ?? texts.first { !$0.kind.isKey } ?? texts.first)?.name
    }
}

// MARK: - Text

extension WorkloadDraft {
    /// The workload file, with comments.
    ///
    /// - Parameters:
    ///   - modelPath: how the file names its model.
    ///   - name: the file's own name, for the line that runs it.
    package func text(modelPath: String, name: String) -> String {
        let entity = imported.name!
        let note = edited.name!
        let reads = shown.map { ", shows: \($0)" } ?? ""
        let mix =
            shown == nil
            ? "fetch-all: 0.3, add: 0.2, edit: 0.4, delete: 0.1"
            : "fetch-page: 0.5, search: 0.2, edit: 0.2, delete: 0.1"
        return """
            # A workload for \(modelPath). Check it, read it in prose, run it:
            #   lab lint \(name)
            #   lab explain \(name)
            #   lab run --workload \(name)
            schema: 1
            title: Import 2,000 objects of \(entity) while someone edits \(note)
            question: How late does the main queue get, and what would a crash take along?
            expect: (write here what you expect before you run it)
            # Another seed draws other values and other operations.
            seed: 1
            model: \(modelPath)
            store: { type: sqlite, journal: wal, synchronous: normal }
            # How the values of each property come about; what is left out keeps its default.
            #   key number|text|uuid   tells one object from another
            #   words 2..5, integer 0..100, real 0..10, decimal 0..10, boolean 0.5,
            #   date 2000..2025, bytes 0..4096, uuid, url
            #   one of 50 Other        to one of 50 objects, found by its key or created
            #   new 0..5 Other         to objects that are made with this one
            content:
            \(content.entities.map(Self.text).joined(separator: "\n"))
            roles:
              # Brings in objects in batches, each saved once; pace: none for no waiting.
              importer: { generate: 2000, entity: \(entity), batch: 200, pace: 75ms }
              # `edits` is what the user writes, changes and deletes\
            \(shown == nil ? "." : "; `shows` sorts the list, and is searched.")
              ui: { arrivals: poisson 20/s, mix: { \(mix) }, page: 40, save: after-edit, \
            edits: \(note)\(reads) }
              display: { arrivals: vsync 60Hz, cost: 1ms }
            phases:
              # `notes` objects of \(note) are there before anything is measured.
              - { name: preload, notes: 200, measured: false }
              - { name: idle, for: 200ms, roles: [ui, display] }
              - { name: import, for: 1s, roles: [importer, ui, display] }
              - { name: settle, for: 1.2s, roles: [ui, display] }
            repetitions: 3
            crash: { kills: 2 }
            limits: { main.stall.max: < 250ms, loss.kill.max: <= 0 }

            """
    }

    private static func text(of entity: OwnEntity) -> String {
        var lines = entity.attributes.map { "\($0.name): \($0.kind.text)" }
        lines += entity.partners.map { "\($0.name): one of \($0.count) \($0.entity)" }
        lines += entity.parts.map {
            "\($0.name): new \($0.counts.lowerBound)..\($0.counts.upperBound) \($0.entity)"
        }
        return "  \(entity.name):\n" + lines.map { "    " + $0 }.joined(separator: "\n")
    }
}

extension OwnEntity.Partner {
    /// One that was not read from a file.
    fileprivate static func drawn(_ name: String, _ count: Int, _ entity: String) -> Self {
        Self(name: name, position: .init(source: ""), entity: entity, count: count)
    }
}

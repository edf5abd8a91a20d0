import Documents
import Foundation
import Results

extension WorkloadReader {
    func readImporter(_ mapping: MappingReader) throws -> ImporterRole {
        let (source, position, path) = try readSource(mapping)
        let lookup: WorkloadFile
        if let node = mapping.optional("find-or-create-from") {
            lookup = try file(node)
        } else {
            let folder = (path as NSString).deletingLastPathComponent
            let beside = folder.isEmpty ? "countries.jsonl" : folder + "/countries.jsonl"
            lookup = WorkloadFile(
                path: beside, url: library.url(of: beside, namedIn: document.file),
                position: position)
        }
        let entity = try mapping.require("entity")
        let findOrCreate = try mapping.require("find-or-create")
        let batch = try mapping.require("batch").integer(in: 1...1_000_000)
        let ways = try readWays(mapping, batch: batch)
        return ImporterRole(
            source: source, lookupFile: lookup,
            entity: try entity.string(), entityPosition: entity.position,
            findOrCreate: try findOrCreate.string(), findOrCreatePosition: findOrCreate.position,
            take: try mapping.optional("take")?.integer(in: 1...100_000_000), batch: batch,
            pace: try readPace(mapping.require("pace")),
            method: ways.method, find: ways.find, relationships: ways.relationships,
            linkBatch: ways.linkBatch,
            isReset: try mapping.optional("reset")?.boolean() ?? false)
    }

    /// The ways in which lines become objects.
    struct Ways {
        var method: ImporterRole.Method
        var find: ImporterRole.Find
        var relationships: ImporterRole.Relationships
        var linkBatch: Int
    }

    /// - Throws: `DocumentError` for ways that do not go together.
    func readWays(_ mapping: MappingReader, batch: Int) throws -> Ways {
        let ways = Ways(
            method: try word(mapping.optional("method"), "import method") ?? .insert,
            find: try word(mapping.optional("find"), "way to find objects") ?? .batch,
            relationships: try word(mapping.optional("relationships"), "time of relationships")
                ?? .withInsert,
            linkBatch: try mapping.optional(OperationKind.linkBatch.rawValue)?
                .integer(in: 1...1_000_000) ?? batch)
        if ways.method.isBatchInsert, ways.relationships != .none {
            throw DocumentError.invalid(
                mapping.node, "a batch insert sets no relationships",
                remedy: "add relationships: none")
        }
        if ways.method == .upsert, ways.relationships == .secondPass {
            throw DocumentError.invalid(
                mapping.node, "an upsert sets the relationships of new objects at once",
                remedy: "write relationships: with-insert or none")
        }
        return ways
    }

    /// The lines' source, the position of its name, and the path that others start beside.
    func readSource(
        _ mapping: MappingReader
    ) throws -> (ImporterRole.Source, Position, path: String) {
        guard let count = mapping.optional("generate") else {
            let node = try mapping.require("import")
            let data = try file(node)
            return (.file(data), node.position, data.path)
        }
        if let node = mapping.optional("import") {
            throw DocumentError.invalid(
                node, "the importer has a file and generates lines", remedy: "keep one of the two")
        }
        return (
            .generated(try count.integer(in: 1...10_000_000)), count.position, "Data/generated"
        )
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ node: DocumentNode?, _ what: String
    ) throws -> Word? where Word.RawValue == String {
        try node.map { try $0.name(of: Word.self, what: what) }
    }

    func readPace(_ node: DocumentNode) throws -> Duration? {
        if try node.string() == "none" { return nil }
        let pace = try node.duration()
        guard pace > .zero else {
            throw DocumentError.invalid(
                node, "“\(node.name)” must be longer than zero",
                remedy: "write none for batches that follow each other at once")
        }
        return pace
    }
}

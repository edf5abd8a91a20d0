import Documents
import Foundation
import Results

extension WorkloadReader {
    /// Reads an importer of the lines of a file, or of lines that are generated; the content
    /// describes their objects.
    ///
    /// - Parameter content: `nil` if it could not be read: what depends on it is not checked then.
    func readImporter(_ mapping: MappingReader, _ content: ContentFile?) throws -> ImporterRole {
        let (source, position) = try readSource(mapping)
        let entity = try mapping.require("entity")
        if let content {
            _ = try self.entity(entity.string(), at: entity.position, entity, content.content)
        }
        let batch = try mapping.require("batch").integer(in: 1...1_000_000)
        let ways = try readWays(mapping, batch: batch)
        let importer = ImporterRole(
            source: source, partnerFiles: try readPartners(mapping, content, source),
            entity: try entity.string(),
            take: try readTake(mapping, source), batch: batch,
            pace: try readPace(mapping.require("pace")),
            method: ways.method, find: ways.find, findPosition: mapping.optional("find")?.position,
            relationships: ways.relationships,
            linkBatch: ways.linkBatch,
            isReset: try mapping.optional("reset")?.boolean() ?? false,
            cancelAfter: try mapping.optional("cancel-after").map(readShare),
            importers: try mapping.optional("importers")?.integer(in: 1...8) ?? 1)
        try checkTogether(importer, mapping)
        if let content {
            let described = content.content.described(for: importer)
            try checkNumbers(of: importer, described, at: position, mapping.node)
            try check(importer, described, mapping.node)
            try checkSources(of: importer, described, mapping.node)
        }
        return importer
    }

    /// Checks that importers that work at once can do so in this way.
    private func checkTogether(_ importer: ImporterRole, _ mapping: MappingReader) throws {
        guard importer.importers > 1 else { return }
        let node = mapping.optional("importers") ?? mapping.node
        if importer.cancelAfter != nil {
            throw DocumentError.invalid(
                node, "a cancelled import rolls its context back, and other importers may share it",
                remedy: "write importers: 1, or leave cancel-after out")
        }
        if importer.relationships == .secondPass {
            throw DocumentError.invalid(
                node,
                "a second pass begins when all is saved, and several importers end at"
                    + " different times",
                remedy: "write importers: 1, or relationships: with-insert")
        }
    }

    /// Checks that importers that work at once, and a user who adds beside them, find the partners
    /// that they share.
    func checkPartners(
        _ importer: ImporterRole, _ ui: UserRole?, _ content: OwnContent, _ phases: [Phase],
        _ node: DocumentNode
    ) throws {
        guard importer.relationships != .none, let imported = content.entity(importer.entity)
        else { return }
        let first = phases.firstIndex { $0.roles.contains(.importer) } ?? phases.endIndex
        guard !phases[..<first].contains(where: \.partners) else { return }
        let remedy = "begin with { name: partners, partners: true, measured: false }"
        if importer.importers > 1,
            let partner = content.made(with: imported).flatMap(\.partners).first
        {
            throw DocumentError.invalid(
                node, "importers that work at once would each create the same \(partner.entity)",
                remedy: remedy)
        }
        let isBeside = phases.contains { phase in
            phase.roles.contains(.importer) && phase.roles.contains(.ui)
        }
        guard isBeside, let ui, ui.weight(of: .add) > 0,
            let edited = ui.edits.flatMap(content.entity),
            let entity = content.sharedPartner(of: imported, and: edited)
        else { return }
        throw DocumentError.invalid(
            node,
            "the importer and the user who adds beside it would each create the same"
                + " \(entity)",
            remedy: remedy)
    }

    /// The files of partners: the content's, and instead of them those of `partners`, and of
    /// `find-or-create` with `find-or-create-from`, which name one.
    private func readPartners(
        _ mapping: MappingReader, _ file: ContentFile?, _ source: ImporterRole.Source
    ) throws -> [ImporterRole.PartnerFile] {
        let nodes = ["partners", "find-or-create", "find-or-create-from"].map(mapping.optional)
        guard let file else { return [] }
        let content = file.content
        var files = file.partners(beside: source)
        func add(_ partner: ImporterRole.PartnerFile) {
            files.removeAll { $0.entity == partner.entity }
            files.append(partner)
        }
        if let node = nodes[0] { try readPartnerFiles(node, content).forEach(add) }
        guard let name = nodes[1] else {
            if let node = nodes[2] {
                throw DocumentError.invalid(
                    node, "“find-or-create-from” has the lines of no entity",
                    remedy: "add find-or-create: with the entity, or write partners instead")
            }
            return files
        }
        let partners = content.entities.flatMap(\.partners).map(\.entity)
        guard try partners.contains(name.string()), let entity = try content.entity(name.string())
        else {
            throw DocumentError.unknownName(
                try name.string(), what: "entity that others refer to", at: name.position,
                path: name.path, known: Array(Set(partners)).sorted())
        }
        if let node = nodes[2] { add(try partnerFile(of: entity, node)) }
        return files
    }

    /// The ways in which lines become objects.
    private struct Ways {
        var method: ImporterRole.Method
        var find: ImporterRole.Find
        var relationships: ImporterRole.Relationships
        var linkBatch: Int
    }

    /// - Throws: `DocumentError` for ways that do not go together.
    private func readWays(_ mapping: MappingReader, batch: Int) throws -> Ways {
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
        if ways.find == .constraint, ways.method != .upsert {
            throw DocumentError.invalid(
                mapping.optional("find") ?? mapping.node,
                "find: constraint lets new objects update those that are there, and an importer"
                    + " with method: \(ways.method.rawValue) expects none there",
                remedy: "write method: upsert, or find: batch")
        }
        return ways
    }

    /// The lines' source, and the position of its name.
    private func readSource(
        _ mapping: MappingReader
    ) throws -> (ImporterRole.Source, Position) {
        guard let count = mapping.optional("generate") else {
            let node = try mapping.require("import")
            let data = try file(node)
            return (.file(data), node.position)
        }
        if let node = mapping.optional("import") {
            throw DocumentError.invalid(
                node, "the importer has a file and generates lines", remedy: "keep one of the two")
        }
        return (.generated(try count.integer(in: 1...10_000_000) * scale), count.position)
    }

    /// The number of lines that are imported; `nil` for all.
    ///
    /// - Throws: `DocumentError` where a scale wants more than all lines of a file.
    private func readTake(_ mapping: MappingReader, _ source: ImporterRole.Source) throws -> Int? {
        if let take = try mapping.optional("take")?.integer(in: 1...100_000_000) {
            return take * scale
        }
        if case .file(let file) = source, scale > 1 {
            throw DocumentError.invalid(
                document.root.descending(["scale"]),
                "all lines of \(file.path) are imported, and \(scale) times as many are not there",
                remedy: "add take: with fewer lines to roles.importer, or generate: them")
        }
        return nil
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ node: DocumentNode?, _ what: String
    ) throws -> Word? where Word.RawValue == String {
        try node.map { try $0.name(of: Word.self, what: what) }
    }

    /// A share of the whole, as `40%`, between none and all of it.
    private func readShare(_ node: DocumentNode) throws -> Double {
        let percent = try node.percent()
        guard percent > 0, percent < 100 else {
            throw DocumentError.invalid(
                node,
                "an import that is cancelled after \(try node.string()) of its lines is none,"
                    + " or is whole", remedy: "write a share between, such as 40%")
        }
        return percent / 100
    }

    private func readPace(_ node: DocumentNode) throws -> Duration? {
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

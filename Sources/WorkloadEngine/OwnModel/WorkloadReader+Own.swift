import Documents
import Foundation
import Results

/// The roles of a workload with objects of a model of one's own.
extension WorkloadReader {
    /// Reads an importer of lines that are generated, or of a file; `content` describes their
    /// objects.
    func readOwnImporter(_ mapping: MappingReader, _ content: OwnContent) throws -> ImporterRole {
        let (source, position, _) = try readSource(mapping)
        let entity = try mapping.require("entity")
        guard content.entity(try entity.string()) != nil else {
            throw DocumentError.unknownName(
                try entity.string(), what: "entity of the content", at: entity.position,
                path: entity.path, known: content.entities.map(\.name))
        }
        for key in ["find-or-create", "find-or-create-from"] {
            guard let node = mapping.optional(key) else { continue }
            throw DocumentError.invalid(
                node, "an importer of one's own objects has no “\(key)”",
                remedy: "leave it out: content gives the objects' values and partners")
        }
        let batch = try mapping.require("batch").integer(in: 1...1_000_000)
        let kinds = content.entity(try entity.string()).map { content.parts(with: $0) } ?? []
        let parts = kinds.map(\.numbersPerLine).max() ?? 0
        let take = try mapping.optional("take")?.integer(in: 1...100_000_000)
        let lines: Int = if case .generated(let count) = source { count } else { take ?? 1 }
        let (numbers, isTooMany) = lines.multipliedReportingOverflow(by: parts)
        guard !isTooMany, numbers < OwnObjects.editedNumbers else {
            throw DocumentError(
                .outOfRange, at: position, path: mapping.node.path,
                "imports with up to \(parts) parts each need 1,000,000,000 numbers or more",
                remedy: parts < OwnObjects.editedNumbers
                    ? "generate at most \((OwnObjects.editedNumbers - 1) / parts)"
                    : "let each have fewer parts")
        }
        let ways = try readWays(mapping, batch: batch)
        let partnerFiles = try readPartnerFiles(mapping, content)
        let importer = ImporterRole(
            source: source, partnerFiles: partnerFiles,
            lookupFile: WorkloadFile(
                path: "", url: URL(filePath: "/"), position: entity.position),
            entity: try entity.string(), entityPosition: entity.position, findOrCreate: "",
            findOrCreatePosition: entity.position,
            take: take, batch: batch,
            pace: try readPace(mapping.require("pace")), method: ways.method, find: ways.find,
            relationships: ways.relationships, linkBatch: ways.linkBatch,
            isReset: try mapping.optional("reset")?.boolean() ?? false)
        try check(importer, content, mapping.node)
        try checkSources(of: importer, content, mapping.node)
        return importer
    }

    /// The files of partners: `partners: { Country: countries.jsonl }`.
    private func readPartnerFiles(
        _ mapping: MappingReader, _ content: OwnContent
    ) throws -> [ImporterRole.PartnerFile] {
        guard let node = mapping.optional("partners") else { return [] }
        return try node.mapping().all().map { entry in
            guard let entity = content.entity(entry.key) else {
                throw DocumentError.unknownName(
                    entry.key, what: "entity of the content", at: entry.keyPosition,
                    path: entry.value.path, known: content.entities.map(\.name))
            }
            guard entity.attributes.contains(where: { $0.kind.isKey && $0.source != nil }) else {
                throw DocumentError.invalid(
                    entry.value, "no line tells which \(entity.name) it is",
                    remedy: "give one of its properties: key text from KEY")
            }
            let others = content.entities.flatMap(\.partners)
            if let drawn = others.first(where: { $0.entity == entity.name && $0.source == nil }) {
                throw DocumentError(
                    .outOfRange, at: drawn.position, path: "content",
                    "\(drawn.name) is drawn, and \(entity.name) has a file of its own",
                    remedy: "write \(drawn.name): one from KEY \(entity.name)")
            }
            return ImporterRole.PartnerFile(entity: entity.name, file: try file(entry.value))
        }
    }

    /// Checks that what comes from the lines of a file has lines to come from.
    private func checkSources(
        of importer: ImporterRole, _ content: OwnContent, _ node: DocumentNode
    ) throws {
        guard let imported = content.entity(importer.entity) else { return }
        let made =
            [imported.name] + content.parts(with: imported).map(\.parts.entity)
            + importer.partnerFiles.map(\.entity)
        let sent = content.entities.filter { $0.sent != nil }
        guard case .file(let file) = importer.source else {
            guard let first = sent.first?.sent else { return }
            throw DocumentError(
                .outOfRange, at: first.position, path: "content",
                "\(first.name) comes from lines of a file, and the importer generates its lines",
                remedy: "write import: FILE in roles.importer, or let \(first.name) be drawn")
        }
        guard imported.sent != nil else {
            throw DocumentError.invalid(
                node, "no property of \(imported.name) takes a value from \(file.path)",
                remedy: "write one as in: title: text from name. Or generate: 2000 lines instead")
        }
        if let other = sent.first(where: { !made.contains($0.name) }), let first = other.sent {
            throw DocumentError(
                .outOfRange, at: first.position, path: "content",
                "no line of \(file.path) brings a \(other.name), and \(first.name) comes from one",
                remedy: "let \(first.name) be drawn; a key is then what the lines name")
        }
        for other in content.entities
        where content.isSent(other.name) && other.sent == nil {
            guard
                let unique = other.attributes.first(where: {
                    $0.kind.isUnique && !$0.kind.isKey && $0.kind != .uuid
                })
            else { continue }
            throw DocumentError(
                .outOfRange, at: unique.position, path: "content",
                "lines name each \(other.name) by its key, and \(unique.name) is its number",
                remedy: "let \(unique.name) be drawn as words, a uuid or an integer")
        }
    }

    /// Checks that objects can be found where the importer looks for them.
    private func check(
        _ importer: ImporterRole, _ content: OwnContent, _ node: DocumentNode
    ) throws {
        let isLinking = importer.relationships == .secondPass
        guard importer.method == .upsert || isLinking,
            let entity = content.entity(importer.entity)
        else { return }
        guard entity.key != nil else {
            throw DocumentError.invalid(
                node,
                "the importer finds objects of \(entity.name) by their key, but they have no key",
                remedy: "give one of its properties: key text, key number or key uuid")
        }
        guard !isLinking || !entity.partners.isEmpty else {
            throw DocumentError.invalid(
                node, "a second pass has nothing to do: \(entity.name) has no partners",
                remedy: "write relationships: with-insert")
        }
    }

    /// Checks the names and numbers of the roles against the content.
    func check(_ roles: Roles, against content: OwnContent, _ node: DocumentNode) throws {
        try content.checkNumbers(imported: roles.importer?.entity, edited: roles.ui?.edits)
        guard let ui = roles.ui else { return }
        let names = content.entities.map(\.name)
        let writes = [OperationKind.fetchAll, .add, .edit, .delete].contains {
            ui.weight(of: $0) > 0
        }
        if let name = ui.edits {
            guard let entity = content.entity(name) else {
                throw DocumentError.unknownName(
                    name, what: "entity of the content", at: node.position,
                    path: "\(node.path).ui.edits", known: names)
            }
            if let sent = entity.sent {
                throw DocumentError(
                    .outOfRange, at: sent.position, path: "content",
                    "the user writes objects of \(name), and \(sent.name) comes from a file",
                    remedy: "let \(sent.name) be drawn, or name another entity in roles.ui.edits")
            }
            guard entity.key != nil else {
                throw DocumentError.invalid(
                    node, "the user finds objects of \(name) by their key, but they have no key",
                    remedy: "give one of its properties: key text, key number or key uuid")
            }
        } else if writes || roles.sync != nil {
            throw DocumentError.invalid(
                node, "the user writes, but roles.ui names no entity to edit",
                remedy: "add edits: with one of \(names.joined(separator: ", ")) to roles.ui")
        }
        let reads = ui.mix.contains { $0.kind.readsImported && $0.weight > 0 }
        guard reads || ui.onDidSave != nil || ui.list != .pages else { return }
        guard let importer = roles.importer, let entity = content.entity(importer.entity) else {
            throw DocumentError.invalid(
                node, "the user reads imported objects, but the workload has no importer",
                remedy: "add importer to roles, or weigh fetch-all, add, edit and delete only")
        }
        if ui.weight(of: .fetchOne) > 0, entity.key == nil {
            throw DocumentError.invalid(
                node, "the user fetches one \(entity.name) by its key, but it has no key",
                remedy: "give one of its properties: key text, key number or key uuid")
        }
        let texts = entity.attributes.filter(\.kind.isText).map(\.name)
        guard let shown = ui.shows else {
            throw DocumentError.invalid(
                node, "roles.ui names no text to sort the list of \(entity.name) by",
                remedy: texts.isEmpty
                    ? "weigh fetch-all, add, edit and delete only: it has no text"
                    : "add shows: with one of \(texts.joined(separator: ", ")) to roles.ui")
        }
        guard texts.contains(shown) else {
            throw DocumentError.unknownName(
                shown, what: "text of \(entity.name) in the content", at: node.position,
                path: "\(node.path).ui.shows", known: texts)
        }
    }
}

import Documents
import Foundation
import Results

/// The roles of a workload with objects of a model of one's own.
extension WorkloadReader {
    /// Reads an importer of generated lines; `content` describes their objects.
    func readOwnImporter(_ mapping: MappingReader, _ content: OwnContent) throws -> ImporterRole {
        let count = try mapping.require("generate")
        let entity = try mapping.require("entity")
        guard content.entity(try entity.string()) != nil else {
            throw DocumentError.unknownName(
                try entity.string(), what: "entity of the content", at: entity.position,
                path: entity.path, known: content.entities.map(\.name))
        }
        for key in ["import", "find-or-create", "find-or-create-from"] {
            guard let node = mapping.optional(key) else { continue }
            throw DocumentError.invalid(
                node, "an importer of one's own objects has no “\(key)”",
                remedy: "leave it out: content gives the objects' values and partners")
        }
        let batch = try mapping.require("batch").integer(in: 1...1_000_000)
        let generated = try count.integer(in: 1...10_000_000)
        let parts = content.entity(try entity.string())?.roomForParts ?? 0
        guard generated * parts < OwnObjects.editedNumbers else {
            throw DocumentError.invalid(
                count, "imports with up to \(parts) parts each need 1,000,000,000 numbers or more",
                remedy: "generate at most \((OwnObjects.editedNumbers - 1) / parts)")
        }
        let ways = try readWays(mapping, batch: batch)
        let importer = ImporterRole(
            source: .generated(generated),
            lookupFile: WorkloadFile(
                path: "", url: URL(filePath: "/"), position: entity.position),
            entity: try entity.string(), entityPosition: entity.position, findOrCreate: "",
            findOrCreatePosition: entity.position,
            take: try mapping.optional("take")?.integer(in: 1...100_000_000), batch: batch,
            pace: try readPace(mapping.require("pace")), method: ways.method, find: ways.find,
            relationships: ways.relationships, linkBatch: ways.linkBatch,
            isReset: try mapping.optional("reset")?.boolean() ?? false)
        try check(importer, content, mapping.node)
        return importer
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

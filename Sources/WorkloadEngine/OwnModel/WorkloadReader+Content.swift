import Documents
import Foundation
import Results

/// Checks the roles of a workload against its content.
extension WorkloadReader {
    /// Checks that the objects of the importer's lines have numbers enough.
    func checkNumbers(
        of importer: ImporterRole, _ content: OwnContent, at position: Position,
        _ node: DocumentNode
    ) throws {
        let kinds = content.imported(by: importer).map { content.parts(with: $0) } ?? []
        let parts = kinds.map(\.numbersPerLine).max() ?? 0
        let lines =
            if case .generated(let count) = importer.source { count } else { importer.take ?? 1 }
        let (numbers, isTooMany) = lines.multipliedReportingOverflow(by: parts)
        guard !isTooMany, numbers < OwnObjects.editedNumbers else {
            throw DocumentError(
                .outOfRange, at: position, path: node.path,
                "imports with up to \(parts) parts each need 1,000,000,000 numbers or more",
                remedy: parts < OwnObjects.editedNumbers
                    ? "generate at most \((OwnObjects.editedNumbers - 1) / parts)"
                    : "let each have fewer parts")
        }
    }

    /// Checks that what comes from the lines of a file has lines to come from.
    func checkSources(
        of importer: ImporterRole, _ content: OwnContent, _ node: DocumentNode
    ) throws {
        guard let imported = content.entity(importer.entity) else { return }
        let made =
            [imported.name] + content.parts(with: imported).map(\.parts.entity)
            + importer.partnerFiles.map(\.entity)
        let sent = content.entities.filter { $0.sent != nil }
        guard case .file(let file) = importer.source else {
            let files = importer.partnerFiles.map(\.entity)
            guard let first = sent.first(where: { !files.contains($0.name) })?.sent else { return }
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

    /// Checks that the importer can make the objects, and find them where it looks for them.
    func check(
        _ importer: ImporterRole, _ content: OwnContent, _ node: DocumentNode
    ) throws {
        let imported = content.imported(by: importer)
        if let imported { try checkSubentities(of: imported, importer, node) }
        let family = imported.map(content.family) ?? []
        if let imported, let key = imported.key, key.isEdit {
            throw DocumentError(
                .outOfRange, at: key.position, path: "content",
                "\(imported.name) is imported, and \(key.name) is an edit's",
                remedy: "write \(key.name): key number, or import another entity")
        }
        let isLinking = importer.relationships == .secondPass
        guard importer.method == .upsert || isLinking, let entity = imported else { return }
        guard entity.key != nil else {
            throw DocumentError.invalid(
                node,
                "the importer finds objects of \(entity.name) by their key, but they have no key",
                remedy: "give one of its properties: key text, key number or key uuid")
        }
        guard !isLinking || family.contains(where: { !$0.partners.isEmpty }) else {
            throw DocumentError.invalid(
                node, "a second pass has nothing to do: \(entity.name) has no partners",
                remedy: "write relationships: with-insert")
        }
    }

    /// Checks that the importer brings an entity whose objects it can make, whatever they are.
    private func checkSubentities(
        of imported: OwnEntity, _ importer: ImporterRole, _ node: DocumentNode
    ) throws {
        if let parent = imported.parent {
            throw DocumentError.invalid(
                node, "\(imported.name) is one of the subentities of \(parent) in the content",
                remedy: "import \(parent), or give \(imported.name) no share there")
        }
        let isBatchInsert = [.batchInsert, .batchInsertBlock].contains(importer.method)
        guard isBatchInsert, !imported.shares.isEmpty else { return }
        throw DocumentError.invalid(
            node,
            "a batch insert request writes objects of one entity, and those of \(imported.name)"
                + " are of several",
            remedy: "write method: insert, or import one of its subentities")
    }

    /// Checks that the user marks what lines leave to the user, and that a user does where they
    /// leave something.
    private func checkMarks(
        _ roles: Roles, _ content: OwnContent, _ node: DocumentNode
    ) throws {
        let imported = content.imported(by: roles.importer)
        let left = imported.map(content.family)?.flatMap(\.attributes).filter(\.isEdit) ?? []
        guard let ui = roles.ui, ui.weight(of: .mark) > 0 else {
            guard roles.ui?.marks != .either else {
                throw DocumentError.invalid(
                    node, "roles.ui says what must hold of marked objects, and marks none",
                    remedy: "give mark a weight in roles.ui.mix, or leave marks out")
            }
            guard let imported, let edit = left.first else { return }
            throw DocumentError(
                .outOfRange, at: edit.position, path: "content",
                "\(imported.name) is imported, and \(edit.name) is an edit's",
                remedy: "let \(edit.name) be drawn, import another entity, or give mark a weight in"
                    + " roles.ui.mix")
        }
        guard let imported else {
            throw DocumentError.invalid(
                node, "the user marks imported objects, but the workload has no importer",
                remedy: "add importer to roles, or leave mark out of roles.ui.mix")
        }
        guard ui.edits.flatMap(content.entity)?.root != imported.root else {
            throw DocumentError.invalid(
                node, "the user both marks imported objects of \(imported.name) and writes others",
                remedy: "name another entity in roles.ui.edits, or leave mark out of roles.ui.mix")
        }
        guard !left.isEmpty else {
            throw DocumentError.invalid(
                node, "the user marks objects of \(imported.name), whose lines bring everything",
                remedy: "leave one of its properties to the user, as in: remark: edit text")
        }
    }

    /// Checks the names and numbers of the roles against the content.
    func check(_ roles: Roles, against content: OwnContent, _ node: DocumentNode) throws {
        try content.checkNumbers(imported: roles.importer?.entity, edited: roles.ui?.edits)
        try checkMarks(roles, content, node)
        guard let ui = roles.ui else { return }
        let names = content.entities.map(\.name)
        if ui.weight(of: .lookUp) > 0, roles.sync != nil {
            throw DocumentError.invalid(
                node,
                "the user looks up what was deleted, and a save that is refused for a server's"
                    + " changes brings it back",
                remedy: "leave look-up out of roles.ui.mix, or the role sync")
        }
        let writes = [OperationKind.fetchAll, .lookUp, .add, .edit, .delete].contains {
            ui.weight(of: $0) > 0
        }
        if let name = ui.edits {
            guard let entity = content.entity(name) else {
                throw DocumentError.unknownName(
                    name, what: "entity of the content", at: node.position,
                    path: "\(node.path).ui.edits", known: names)
            }
            if let sent = content.family(of: entity).lazy.compactMap(\.sent).first {
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

import Documents
import Foundation

/// How the objects of a model come about, in a file beside it: for every workload on the model that
/// has no `content` of its own.
///
///     schema: 1
///     content: { City: { … }, Country: { … }, Note: { … } }
///     partners: { Country: ../Data/countries.jsonl }
///     edits: Note
///     shows: name
///
/// Roles take `partners`, `edits` and `shows` from here where they do not have them.
struct ContentFile {
    /// The version of the file's layout that this lab reads.
    private static let schema = 1

    var content: OwnContent
    var partners: [ImporterRole.PartnerFile] = []
    var edits: String?
    var shows: String?
    /// The SHA-256 of the file's canonical form; `nil` for a content in the workload itself.
    var digest: String?

    /// The ending of the name that a model's content file has in place of `.xcdatamodeld`.
    static let ending = ".content.yaml"

    /// A content that the workload has itself.
    init(_ content: OwnContent) {
        self.content = content
    }

    /// Reads a file.
    ///
    /// - Throws: `DocumentError` with every mistake in the file.
    init(contentsOf file: String, library: WorkloadLibrary) throws {
        let document = try Document(contentsOf: file)
        let reader = WorkloadReader(document: document, library: library)
        self = try document.mapping().reading { root in
            try root.requireSchema(Self.schema)
            var content = ContentFile(try ContentReader().read(root.require("content")))
            content.partners =
                try root.optional("partners").map {
                    try reader.readPartnerFiles($0, content.content)
                } ?? []
            content.edits = try root.optional("edits")?.string()
            content.shows = try root.optional("shows")?.string()
            return content
        }
        digest = document.digest
    }

    /// The files of partners for an importer: one of the same name beside the importer's own lines
    /// belongs to these.
    func partners(beside source: ImporterRole.Source) -> [ImporterRole.PartnerFile] {
        guard case .file(let lines) = source else { return partners }
        return partners.map { partner in
            let name = partner.file.url.lastPathComponent
            let beside = lines.url.deletingLastPathComponent().appending(path: name)
            guard FileManager.default.fileExists(atPath: beside.path) else { return partner }
            let folder = (lines.path as NSString).deletingLastPathComponent
            var partner = partner
            partner.file = WorkloadFile(
                path: folder.isEmpty ? name : "\(folder)/\(name)", url: beside,
                position: lines.position)
            return partner
        }
    }
}

extension WorkloadReader {
    /// Reads the workload's `content`, or the file beside its model.
    ///
    /// - Throws: `DocumentError`; if there is neither, at the model.
    func readContent(_ root: MappingReader, of model: WorkloadFile) throws -> ContentFile {
        if let node = root.optional("content") {
            return ContentFile(try ContentReader().read(node))
        }
        let path = (model.path as NSString).deletingPathExtension + ContentFile.ending
        let url = library.url(of: path, namedIn: document.file)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw DocumentError(
                .unreadableFile, at: model.position, path: "model",
                "the workload has no content, and there is no \(path) beside the model",
                remedy: "add content, or let lab new --model \(model.path) write a workload")
        }
        return try ContentFile(contentsOf: url.path, library: library)
    }

    /// Reads the files of partners: `partners: { Country: countries.jsonl }`.
    func readPartnerFiles(
        _ node: DocumentNode, _ content: OwnContent
    ) throws -> [ImporterRole.PartnerFile] {
        try node.mapping().all().map { entry in
            let entity = try self.entity(entry.key, at: entry.keyPosition, entry.value, content)
            return try partnerFile(of: entity, entry.value)
        }
    }

    func partnerFile(
        of entity: OwnEntity, _ node: DocumentNode
    ) throws -> ImporterRole.PartnerFile {
        guard entity.attributes.contains(where: { $0.kind.isKey && $0.source != nil }) else {
            throw DocumentError.invalid(
                node, "no line tells which \(entity.name) it is",
                remedy: "give one of its properties: key text from KEY")
        }
        return ImporterRole.PartnerFile(entity: entity.name, file: try file(node))
    }

    /// - Throws: `DocumentError` with the nearest name for one that the content does not have.
    func entity(
        _ name: String, at position: Position, _ node: DocumentNode, _ content: OwnContent
    ) throws -> OwnEntity {
        if let entity = content.entity(name) { return entity }
        throw DocumentError.unknownName(
            name, what: "entity of the content", at: position, path: node.path,
            known: content.entities.map(\.name))
    }
}

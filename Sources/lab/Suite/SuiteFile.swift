import Documents
import Foundation
import Results
import WorkloadEngine

/// A suite: many runs, each of a workload on some topologies.
///
///     schema: 1
///     title: What runs every night
///     repetitions: 12
///     runs:
///       - { workload: import-10k, topologies: [single-main, siblings] }
///       - { name: small-batches, workload: import-10k, set: { roles.importer.batch: 50 } }
struct SuiteFile: Sendable {
    private static let schema = 1
    private static let ending = WorkloadLibrary.suiteEnding

    /// One run.
    struct Entry: Sendable {
        var name: String
        var workload: String
        /// Empty for the default ones.
        var topologies: [String] = []
        /// `nil` for the workload's.
        var repetitions: Int?
        var settings: [WorkloadSetting] = []
    }

    let name: String
    let title: String
    let digest: String
    let entries: [Entry]

    /// Reads a suite's file.
    ///
    /// - Parameter text: a file, or a name: `nightly` is `Workloads/nightly.suite.yaml`.
    /// - Throws: `DocumentError`; `CommandFailure` (2) if the file does not exist.
    init(_ text: String) throws {
        let file = try Self.file(text)
        let document = try Document(contentsOf: file)
        var issues = DocumentIssues()
        let root = try document.mapping()
        try issues.collect { try root.requireSchema(Self.schema) }
        let title = try issues.collect { try root.require("title").string() }
        let repetitions = try issues.collect {
            try root.optional("repetitions")?.integer(in: 1...1000)
        }
        var entries: [Entry] = []
        let nodes = try issues.collect { try root.require("runs").elements() } ?? []
        for node in nodes {
            if let entry = try issues.collect({ try Self.entry(node, beside: entries) }) {
                entries.append(entry)
            }
        }
        try issues.collect { try root.finish() }
        try issues.throwIfAny()
        guard !entries.isEmpty else {
            throw DocumentError.invalid(
                document.root, "the suite has no runs", remedy: "name one: - { workload: smoke }")
        }
        name = URL(filePath: file).lastPathComponent.replacing(Self.ending, with: "")
        self.title = title ?? ""
        digest = document.digest
        self.entries = entries.map { entry in
            var entry = entry
            entry.repetitions = entry.repetitions ?? (repetitions ?? nil)
            return entry
        }
    }

    /// Whether a document is meant to be a suite: neither a workload nor a topology has runs.
    static func isMeant(by document: Document) -> Bool {
        (try? document.mapping().keys.contains("runs")) ?? false
    }

    private static func file(_ text: String) throws -> String {
        if FileManager.default.isReadableFile(atPath: text) { return text }
        for folder in WorkloadLibrary().folders {
            let file = folder.appending(path: text + ending).path
            if FileManager.default.isReadableFile(atPath: file) { return file }
        }
        throw CommandFailure(
            .usage,
            "there is no suite “\(text)”: name a file, or one of Workloads/NAME\(ending) by its "
                + "name")
    }

    private static func entry(_ node: DocumentNode, beside others: [Entry]) throws -> Entry {
        try node.mapping().reading { mapping in
            let workload = try mapping.require("workload").string()
            let nameNode = mapping.optional("name")
            var entry = Entry(
                name: try nameNode?.string()
                    ?? URL(filePath: workload).deletingPathExtension().lastPathComponent,
                workload: workload)
            guard isName(entry.name) else {
                throw DocumentError.invalid(
                    nameNode ?? node, "“\(entry.name)” cannot be the name of a folder",
                    remedy: "use letters, digits, “.”, “-” and “_”")
            }
            guard !others.contains(where: { $0.name == entry.name }) else {
                throw DocumentError.invalid(
                    nameNode ?? node, "two runs are called “\(entry.name)”",
                    remedy: "give each a name of its own")
            }
            entry.topologies =
                try mapping.optional("topologies")?.elements().map {
                    try $0.string()
                } ?? []
            entry.repetitions = try mapping.optional("repetitions")?.integer(in: 1...1000)
            if let settings = mapping.optional("set") {
                entry.settings = try settings.mapping().all().map {
                    WorkloadSetting(key: $0.key, value: try $0.value.string())
                }
            }
            return entry
        }
    }

    /// Whether a text is one component of a path, and not hidden.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.first != "."
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
            }
    }
}

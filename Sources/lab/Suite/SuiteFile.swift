import Documents
import Foundation
import Results
import Verdicts
import WorkloadEngine

/// A suite: many runs, each of a workload on some topologies.
///
///     schema: 1
///     title: What runs every night
///     repetitions: 12
///     topology-files: [stack.yaml]
///     gates: { main.delay.p99: 10% }
///     runs:
///       - { workload: import-10k, topologies: [single-main, siblings] }
///       - { name: small-batches, workload: import-10k, set: { roles.importer.batch: 50 } }
///
/// Files that it names are looked for beside it first. What the suite says of all runs, a run may
/// say of itself: its repetitions and gates replace the suite's, its files and limits come on top.
struct SuiteFile: Sendable {
    private static let schema = 1
    private static let ending = WorkloadLibrary.suiteEnding

    /// One run.
    struct Entry: Sendable {
        var name: String
        var workload: String
        /// Empty for the default ones.
        var topologies: [String] = []
        /// Topologies of one's own, the suite's first.
        var topologyFiles: [String] = []
        /// `nil` for the workload's.
        var repetitions: Int?
        var settings: [WorkloadSetting] = []
        /// Bounds that are shown as kept or not, beside the workload's.
        var limits: [Limit] = []
        /// What the suite fails for, beside the workload's gates.
        var gates: [Gate] = []
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
        var common = Entry(name: "", workload: "")
        try Self.readShared(root, into: &common, in: Self.folder(of: file), &issues)
        var entries: [Entry] = []
        let nodes = try issues.collect { try root.require("runs").elements() } ?? []
        for node in nodes {
            let entry = try issues.collect {
                try Self.entry(node, beside: entries, common, in: Self.folder(of: file))
            }
            if let entry { entries.append(entry) }
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
        self.entries = entries
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

    private static func entry(
        _ node: DocumentNode, beside others: [Entry], _ common: Entry, in folder: String
    ) throws -> Entry {
        try node.mapping().reading { mapping in
            let workload = beside(folder, try mapping.require("workload").string())
            let nameNode = mapping.optional("name")
            var entry = common
            entry.workload = workload
            entry.name =
                try nameNode?.string()
                ?? URL(filePath: workload).deletingPathExtension().lastPathComponent
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
            entry.topologies = try texts(mapping.optional("topologies"))
            if let settings = mapping.optional("set") {
                entry.settings = try settings.mapping().all().map {
                    WorkloadSetting(key: $0.key, value: try $0.value.string())
                }
            }
            var issues = DocumentIssues()
            try readShared(mapping, into: &entry, in: folder, &issues)
            try issues.throwIfAny()
            return entry
        }
    }

    /// Reads the keys that a suite and each of its runs have.
    private static func readShared(
        _ mapping: MappingReader, into entry: inout Entry, in folder: String,
        _ issues: inout DocumentIssues
    ) throws {
        if let node = mapping.optional("repetitions") {
            entry.repetitions = try issues.collect { try node.integer(in: 1...1000) }
        }
        if let node = mapping.optional("topology-files") {
            let files = try issues.collect { try texts(node) } ?? []
            entry.topologyFiles += files.map { beside(folder, $0) }
        }
        if let node = mapping.optional("limits") {
            entry.limits += try issues.collect { try Limit.limits(in: node) } ?? []
        }
        if let node = mapping.optional("gates") {
            let gates = try issues.collect { try Gate.gates(in: node) } ?? []
            entry.gates = entry.gates.replaced(by: gates)
        }
    }

    private static func texts(_ node: DocumentNode?) throws -> [String] {
        try node?.elements().map { try $0.string() } ?? []
    }

    /// The folder of the suite's file; empty for the current one.
    private static func folder(of file: String) -> String {
        guard let end = file.lastIndex(of: "/") else { return "" }
        return String(file[...end])
    }

    /// A file beside the suite, if there is one of this name; else the text as it is, which may
    /// name one of the lab's workloads.
    private static func beside(_ folder: String, _ text: String) -> String {
        let file = folder + text
        return !text.hasPrefix("/") && FileManager.default.isReadableFile(atPath: file)
            ? file : text
    }

    /// Whether a text is one component of a path, and not hidden.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.first != "."
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
            }
    }
}

import Documents
import Foundation
import Topologies

/// Reads a workload from a document, strictly: it reports all mistakes at once.
struct WorkloadReader {
    /// The version of the file's layout that this lab reads.
    private static let schema = 1
    /// The most that `scale` multiplies by: small workloads by a thousand are large ones.
    private static let scales = 1...1_000

    let document: Document
    let library: WorkloadLibrary

    func read() throws -> Workload {
        var issues = DocumentIssues()
        let root = try document.mapping()
        try issues.collect { try root.requireSchema(Self.schema) }
        let title = try issues.collect { try root.require("title").string() }
        let question = try issues.collect { try root.require("question").string() }
        let expect = try issues.collect { try root.require("expect").string() }
        let seed = try issues.collect { try root.require("seed").seed() }
        let model = try issues.collect { try file(root.require("model")) }
        let store = try issues.collect { try root.optional("store").map(readStore) }
        try issues.collect { _ = try root.optional("scale")?.integer(in: Self.scales) }
        // Requested even if the model is missing: the key is known.
        _ = root.optional("content")
        let content = try model.flatMap { model in
            try issues.collect { try readContent(root, of: model) }
        }
        let roles = try issues.collect { try readRoles(root.require("roles"), content) }
        let described = content?.content.described(for: roles?.importer)
        let phases = try issues.collect { try readPhases(root.require("phases"), roles: roles) }
        if let roles, let phases {
            try issues.collect { try checkWork(roles, phases, described) }
            if let importer = roles.importer, let described {
                try issues.collect {
                    try checkPartners(
                        importer, roles.ui, described, phases,
                        document.root.descending(["phases"]))
                }
            }
        }
        let repetitions = try issues.collect {
            try root.optional("repetitions")?.integer(in: 1...1000)
        }
        let kills = try issues.collect { try root.optional("crash").map(readCrash) }
        let limits = try issues.collect { try root.optional("limits").map(bounds) }
        let gates = try issues.collect { try root.optional("gates").map(bounds) }
        let topologies = try issues.collect {
            try root.optional("topologies").map(readTopologies)
        }
        let fields = try issues.collect { try root.optional("topology").map(readTopologyFields) }
        // Unknown keys of the root last: by now the reader has requested every known one.
        try issues.collect { try root.finish() }
        try issues.throwIfAny()
        guard let roles, let phases, let title, let question, let expect, let seed, let model,
            let content, let described
        else {
            preconditionFailure("a part of a workload is missing without an issue")
        }
        return Workload(
            name: WorkloadLibrary.name(ofFile: document.file), file: document.file, title: title,
            question: question, expect: expect, seed: seed, model: model,
            content: described, store: (store ?? nil) ?? StoreSettings(),
            importer: roles.importer, ui: roles.ui,
            sync: roles.sync, display: roles.display, app: roles.app, observers: roles.observers,
            phases: phases,
            topologies: (topologies ?? nil) ?? [], repetitions: (repetitions ?? nil) ?? 1,
            kills: (kills ?? nil) ?? 0, limits: limits ?? nil, gates: gates ?? nil,
            topologyFields: (fields ?? nil) ?? [],
            digest: content.digest.map { SHA256.hex(of: digest + $0) } ?? digest,
            formerDigest: content.digest != nil || digest == document.digest
                ? nil : document.digest)
    }

    /// The number by which what is in the store beforehand and what is imported are multiplied.
    ///
    /// 1 where the key is missing, or has a mistake, which is reported elsewhere.
    var scale: Int {
        let node = document.root.descending(["scale"])
        return node.path == "scale" ? (try? node.integer(in: Self.scales)) ?? 1 : 1
    }

    /// The digest of the work, without the expectations: a baseline stays valid when a limit
    /// changes.
    private var digest: String { document.digest(without: ["limits", "gates"]) }

    func file(_ node: DocumentNode) throws -> WorkloadFile {
        let path = try node.string()
        return WorkloadFile(
            path: path, url: library.url(of: path, namedIn: document.file),
            position: node.position)
    }

    private func readStore(_ node: DocumentNode) throws -> StoreSettings {
        try node.mapping().reading { mapping in
            var store = StoreSettings()
            if let node = mapping.optional("type") {
                store.kind = try node.name(of: StoreSettings.Kind.self, what: "store type")
            }
            if let node = mapping.optional("journal") {
                store.journal = try node.name(of: StoreSettings.Journal.self, what: "journal mode")
            }
            if let node = mapping.optional("synchronous") {
                store.synchronous = try node.name(
                    of: StoreSettings.Synchronous.self, what: "synchronous mode")
            }
            if let node = mapping.optional("checkpoint") {
                store.checkpoint = try node.integer(in: 1...1_000_000)
            }
            return store
        }
    }

    private func readTopologies(_ node: DocumentNode) throws -> [VariantSpec] {
        var issues = DocumentIssues()
        var specs: [VariantSpec] = []
        for element in try node.elements() {
            try issues.collect {
                do {
                    let spec = try VariantSpec(element.string(), option: "topologies")
                    _ = try TopologyCatalogue.topology(spec)
                    specs.append(spec)
                } catch let error as TopologyError {
                    throw DocumentError.invalid(element, error.message, remedy: error.remedy)
                }
            }
        }
        try issues.throwIfAny()
        return specs
    }

    private func readCrash(_ node: DocumentNode) throws -> Int {
        try node.mapping().reading { try $0.require("kills").integer(in: 0...10_000) }
    }

    /// Reads a mapping of metrics to texts; Verdicts interprets them, because it knows the metrics.
    private func bounds(_ node: DocumentNode) throws -> DocumentNode {
        for entry in try node.mapping().all() { _ = try entry.value.string() }
        return node
    }

    private func readTopologyFields(
        _ node: DocumentNode
    ) throws -> [(field: String, value: String)] {
        let all = TopologyCatalogue.all
        return try node.mapping().all().map { entry in
            let owners = all.filter { $0.hasField(entry.key) }
            guard !owners.isEmpty else {
                var known: [String] = []
                for field in all.flatMap({ TopologyField.all(of: $0) })
                where !known.contains(field.name) { known.append(field.name) }
                throw DocumentError.unknownName(
                    entry.key, what: "field of a topology", at: entry.keyPosition,
                    path: entry.value.path, known: known)
            }
            let value = try entry.value.string()
            do {
                for owner in owners { _ = try owner.setting(entry.key, to: value) }
            } catch let error as TopologyError {
                throw DocumentError.invalid(entry.value, error.message, remedy: error.remedy)
            }
            return (entry.key, value)
        }
    }
}

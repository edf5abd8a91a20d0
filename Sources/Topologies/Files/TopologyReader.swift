import Documents

/// Makes a topology of a document, strictly: all mistakes in it are reported at once.
///
/// First it reads the form of each key, then, if contexts could be read, it checks that the whole
/// makes a stack. A contradiction is reported at the position of the key that it concerns.
struct TopologyReader {
    /// The version of the file's layout that this lab reads.
    private static let schema = 1

    let document: Document

    /// The issues so far, and the keys of the root that have some.
    private struct Parts {
        var issues = DocumentIssues()
        var unread: Set<String> = []

        mutating func read(_ key: String, _ body: () throws -> Void) throws {
            if try issues.collect(body) == nil { unread.insert(key) }
        }
    }

    func read() throws -> OwnTopology {
        let root = try document.mapping()
        var parts = Parts()
        var topology = Topology(name: "", origin: document.file, contexts: [], roles: [:])
        try parts.read("schema") { try root.requireSchema(Self.schema) }
        try parts.read("name") {
            topology.name = try Self.name(root.require("name"), what: "a topology")
        }
        try parts.read("origin") {
            if let node = root.optional("origin") { topology.origin = try node.string() }
        }
        try parts.read("contexts") {
            topology.contexts = try readContexts(root.require("contexts"))
        }
        try parts.read("roles") { topology.roles = try readRoles(root.require("roles")) }
        try parts.read("routes") {
            if let node = root.optional("routes") { topology.routes = try readRoutes(node) }
        }
        try parts.read("merges") {
            if let node = root.optional("merges") { topology.merges = try readMerges(node) }
        }
        try readWords(root, into: &topology, &parts)
        try readNumbers(root, into: &topology, &parts)
        try readHistory(root, into: &topology, &parts)
        // Unknown keys of the root last: by now the reader has requested every known one.
        try parts.issues.collect { try root.finish() }
        for issue in faults(of: topology, without: parts.unread) { parts.issues.add(issue) }
        try parts.issues.throwIfAny()
        return OwnTopology(topology, writing: writtenFields(of: topology))
    }

    // MARK: Keys with one value

    private func readWords(
        _ root: MappingReader, into topology: inout Topology, _ parts: inout Parts
    ) throws {
        try parts.read("route-style") {
            guard let node = root.optional("route-style") else { return }
            topology.routeStyle = try node.name(of: SaveRoute.Style.self, what: "route style")
        }
        try parts.read("submission") {
            guard let node = root.optional("submission") else { return }
            topology.submission = try node.name(of: SubmissionStyle.self, what: "submission style")
        }
        try parts.read("ui-submission") {
            guard let node = root.optional("ui-submission") else { return }
            let styles: [SubmissionStyle] = [.perform, .performAndWait]
            let text = try node.string()
            guard let style = styles.first(where: { $0.rawValue == text }) else {
                throw DocumentError.unknownName(
                    text, what: "submission style of the ui", at: node.position, path: node.path,
                    known: styles.map(\.rawValue))
            }
            topology.uiSubmission = style
        }
        try parts.read("flush") {
            guard let node = root.optional("flush") else { return }
            let text = try node.string()
            guard let flush = FlushPolicy(text) else {
                throw DocumentError.invalid(
                    node, "“\(text)” is not a flush policy", remedy: "write \(FlushPolicy.forms)")
            }
            topology.flush = flush
        }
    }

    private func readNumbers(
        _ root: MappingReader, into topology: inout Topology, _ parts: inout Parts
    ) throws {
        try parts.read("save-only-if-changed") {
            guard let node = root.optional("save-only-if-changed") else { return }
            topology.savesOnlyIfChanged = try node.boolean()
        }
        try parts.read("coordinators") {
            guard let node = root.optional("coordinators") else { return }
            topology.coordinators = try node.integer(in: 1...TopologyCheck.coordinatorLimit)
        }
        try parts.read("pool") {
            guard let node = root.optional("pool"), try node.string() != "default" else { return }
            topology.poolSize = try node.integer(in: 1...Int.max)
        }
    }

    private func readHistory(
        _ root: MappingReader, into topology: inout Topology, _ parts: inout Parts
    ) throws {
        try parts.read("history") {
            guard let node = root.optional("history") else { return }
            let text = try node.string()
            guard let history = HistoryRetention(text) else {
                throw DocumentError.invalid(
                    node, "“\(text)” is no way to keep history",
                    remedy: "write \(HistoryRetention.forms)")
            }
            topology.history = history
        }
        try parts.read("history-read") {
            guard let node = root.optional("history-read") else { return }
            topology.historyReading = try node.name(
                of: HistoryReading.self, what: "place to read history")
        }
    }

    // MARK: The whole

    /// Contradictions and keys without effect, each at its position.
    ///
    /// - Parameter unread: keys of the root that could not be read; issues about them are left out.
    private func faults(
        of topology: Topology, without unread: Set<String>
    ) -> [DocumentError.Issue] {
        // On these hangs whether other keys make sense.
        guard unread.isDisjoint(with: ["contexts", "coordinators", "submission"]) else { return [] }
        let faults = topology.faults.filter { !unread.contains($0.subject[0]) }
        guard faults.isEmpty else {
            return faults.map { fault in
                let node = document.root.descending(fault.subject)
                return DocumentError.Issue(
                    code: .outOfRange, position: node.position, path: node.path,
                    message: fault.message, remedy: Self.inFile(fault.remedy))
            }
        }
        return unread.isEmpty ? withoutEffect(topology) : []
    }

    /// A remedy that names an option's `field=value`, as a file has it: `field: value`.
    private static func inFile(_ remedy: String) -> String {
        remedy.replacing(/set ([a-z-]+)=([^ ,;]+)/) { match in
            let key = match.1 == "route" ? "route-style" : match.1
            return "write \(key): \(match.2)"
        }
    }

    /// Keys that have no effect in this topology, though their author expects one.
    private func withoutEffect(_ topology: Topology) -> [DocumentError.Issue] {
        let fields = TopologyField.all(of: topology).map(\.name)
        let reasons = [
            ("flush", "no hop of its save routes is enqueued"),
            ("ui-submission", "the ui works on the main queue"),
            ("history-read", "no context merges by history"),
        ]
        return reasons.compactMap { key, reason in
            let node = document.root.descending([key])
            guard node.path == key, !fields.contains(key) else { return nil }
            return DocumentError.invalid(
                node, "“\(key)” has no effect: \(reason)", remedy: "leave it out"
            ).issues[0]
        }
    }

    /// Whether a text can be the name of a topology or of a context.
    static func isName(_ text: String) -> Bool {
        let isWord = text.allSatisfy { character in
            character.isASCII && (character.isLetter || character.isNumber)
                || character == "-" || character == "_"
        }
        return isWord && !text.isEmpty && !text.hasPrefix("-")
    }

    /// A name: a word that is valid in `--topology NAME:field=value`, in routes and in file names.
    static func name(_ node: DocumentNode, what: String) throws -> String {
        let text = try node.string()
        guard isName(text) else {
            throw DocumentError.invalid(
                node, "“\(text)” cannot be the name of \(what)",
                remedy: "write one word of letters, digits and hyphens, no hyphen first")
        }
        return text
    }
}

import Documents
import Foundation
import Results

extension Study {
    /// The suffix of a study's file name.
    package static let suffix = ".study.yaml"

    /// Reads a study from its file.
    ///
    /// Workloads and topologies are not looked up yet.
    ///
    /// - Throws: `DocumentError` with every mistake in it.
    package static func load(_ file: String) throws -> Study {
        try StudyReader(document: Document(contentsOf: file)).read()
    }

    /// Makes a study of a text, as `load` makes it of a file.
    package static func parse(_ text: String, file: String) throws -> Study {
        try StudyReader(document: Document(file: file, text: text)).read()
    }

    /// Whether a document is meant to be a study: nothing else has arms.
    package static func isMeant(by document: Document) -> Bool {
        (try? document.mapping().keys.contains("arms")) ?? false
    }
}

/// Makes a study of a document, strictly: all that is wrong in it is reported at once.
struct StudyReader {
    /// The version of the file's layout that this lab reads.
    private static let schema = 1

    let document: Document

    func read() throws -> Study {
        var issues = DocumentIssues()
        let root = try document.mapping()
        try issues.collect { try root.requireSchema(Self.schema) }
        let title = try issues.collect { try root.require("title").string() }
        let source = try issues.collect { try root.require("source").string() }
        let notes = try issues.collect {
            try root.optional("notes")?.elements().map { try $0.string() } ?? []
        }
        let repetitions = try issues.collect {
            try root.optional("repetitions")?.integer(in: 1...1000)
        }
        let settings = try issues.collect { try root.optional("set").map(readSettings) ?? [] }
        let workload = root.optional("workload")
        let arms = try issues.collect {
            try readArms(root.require("arms"), workload: workload, settings: settings ?? [])
        }
        let labels = arms?.map(\.label)
        let orders = try issues.collect {
            try root.optional("orders").map { try readOrders($0, labels) } ?? []
        }
        let claims = try issues.collect {
            try root.optional("claims").map { try readClaims($0, labels) } ?? []
        }
        let shown = try issues.collect {
            try root.optional("show")?.elements().map {
                try metric($0.string(), at: $0.position, path: $0.path).name
            } ?? []
        }
        try issues.collect { try root.finish() }
        try issues.throwIfAny()
        guard let title, let source, let notes, let arms, let orders, let claims, let shown
        else {
            preconditionFailure("a part of a study is missing without an issue")
        }
        return Study(
            name: Self.name(ofFile: document.file), file: document.file, title: title,
            source: source, notes: notes, repetitions: repetitions ?? nil, arms: arms,
            orders: orders, claims: claims, shown: shown, digest: document.digest)
    }

    static func name(ofFile file: String) -> String {
        let name = URL(filePath: file).lastPathComponent
        return name.hasSuffix(Study.suffix)
            ? String(name.dropLast(Study.suffix.count))
            : URL(filePath: file).deletingPathExtension().lastPathComponent
    }
}

// MARK: - Arms

extension StudyReader {
    private func readArms(
        _ node: DocumentNode, workload: DocumentNode?, settings: [WorkloadSetting]
    ) throws -> [Study.Arm] {
        var issues = DocumentIssues()
        var arms: [Study.Arm] = []
        for entry in try node.mapping().all() {
            try issues.collect {
                arms.append(
                    try entry.value.mapping().reading {
                        try readArm(entry.key, $0, workload: workload, settings: settings)
                    })
            }
        }
        try issues.throwIfAny()
        guard arms.count > 1 else {
            throw DocumentError.invalid(
                node, "a study compares, and has \(arms.count) arm\(arms.count == 1 ? "" : "s")",
                remedy: "give it two or more")
        }
        return arms
    }

    private func readArm(
        _ label: String, _ mapping: MappingReader, workload: DocumentNode?,
        settings: [WorkloadSetting]
    ) throws -> Study.Arm {
        // The study's workload applies to all arms that name none.
        let workload = try mapping.optional("workload") ?? workload ?? mapping.require("workload")
        let topology = try mapping.require("topology")
        return Study.Arm(
            label: label, node: mapping.node, workload: try workload.string(),
            workloadPosition: workload.position, topology: try topology.string(),
            topologyPosition: topology.position,
            settings: settings + (try mapping.optional("set").map(readSettings) ?? []),
            launchArguments: try mapping.optional("launch").map(readLaunchArguments) ?? [],
            published: try mapping.optional("published").map(readPublished) ?? [])
    }

    private func readSettings(_ node: DocumentNode) throws -> [WorkloadSetting] {
        try node.mapping().all().map { entry in
            WorkloadSetting(key: entry.key, value: try entry.value.string())
        }
    }

    private func readLaunchArguments(_ node: DocumentNode) throws -> [String] {
        let arguments = try node.elements().map { try $0.string() }
        let prefix = "-com.apple.CoreData."
        guard arguments.first?.hasPrefix(prefix) == true else {
            throw DocumentError.invalid(
                node, "launch arguments are Apple's, and begin with \(prefix)",
                remedy: "write [\(prefix)ConcurrencyDebug, 1]")
        }
        return arguments
    }

    private func readPublished(_ node: DocumentNode) throws -> [PublishedFigure] {
        var issues = DocumentIssues()
        let figures = try node.mapping().all().compactMap { entry in
            try issues.collect {
                let (name, unit) = try metric(
                    entry.key, at: entry.keyPosition, path: entry.value.path)
                let text = try entry.value.string()
                guard let quantity = Quantity(text), let value = unit.value(of: quantity) else {
                    throw DocumentError(
                        .wrongUnit, at: entry.value.position, path: entry.value.path,
                        "“\(text)” is not a value of “\(name)”",
                        remedy: "it is in \(unit.rawValue): write such as 100\(unit.accepted[0])")
                }
                return PublishedFigure(
                    metric: name, value: value, unit: unit.rawValue, text: text)
            }
        }
        try issues.throwIfAny()
        return figures
    }

    private func metric(
        _ name: String, at position: Position, path: String
    ) throws -> (name: String, unit: MetricUnit) {
        let found = try Metric.find(name, at: position, path: path)
        return (found.name, found.unit)
    }
}

// MARK: - Orders and claims

extension StudyReader {
    private func readOrders(_ node: DocumentNode, _ labels: [String]?) throws -> [StudyOrder] {
        var issues = DocumentIssues()
        let orders = try node.elements().compactMap { element in
            try issues.collect {
                try element.mapping().reading { try readOrder($0, labels) }
            }
        }
        try issues.throwIfAny()
        return orders
    }

    private func readOrder(_ mapping: MappingReader, _ labels: [String]?) throws -> StudyOrder {
        let metricNode = try mapping.require("metric")
        let metric = try metric(
            metricNode.string(), at: metricNode.position, path: metricNode.path
        ).name
        let untestable = try mapping.optional("untestable")?.string()
        if let node = mapping.optional("alike") {
            let part = try mapping.require("within").percent() / 100
            return StudyOrder(
                metric: metric, arms: try arms(node, labels), relation: .alike(within: part),
                untestable: untestable)
        }
        let node = try mapping.require("least-first")
        let factor = try mapping.optional("by")?.number(in: 1...1_000_000) ?? 1
        return StudyOrder(
            metric: metric, arms: try arms(node, labels), relation: .ascending(by: factor),
            untestable: untestable)
    }

    private func arms(_ node: DocumentNode, _ labels: [String]?) throws -> [String] {
        let arms = try node.elements().map { try arm($0, labels) }
        guard arms.count > 1, Set(arms).count == arms.count else {
            throw DocumentError.invalid(
                node, "an order has two arms or more, each once",
                remedy: "name them, the least first")
        }
        return arms
    }

    private func arm(_ node: DocumentNode, _ labels: [String]?) throws -> String {
        let label = try node.string()
        // Arms that cannot be read are one mistake, and not one more wherever they are named.
        guard let labels, !labels.contains(label) else { return label }
        throw DocumentError.unknownName(
            label, what: "arm", at: node.position, path: node.path, known: labels)
    }

    private func readClaims(_ node: DocumentNode, _ labels: [String]?) throws -> [StudyClaim] {
        var issues = DocumentIssues()
        let claims = try node.elements().compactMap { element in
            try issues.collect {
                try element.mapping().reading { try readClaim($0, labels) }
            }
        }
        try issues.throwIfAny()
        return claims
    }

    private func readClaim(_ mapping: MappingReader, _ labels: [String]?) throws -> StudyClaim {
        var claim = StudyClaim(
            text: try mapping.require("text").string(),
            source: try mapping.require("source").string(), bounds: [])
        let holdsIf = mapping.optional("holds-if")
        if let untestable = mapping.optional("untestable") {
            claim.untestable = try untestable.string()
            guard let holdsIf else { return claim }
            throw DocumentError.invalid(
                holdsIf, "a claim that cannot be tested has no bounds",
                remedy: "leave out “untestable”, or “holds-if”")
        }
        claim.absolute = try mapping.optional("absolute")?.string()
        claim.bounds = try (holdsIf ?? mapping.require("holds-if")).elements().map { bound in
            try bound.mapping().reading {
                try readBound($0, labels, isAbsolute: claim.absolute != nil)
            }
        }
        return claim
    }

    private func readBound(
        _ mapping: MappingReader, _ labels: [String]?, isAbsolute: Bool
    ) throws -> StudyClaim.Bound {
        let arm = try arm(mapping.require("arm"), labels)
        guard let over = mapping.optional("over") else {
            let node = try mapping.require("figure")
            let (name, condition) = try parts(of: node)
            let limit = try Limit(
                name: name, condition: condition, position: node.position, path: node.path)
            guard isAbsolute || !limit.measure.unit.isOfMachine else {
                throw DocumentError.invalid(
                    node,
                    "“\(name)” is in \(limit.measure.unit.rawValue), and a bound on it judges the "
                        + "machine, not the sentence",
                    remedy: "bound a ratio (arm, over, ratio); where the sentence itself names a "
                        + "time or a rate, add “absolute” to the claim, with the reason")
            }
            return StudyClaim.Bound(
                arm: arm, over: nil, metric: limit.measure.name,
                comparison: limit.comparison, bound: limit.bound, condition: condition)
        }
        let node = try mapping.require("ratio")
        let (name, condition) = try parts(of: node)
        let sign = String(condition.prefix { $0 == "<" || $0 == ">" || $0 == "=" })
        let number = Quantity(String(condition.dropFirst(sign.count).drop { $0 == " " }))
        guard let comparison = Limit.Comparison(rawValue: sign), let number, number.unit.isEmpty
        else {
            throw DocumentError.invalid(
                node, "“\(condition)” bounds no ratio",
                remedy: "write <, <=, > or >= and a plain number: \(name) >= 2")
        }
        return StudyClaim.Bound(
            arm: arm, over: try self.arm(over, labels),
            metric: try metric(name, at: node.position, path: node.path).name,
            comparison: comparison, bound: number.value, condition: condition)
    }

    /// `main.stall.max < 16.7ms` as its metric and the rest.
    private func parts(of node: DocumentNode) throws -> (name: String, condition: String) {
        let text = try node.string()
        let name = text.prefix { $0 != "<" && $0 != ">" && $0 != "=" && $0 != " " }
        return (String(name), String(text.dropFirst(name.count).drop { $0 == " " }))
    }
}

import Documents
import Results

/// Reads a fleet's file.
///
///     schema: 1
///     title: Our users
///     about: …
///     devices:
///       - { device: iphone-8, core: apple, share: 0.4 }
///     sessions:
///       - { workload: smoke, set: { … }, share: 1, kills: 0.02, power-losses: 0.0005 }
package enum FleetReader {
    /// Shares that miss 1 by less are rounded ones.
    private static let tolerance = 1e-6

    /// - Throws: `DocumentError` with every mistake.
    package static func read(_ document: Document, name: String) throws -> Fleet {
        var issues = DocumentIssues()
        let root = try document.mapping()
        try issues.collect { try root.requireSchema(1) }
        let title = try issues.collect { try root.require("title").string() }
        let about = try issues.collect { try root.require("about").string() }
        let parts = try issues.collect {
            try list(root.require("devices"), share: \.share, read: part)
        }
        let sessions = try issues.collect {
            try list(root.require("sessions"), share: \.share, read: session)
        }
        try issues.collect { try root.finish() }
        try issues.throwIfAny()
        return Fleet(
            name: name, title: title!, about: about!, parts: parts!, sessions: sessions!,
            digest: document.digest)
    }

    /// Whether a document is meant to be a fleet.
    package static func isMeant(by document: Document) -> Bool {
        guard let keys = try? document.mapping().keys else { return false }
        return keys.contains("devices") && keys.contains("sessions")
    }

    private static func list<Element>(
        _ node: DocumentNode, share: (Element) -> Double,
        read: (DocumentNode) throws -> Element
    ) throws -> [Element] {
        var issues = DocumentIssues()
        let elements = try node.elements().compactMap { element in
            try issues.collect { try read(element) }
        }
        try issues.throwIfAny()
        let sum = elements.reduce(0) { $0 + share($1) }
        guard abs(sum - 1) <= tolerance else {
            throw DocumentError.invalid(
                node, "the shares add up to \((sum * 1e6).rounded() / 1e6), and not to 1",
                remedy: "change them so that they make 1")
        }
        return elements
    }

    private static func part(_ node: DocumentNode) throws -> Fleet.Part {
        try node.mapping().reading { mapping in
            Fleet.Part(
                device: try mapping.require("device").string(),
                core: try mapping.optional("core").map {
                    try $0.name(of: Device.Core.self, what: "core")
                } ?? .lab,
                share: try share(mapping.require("share")))
        }
    }

    private static func session(_ node: DocumentNode) throws -> Fleet.Session {
        let session = try node.mapping().reading { mapping in
            Fleet.Session(
                workload: try mapping.require("workload").string(),
                settings: try mapping.optional("set").map { node in
                    try node.mapping().all().map {
                        WorkloadSetting(key: $0.key, value: try $0.value.string())
                    }
                } ?? [],
                share: try share(mapping.require("share")),
                kills: try mapping.optional("kills").map(share) ?? 0,
                powerLosses: try mapping.optional("power-losses").map(share) ?? 0)
        }
        guard session.kills + session.powerLosses <= 1 else {
            throw DocumentError.invalid(
                node, "“kills” and “power-losses” add up to more than 1",
                remedy: "a session ends in one way: make them 1 at most")
        }
        return session
    }

    private static func share(_ node: DocumentNode) throws -> Double {
        try node.number(in: 0...1)
    }
}

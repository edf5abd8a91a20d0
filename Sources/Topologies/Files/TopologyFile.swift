import Documents

/// The user's topologies, each a YAML file.
///
///     schema: 1
///     name: my-stack
///     contexts:
///       - { name: writer, queue: private }
///       - { name: main, queue: main, parent: writer }
///     roles: { ui: main, importer: main }
///     routes: { main: enqueue writer }
///     flush: every 1s
///
/// `TopologyWriter` writes the complete file for a topology of the catalogue.
package enum TopologyFile {
    /// Reads the topologies of files, which are then available beside those of the catalogue.
    ///
    /// - Returns: one for each file, in order.
    /// - Throws: `DocumentError` with all mistakes in any of the files: in its form,
    ///   contradictions, and a name that the catalogue or another of the files has.
    package static func load(_ files: [String]) throws -> [OwnTopology] {
        var issues: [DocumentError.Issue] = []
        var topologies: [(topology: OwnTopology, file: String)] = []
        for file in files {
            do {
                let document = try Document(contentsOf: file)
                let topology = try TopologyReader(document: document).read()
                try check(topology.name, of: document, against: topologies)
                topologies.append((topology, file))
            } catch let error as DocumentError {
                issues += error.issues
            }
        }
        guard issues.isEmpty else { throw DocumentError(issues) }
        return topologies.map(\.topology)
    }

    /// Reads a topology from a text, as `load` does from a file; its name may be the catalogue's.
    ///
    /// - Parameter file: the name of the text in messages.
    package static func parse(_ text: String, file: String) throws -> OwnTopology {
        try TopologyReader(document: Document(file: file, text: text)).read()
    }

    /// Whether a document is meant as a topology: workloads have no contexts.
    package static func isMeant(by document: Document) -> Bool {
        guard let keys = try? document.mapping().keys else { return false }
        return ["contexts", "routes", "merges", "coordinators", "submission"]
            .contains(where: keys.contains)
    }

    private static func check(
        _ name: String, of document: Document,
        against others: [(topology: OwnTopology, file: String)]
    ) throws {
        let node = document.root.descending(["name"])
        if TopologyCatalogue.all.contains(where: { $0.name == name }) {
            throw DocumentError.invalid(
                node, "the catalogue has a topology “\(name)”",
                remedy: "give yours another name, such as my-\(name)")
        }
        if let other = others.first(where: { $0.topology.name == name }) {
            throw DocumentError.invalid(
                node, "the topology of \(other.file) is called “\(name)” too",
                remedy: "give each a name of its own")
        }
    }
}

/// Reads a mapping key by key, and remembers the keys, so that one that was never asked for is an
/// error.
///
///     let mapping = try document.mapping()
///     let seed = try mapping.require("seed").integer()
///     let crash = try mapping.optional("crash").map(readCrash)
///     try mapping.finish()
package final class MappingReader {
    /// The mapping that is read.
    package let node: DocumentNode
    private let entries: [DocumentNode.Entry]
    private var asked: [String] = []

    init(node: DocumentNode, entries: [DocumentNode.Entry]) {
        self.node = node
        self.entries = entries
    }

    /// The position of the mapping.
    package var position: Position { node.position }

    /// The keys in the order of the file.
    package var keys: [String] { entries.map(\.key) }

    /// The value of a key.
    ///
    /// - Throws: `DocumentError` if the key is missing; it names an unread key with nearly the same
    ///   spelling.
    package func require(_ key: String) throws -> DocumentNode {
        if let node = optional(key) { return node }
        let misspelled = NearestName.find(key, among: keys.filter { !asked.contains($0) })
        throw DocumentError.missingKey(
            key, at: node.position, path: node.path, misspelled: misspelled)
    }

    /// The value of a key, or `nil` if the mapping does not have it.
    package func optional(_ key: String) -> DocumentNode? {
        if !asked.contains(key) { asked.append(key) }
        return entries.first { $0.key == key }?.value
    }

    /// Makes sure that the key `schema` exists, with the version of the layout that this reader
    /// knows.
    ///
    /// - Throws: `DocumentError` if it is missing or another one.
    package func requireSchema(_ known: Int) throws {
        let node = try require("schema")
        guard try node.integer() == known else {
            throw DocumentError.invalid(
                node, "this lab reads schema \(known)",
                remedy: "write schema: \(known); the articles in Sources/lab/lab.docc list the keys"
            )
        }
    }

    /// All entries, for a mapping whose keys are names: roles, weights, limits.
    ///
    /// They count as read.
    package func all() -> [DocumentNode.Entry] {
        asked += keys.filter { !asked.contains($0) }
        return entries
    }

    /// Ends the reading.
    ///
    /// - Throws: `DocumentError` with an issue for each key that was never asked for.
    package func finish() throws {
        let unknown = entries.filter { !asked.contains($0.key) }
        guard !unknown.isEmpty else { return }
        throw DocumentError(
            unknown.map { entry in
                DocumentError.unknownKey(
                    entry.key, at: entry.keyPosition, path: entry.value.path, known: asked)
            })
    }
}

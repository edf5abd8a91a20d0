import Foundation

/// A YAML file, strictly read: every value knows its path, line and column.
///
/// One document a file; no key twice in a mapping; keys are text. Its reader checks the meaning of
/// the values, through `MappingReader` and the typed readings of `DocumentNode`.
package struct Document: Sendable {
    /// The path by which messages call the file.
    package let file: String
    /// The whole document; a mapping in every file of the lab.
    package let root: DocumentNode

    /// A workload of a thousand entities has a third of it; YAML of 4 MiB takes 13 s to parse.
    private static let largestByteCount = 1 << 20

    /// Parses a text.
    ///
    /// - Throws: `DocumentError` if the text is not YAML or not a single document.
    package init(file: String, text: String) throws {
        self.init(
            file: file,
            root: try DocumentParser(
                position: Position(source: file, line: 1, column: 1), path: ""
            ).parse(text))
    }

    /// Reads and parses a file.
    ///
    /// - Throws: `DocumentError` if the file cannot be read, is not UTF-8, or is not YAML.
    package init(contentsOf file: String) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw DocumentError(
                .unreadableFile, at: Position(source: file), "the file cannot be read",
                remedy: "check that it exists and that you may read it")
        }
        guard data.count <= Self.largestByteCount else {
            throw DocumentError(
                .outOfRange, at: Position(source: file, line: 1, column: 1),
                "the file has \(data.count) bytes, and no more than \(Self.largestByteCount) are"
                    + " read",
                remedy: "give the lab's own file; data stands in files that this one names")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw DocumentError(
                .unreadableFile, at: Position(source: file), "the file is not UTF-8",
                remedy: "save it as UTF-8")
        }
        try self.init(file: file, text: text)
    }

    init(file: String, root: DocumentNode) {
        self.file = file
        self.root = root
    }

    /// The document's mapping.
    ///
    /// - Throws: `DocumentError` if the document is a list or a lone value.
    package func mapping() throws -> MappingReader { try root.mapping() }

    /// The SHA-256 of the canonical form, 64 hexadecimal digits.
    package var digest: String { SHA256.hex(of: canonical) }

    /// The digest of the document without some keys of its root.
    package func digest(without keys: Set<String>) -> String {
        SHA256.hex(of: canonical(without: keys))
    }
}

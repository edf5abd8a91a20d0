/// A value in a document: text, a list or a mapping, with its position.
package struct DocumentNode: Sendable, Hashable {
    /// The content of a node.
    package enum Content: Sendable, Hashable {
        /// Text as written, without quotes. Quoted text is never read as a number or a quantity.
        case scalar(String, isQuoted: Bool)
        case sequence([DocumentNode])
        /// In the order of the file, no key twice.
        case mapping([Entry])
    }

    /// A key and its value in a mapping.
    package struct Entry: Sendable, Hashable {
        /// As written, without quotes.
        package let key: String
        /// The position of the key; an unknown key is reported there.
        package let keyPosition: Position
        /// The value after the colon.
        package let value: DocumentNode
    }

    /// The value itself.
    package let content: Content
    /// The position of the value.
    package let position: Position
    /// The dotted path from the root: `roles.importer.batch`, `phases.2.for`; empty for the root.
    package let path: String

    /// The node's name in a message: its key, or “the document”.
    package var name: String {
        path.isEmpty ? "the document" : path
    }

    /// Whether nothing was written there, or YAML's word for nothing.
    package var isNull: Bool {
        guard case .scalar(let text, isQuoted: false) = content else { return false }
        return text.isEmpty || text == "~" || text == "null"
    }

    var kindInWords: String {
        switch content {
        case .scalar where isNull: "empty"
        case .scalar(let text, _): "“\(text)”"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    static func joined(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }
}

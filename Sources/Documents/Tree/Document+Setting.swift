extension Document {
    /// The document with one value replaced, for `--set roles.importer.batch=100`.
    ///
    /// The path goes by keys, which may hold dots themselves (`limits.main.stall.max`), and in
    /// lists by the element's `name` or its index from 0 (`phases.import.for`, `phases.2.for`). A
    /// key that the mapping does not have yet is added. Its reader decides whether the key is
    /// known, and an unknown-key error then points at the option and names the nearest.
    ///
    /// - Parameters:
    ///   - path: dotted.
    ///   - text: the value as YAML: a scalar, or a list or mapping in brackets.
    ///   - option: the position in messages; `--set path=text` unless given.
    /// - Throws: `DocumentError` if the path leads into a value or to no element of a list, naming
    ///   the nearest, or if the text is not YAML.
    package func setting(
        path: String, to text: String, option: String? = nil
    ) throws -> Document {
        let position = Position(source: option ?? "--set \(path)=\(text)")
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !path.isEmpty, !parts.contains("") else {
            throw DocumentError(
                .unknownPath, at: position, path: path, "“\(path)” is not a path of keys",
                remedy: "write keys with dots between them, such as roles.importer.batch")
        }
        let setting = Setting(position: position, text: text)
        return Document(file: file, root: try setting.apply(parts[...], to: root))
    }
}

/// One value on its way down the tree.
private struct Setting {
    let position: Position
    let text: String

    func apply(_ parts: ArraySlice<String>, to node: DocumentNode) throws -> DocumentNode {
        guard !parts.isEmpty else {
            // YAML takes a value that begins with > for a block of text; here it is a limit.
            if text.hasPrefix(">") {
                return DocumentNode(
                    content: .scalar(text, isQuoted: true), position: position, path: node.path)
            }
            return try DocumentParser(position: position, path: node.path).parse(text)
        }
        switch node.content {
        case .mapping(let entries):
            return replacing(node, with: .mapping(try apply(parts, to: entries, of: node)))
        case .sequence(let elements):
            return replacing(node, with: .sequence(try apply(parts, to: elements, of: node)))
        case .scalar where node.isNull:
            return replacing(node, with: .mapping(try apply(parts, to: [], of: node)))
        case .scalar:
            throw unknown(
                "“\(node.name)” is \(node.kindInWords) and has no “\(parts.first!)” in it",
                "set “\(node.name)” itself")
        }
    }

    private func apply(
        _ parts: ArraySlice<String>, to entries: [DocumentNode.Entry], of node: DocumentNode
    ) throws -> [DocumentNode.Entry] {
        // The longest key first: `limits` may hold both `main` and `main.stall.max`.
        for length in stride(from: parts.count, through: 1, by: -1) {
            let key = parts.prefix(length).joined(separator: ".")
            guard let index = entries.firstIndex(where: { $0.key == key }) else { continue }
            var entries = entries
            let old = entries[index]
            entries[index] = .init(
                key: key, keyPosition: position,
                value: try apply(parts.dropFirst(length), to: old.value))
            return entries
        }
        // A new key. One of `limits` is the whole rest; elsewhere each part is a mapping.
        let rest = parts.dropFirst()
        let isWhole = node.path == "limits"
        let key = isWhole ? parts.joined(separator: ".") : parts.first!
        let empty = DocumentNode(
            content: .mapping([]), position: position, path: DocumentNode.joined(node.path, key))
        let value = try apply(isWhole ? [] : rest, to: empty)
        return entries + [.init(key: key, keyPosition: position, value: value)]
    }

    private func apply(
        _ parts: ArraySlice<String>, to elements: [DocumentNode], of node: DocumentNode
    ) throws -> [DocumentNode] {
        let wanted = parts.first!
        let names = elements.map(\.elementName)
        let byIndex = Int(wanted).flatMap { elements.indices.contains($0) ? $0 : nil }
        guard let index = names.firstIndex(of: wanted) ?? byIndex else {
            throw unknown(
                "“\(node.name)” has no element “\(wanted)”",
                NearestName.remedy(
                    for: wanted, among: names.compactMap { $0 }, what: "its elements are"))
        }
        var elements = elements
        elements[index] = try apply(parts.dropFirst(), to: elements[index])
        return elements
    }

    private func replacing(_ node: DocumentNode, with content: DocumentNode.Content) -> DocumentNode
    {
        DocumentNode(content: content, position: node.position, path: node.path)
    }

    private func unknown(_ message: String, _ remedy: String) -> DocumentError {
        DocumentError(.unknownPath, at: position, message, remedy: remedy)
    }
}

extension DocumentNode {
    /// The value of `name` in a mapping, by which an element of a list is addressed.
    fileprivate var elementName: String? {
        guard case .mapping(let entries) = content,
            case .scalar(let name, _)? = entries.first(where: { $0.key == "name" })?.value.content
        else { return nil }
        return name
    }
}

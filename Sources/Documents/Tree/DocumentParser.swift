import Yams

/// Turns YAML text into nodes.
struct DocumentParser {
    /// The position of the text, to which positions inside are added.
    ///
    /// If it has no line, all nodes get this position: an option has no lines.
    let position: Position
    /// The path of the text's root.
    let path: String

    /// Far above any written document, and low enough to stop a file whose aliases multiply.
    private static let largestNodeCount = 100_000

    func parse(_ text: String) throws -> DocumentNode {
        let root: Node?
        do {
            // The encoding is named, because Yams' default reads the environment and prints.
            root = try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw explain(error)
        }
        var count = 0
        guard let root else {
            return DocumentNode(
                content: .scalar("", isQuoted: false), position: position, path: path)
        }
        return try convert(root, path: path, count: &count)
    }

    private func convert(_ node: Node, path: String, count: inout Int) throws -> DocumentNode {
        count += 1
        let position = place(node.mark)
        guard count <= Self.largestNodeCount else {
            throw DocumentError(
                .invalidSyntax, at: position, path: path,
                "the document has more than \(Self.largestNodeCount) values",
                remedy: "split it, or write out the values that its aliases repeat")
        }
        let content: DocumentNode.Content
        switch node {
        case .scalar(let scalar):
            content = .scalar(scalar.string, isQuoted: scalar.style != .plain)
        case .sequence(let sequence):
            var elements: [DocumentNode] = []
            for (index, element) in sequence.enumerated() {
                let inner = DocumentNode.joined(path, String(index))
                elements.append(try convert(element, path: inner, count: &count))
            }
            content = .sequence(elements)
        case .mapping(let mapping):
            content = .mapping(try entries(of: mapping, path: path, count: &count))
        case .alias:
            throw DocumentError(
                .invalidSyntax, at: position, path: path, "an alias that stands for nothing",
                remedy: "define its anchor before it")
        }
        return DocumentNode(content: content, position: position, path: path)
    }

    private func entries(
        of mapping: Node.Mapping, path: String, count: inout Int
    ) throws -> [DocumentNode.Entry] {
        var entries: [DocumentNode.Entry] = []
        var seen: Set<String> = []
        for (key, value) in mapping {
            guard case .scalar(let scalar) = key else {
                throw DocumentError(
                    .wrongType, at: place(key.mark), path: path, "a key that is not text",
                    remedy: "keys are words; put lists and mappings after the colon")
            }
            guard seen.insert(scalar.string).inserted else {
                throw duplicate(scalar.string, at: place(key.mark))
            }
            let inner = DocumentNode.joined(path, scalar.string)
            entries.append(
                .init(
                    key: scalar.string, keyPosition: place(key.mark),
                    value: try convert(value, path: inner, count: &count)))
        }
        return entries
    }

    private func place(_ mark: Mark?) -> Position {
        guard position.line != nil, let mark else { return position }
        return Position(source: position.source, line: mark.line, column: mark.column)
    }

    private func duplicate(_ key: String, at position: Position) -> DocumentError {
        DocumentError(
            .duplicateKey, at: position, path: key,
            "the key “\(key)” appears twice in one mapping", remedy: "keep one of them")
    }

    private func explain(_ error: YamlError) -> DocumentError {
        switch error {
        case .scanner(_, let problem, let mark, let yaml),
            .parser(_, let problem, let mark, let yaml),
            .composer(_, let problem, let mark, let yaml):
            return DocumentError(
                .invalidSyntax, at: place(mark), "not valid YAML: \(problem)",
                remedy: remedy(at: mark, in: yaml))
        case .duplicatedKeysInMapping(let keys, let context):
            return duplicate(keys.first ?? "", at: place(context.mark))
        case .reader(let problem, _, _, _):
            return DocumentError(
                .invalidSyntax, at: position, "not valid YAML: \(problem)",
                remedy: "save the file as UTF-8 without control characters")
        default:
            return DocumentError(
                .invalidSyntax, at: position, "not valid YAML: \(error)",
                remedy: "check indentation and quotes")
        }
    }

    /// A limit such as `> 5000` is the one thing that people write here and YAML does not take.
    private func remedy(at mark: Mark, in yaml: String) -> String {
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
        if line.contains(": >") || line.contains("{>") || line.contains(", >") {
            return "put a value that begins with > in quotes"
        }
        if line.contains("\t") { return "indent with spaces; YAML takes no tabs" }
        return "check indentation, colons and quotes on this line and the one before"
    }
}

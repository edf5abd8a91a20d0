import Documents

/// Reads the `content` of a workload: for each entity, how the values of its properties come about.
///
///     content:
///       Album:  { number: key number, title: words 2..5, artist: one of 50 Artist,
///                 tracks: new 8..14 Track }
///       Artist: { name: key text }
///       Track:  { title: words 1..4, seconds: integer 60..600 }
struct ContentReader {
    /// The first words that a property's line may have, each with an example.
    private static let forms: [(word: String, example: String)] = [
        ("key", "key number"), ("unique", "unique text"), ("words", "words 2..5"),
        ("letters", "letters 2..8"), ("integer", "integer 0..100"),
        ("real", "real 0..10"), ("decimal", "decimal 0..100"), ("boolean", "boolean 0.5"),
        ("date", "date 2000..2025"), ("bytes", "bytes 0..4096"), ("uuid", "uuid"), ("url", "url"),
        ("one", "one of 50 Artist"), ("new", "new 0..5 Track"),
    ]

    func read(_ node: DocumentNode) throws -> OwnContent {
        var issues = DocumentIssues()
        var content = OwnContent(entities: [])
        for entry in try node.mapping().all() {
            var entity = OwnEntity(
                name: entry.key, position: entry.keyPosition, attributes: [], partners: [],
                parts: [])
            for property in try entry.value.mapping().all() {
                try issues.collect { try read(property, into: &entity) }
            }
            let keys = entity.attributes.filter(\.kind.isKey)
            if keys.count > 1 {
                issues.add(
                    DocumentError(
                        .outOfRange, at: keys[1].position, path: "content.\(entity.name)",
                        "\(entity.name) has two keys, \(keys[0].name) and \(keys[1].name)",
                        remedy: "keep the one by which an object is found"
                    ).issues[0])
            }
            content.entities.append(entity)
        }
        try issues.collect { try Self.check(content, path: node.path) }
        try issues.throwIfAny()
        return content
    }

    private func read(_ entry: DocumentNode.Entry, into entity: inout OwnEntity) throws {
        let words = try entry.value.words()
        let first = try words.first?.string() ?? ""
        guard let form = Self.forms.first(where: { $0.word == first }) else {
            throw DocumentError.unknownName(
                first, what: "kind of value", at: entry.value.position, path: entry.value.path,
                known: Self.forms.map(\.word))
        }
        let line = Line(node: entry.value, words: Array(words.dropFirst()), example: form.example)
        switch first {
        case "one":
            try line.expect(3)
            try line.expect("of", at: 0)
            entity.partners.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(2),
                    count: try line.words[1].integer(in: 1...1_000_000)))
        case "new":
            try line.expect(2)
            entity.parts.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(1),
                    counts: try line.range(0, in: 0...1000)))
        default:
            entity.attributes.append(
                .init(
                    name: entry.key, position: entry.keyPosition,
                    kind: try kind(first, line)))
        }
    }

    private func kind(_ word: String, _ line: Line) throws -> ValueKind {
        let small = -1_000_000...1_000_000
        switch word {
        case "key":
            try line.expect(1)
            switch try line.text(0) {
            case "text": return .textKey
            case "number": return .numberKey
            case "uuid": return .uuidKey
            default:
                throw DocumentError.unknownName(
                    try line.text(0), what: "kind of key", at: line.node.position,
                    path: line.node.path, known: ["number", "text", "uuid"])
            }
        case "unique":
            try line.expect(1)
            switch try line.text(0) {
            case "text": return .uniqueText
            case "number": return .uniqueNumber
            case "date": return .uniqueDate
            default:
                throw DocumentError.unknownName(
                    try line.text(0), what: "kind of unique value", at: line.node.position,
                    path: line.node.path, known: ["number", "text", "date"])
            }
        case "uuid", "url":
            try line.expect(0)
            return word == "url" ? .url : .uuid
        case "boolean":
            try line.expect(1)
            return .boolean(try line.words[0].number(in: 0...1))
        default:
            try line.expect(1)
        }
        switch word {
        case "words": return .words(try line.range(0, in: 1...10_000))
        case "letters": return .letters(try line.range(0, in: 1...100_000))
        case "integer": return .integer(try line.range(0))
        case "real": return .real(try line.range(0, in: small))
        case "decimal": return .decimal(try line.range(0, in: small))
        case "date": return .date(try line.range(0, in: 1...9999))
        default: return .bytes(try line.range(0, in: 0...16_777_216))
        }
    }

    /// Checks the demands of one entity on another.
    ///
    /// - Throws: `DocumentError`.
    static func check(_ content: OwnContent, path: String) throws {
        func fail(_ position: Position, _ message: String, _ remedy: String) -> DocumentError {
            DocumentError(.outOfRange, at: position, path: path, message, remedy: remedy)
        }
        func known(_ name: String, _ position: Position) throws -> OwnEntity {
            if let entity = content.entity(name) { return entity }
            throw DocumentError.unknownName(
                name, what: "entity of the content", at: position, path: path,
                known: content.entities.map(\.name))
        }
        for entity in content.entities {
            for partner in entity.partners {
                let other = try known(partner.entity, partner.position)
                guard other.key != nil else {
                    throw fail(
                        partner.position, "\(other.name) is found by its key, but has no key",
                        "give one of its properties: key text, key number or key uuid")
                }
                guard other.partners.isEmpty, other.parts.isEmpty else {
                    throw fail(
                        partner.position,
                        "\(other.name) has relationships, and is itself found for another",
                        "let one of the two have attributes only")
                }
            }
            for parts in entity.parts {
                let other = try known(parts.entity, parts.position)
                guard other.parts.isEmpty, other.name != entity.name else {
                    throw fail(
                        parts.position, "\(other.name) is made with another and makes more itself",
                        "leave its own new objects out")
                }
            }
        }
    }

    /// A property's words after the first.
    private struct Line {
        let node: DocumentNode
        let words: [DocumentNode]
        let example: String

        func expect(_ count: Int) throws {
            guard words.count == count else { throw form() }
        }

        func expect(_ word: String, at index: Int) throws {
            guard try text(index) == word else { throw form() }
        }

        func text(_ index: Int) throws -> String { try words[index].string() }

        /// `2..5`.
        func range(
            _ index: Int, in allowed: ClosedRange<Int> = Int.min...Int.max
        ) throws -> ClosedRange<Int> {
            let ends = try text(index).split(separator: "..", omittingEmptySubsequences: false)
                .map { Int($0) }
            guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else {
                throw form()
            }
            guard allowed.contains(low), allowed.contains(high) else {
                throw DocumentError.invalid(
                    node, "“\(node.name)” is out of range",
                    remedy: "stay within \(allowed.lowerBound)..\(allowed.upperBound)")
            }
            return low...high
        }

        private func form() -> DocumentError {
            .invalid(
                node, "“\(node.name)” is malformed",
                remedy: "write it as in: \(example)")
        }
    }
}

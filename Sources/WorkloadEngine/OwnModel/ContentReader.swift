import Documents

/// Reads the `content` of a workload: for each entity, how the values of its properties come about.
///
///     content:
///       Album:  { number: key number, title: words 2..5, artist: one of 50 Artist,
///                 tracks: new 8..14 Track }
///       Artist: { name: key text }
///       Track:  { title: words 1..4, seconds: integer 60..600, tags: some 0..3 of 40 Tag }
///       Tag:    { name: key text }
struct ContentReader {
    /// The first words that a property's line may have, each with an example.
    private static let forms: [(word: String, example: String)] = [
        ("key", "key number"), ("unique", "unique text"), ("words", "words 2..5"),
        ("letters", "letters 2..8"), ("integer", "integer 0..100"),
        ("real", "real 0..10"), ("decimal", "decimal 0..100"), ("boolean", "boolean 0.5"),
        ("date", "date 2000..2025"), ("bytes", "bytes 0..4096"), ("uuid", "uuid"), ("url", "url"),
        ("text", "text from body"), ("place", "place"), ("edit", "edit text"),
        ("one", "one of 50 Artist"), ("some", "some 0..3 of 40 Tag"), ("new", "new 0..5 Track"),
    ]

    func read(_ node: DocumentNode) throws -> OwnContent {
        var issues = DocumentIssues()
        var content = OwnContent(entities: [])
        let entries = try node.mapping().all()
        for entry in entries {
            var entity = OwnEntity(
                name: entry.key, position: entry.keyPosition, attributes: [], partners: [],
                parts: [])
            var generated = entity
            for property in try entry.value.mapping().all() {
                try issues.collect {
                    if Self.isShares(property) {
                        try readShares(property, of: entries.map(\.key), into: &entity)
                    } else {
                        try read(property, into: &entity, &generated)
                    }
                }
            }
            generated.shares = entity.shares
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
            if generated != entity { content.generated.append(generated) }
        }
        content = try issues.collect { try content.inherited(path: node.path) } ?? content
        try issues.collect { try Self.check(content, path: node.path) }
        if !content.generated.isEmpty {
            try issues.collect { try Self.check(content.asGenerated, path: node.path) }
        }
        try issues.throwIfAny()
        return content
    }

    /// Whether an entry says what an entity's objects are: a property of its name has a text.
    private static func isShares(_ entry: DocumentNode.Entry) -> Bool {
        entry.key == "subentities" && (try? entry.value.mapping()) != nil
    }

    /// Reads the shares of the subentities.
    ///
    ///     subentities: { Car: 0.7, Van: 0.3 }
    private func readShares(
        _ entry: DocumentNode.Entry, of names: [String], into entity: inout OwnEntity
    ) throws {
        let mapping = try entry.value.mapping()
        let positions = Dictionary(
            uniqueKeysWithValues: mapping.all().map { ($0.key, $0.keyPosition) })
        let shares = try mapping.weights(of: names, what: "subentity with a line in the content")
        entity.shares = shares.map {
            .init(name: $0.name, position: positions[$0.name]!, share: $0.weight)
        }
    }

    /// Reads a property. What follows `or` is its form in lines that are generated:
    ///
    ///     name: text from name or words 1..2
    private func read(
        _ entry: DocumentNode.Entry, into entity: inout OwnEntity, _ generated: inout OwnEntity
    ) throws {
        let forms = try entry.value.words()
            .split(omittingEmptySubsequences: false) { try $0.string() == "or" }.map(Array.init)
        try read(entry, forms[0], into: &entity)
        guard forms.count > 1 else { return try read(entry, forms[0], into: &generated) }
        guard forms.count == 2, try forms[0].contains(where: { try $0.string() == "from" }) else {
            throw DocumentError.invalid(
                entry.value, "“\(entry.value.name)” is malformed: “or” joins two forms",
                remedy: "write what a line brings first, as in: text from name or words 1..2")
        }
        try read(entry, forms[1], into: &generated)
    }

    private func read(
        _ entry: DocumentNode.Entry, _ words: [DocumentNode], into entity: inout OwnEntity
    ) throws {
        let first = try words.first?.string() ?? ""
        guard let form = Self.forms.first(where: { $0.word == first }) else {
            throw DocumentError.unknownName(
                first, what: "kind of value", at: entry.value.position, path: entry.value.path,
                known: Self.forms.map(\.word))
        }
        let line = Line(node: entry.value, words: Array(words.dropFirst()), example: form.example)
        if try words.contains(where: { try $0.string() == "from" }) {
            return try readSent(entry, first, line, into: &entity)
        }
        switch first {
        case "one":
            try line.expect(3)
            try line.expect("of", at: 0)
            entity.partners.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(2),
                    count: try line.words[1].integer(in: 1...1_000_000)))
        case "some":
            try line.expect(4)
            try line.expect("of", at: 1)
            let count = try line.words[2].integer(in: 1...1_000_000)
            entity.partners.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(3),
                    count: count, counts: try line.range(0, in: 0...min(count, 1_000))))
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

    /// Reads a property whose values come from the lines of a file: a type or a kind of key,
    /// `from`, and the key of the line's JSON object.
    ///
    ///     id: key number from id      author: one from user_id User
    ///     text: text from body        tags: some from tag_names Tag
    ///     sentAt: date from created   reactions: new from reactions Reaction
    private func readSent(
        _ entry: DocumentNode.Entry, _ first: String, _ line: Line, into entity: inout OwnEntity
    ) throws {
        switch first {
        case "one", "some":
            try line.expect(3)
            try line.expect("from", at: 0)
            entity.partners.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(2),
                    count: 1, counts: first == "one" ? nil : 0...1_000, source: try line.text(1)))
        case "new":
            try line.expect(3)
            try line.expect("from", at: 0)
            entity.parts.append(
                .init(
                    name: entry.key, position: entry.keyPosition, entity: try line.text(2),
                    counts: 0...1_000, source: try line.text(1)))
        case "key":
            try line.expect(3)
            try line.expect("from", at: 1)
            let key = Line(node: line.node, words: [line.words[0]], example: line.example)
            entity.attributes.append(
                .init(
                    name: entry.key, position: entry.keyPosition, kind: try kind(first, key),
                    source: try line.text(2)))
        default:
            guard let type = SentType(rawValue: first) else {
                throw DocumentError.invalid(
                    line.node, "“\(line.node.name)” is malformed: no line has “\(first)”",
                    remedy: "write a type, as in: text from body")
            }
            // The value that an upsert brings may be the one that it finds.
            let isFixed = try line.words.count == 3 && line.text(2) == "fixed"
            try line.expect(isFixed ? 3 : 2)
            try line.expect("from", at: 0)
            entity.attributes.append(
                .init(
                    name: entry.key, position: entry.keyPosition, kind: .sent(type),
                    source: try line.text(1), isFixed: isFixed))
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
            case "edit": return .edit(.key)
            default:
                throw DocumentError.unknownName(
                    try line.text(0), what: "kind of key", at: line.node.position,
                    path: line.node.path, known: ["edit", "number", "text", "uuid"])
            }
        case "edit":
            try line.expect(1)
            let parts = EditValue.allCases.filter { $0 != .key }
            guard let part = try parts.first(where: { try $0.rawValue == line.text(0) }) else {
                throw DocumentError.unknownName(
                    try line.text(0), what: "part of an edit", at: line.node.position,
                    path: line.node.path, known: parts.map(\.rawValue))
            }
            return .edit(part)
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
        case "bytes" where line.words.count == 4:
            try line.expect("median", at: 0)
            try line.expect("p99", at: 2)
            let median = try line.words[1].integer(in: 1...16_777_216)
            return .blob(median: median, p99: try line.words[3].integer(in: median...16_777_216))
        case "text":
            throw DocumentError.invalid(
                line.node, "a text is drawn as words or letters, or comes from a file",
                remedy: "write words 2..5, letters 2..8, or text from KEY")
        case "uuid", "url", "place":
            try line.expect(0)
            return word == "place" ? .place : word == "url" ? .url : .uuid
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
        func checkRoot(_ other: OwnEntity, _ line: String, _ position: Position) throws {
            guard let parent = other.parent else { return }
            throw fail(
                position, "\(other.name) is one of the subentities of \(parent) in the content",
                "let \(line) lead to \(parent), or give \(other.name) no share there")
        }
        for entity in content.entities {
            for partner in entity.partners where !partner.isInherited {
                let other = try known(partner.entity, partner.position)
                try checkRoot(other, partner.name, partner.position)
                let family = content.family(of: other)
                if let edit = family.lazy.compactMap(\.edit).first {
                    throw fail(
                        partner.position,
                        "\(other.name) is found for another here, and \(edit.name) is an edit's",
                        "let \(edit.name) be drawn, or leave \(partner.name) out")
                }
                guard other.key != nil else {
                    throw fail(
                        partner.position, "\(other.name) is found by its key, but has no key",
                        "give one of its properties: key text, key number or key uuid")
                }
                guard family.allSatisfy({ $0.partners.isEmpty && $0.parts.isEmpty }) else {
                    throw fail(
                        partner.position,
                        "\(other.name) has relationships, and is itself found for another",
                        "let one of the two have attributes only")
                }
            }
            for parts in entity.parts where !parts.isInherited {
                let other = try known(parts.entity, parts.position)
                try checkRoot(other, parts.name, parts.position)
                if let edit = content.family(of: other).lazy.compactMap(\.edit).first {
                    throw fail(
                        parts.position,
                        "\(other.name) is a part here, and \(edit.name) is an edit's",
                        "let \(edit.name) be drawn, or leave \(parts.name) out")
                }
                guard other.name != entity.root else {
                    throw fail(
                        parts.position, "\(other.name) is made with an object of its own kind",
                        "leave \(parts.name) out")
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

extension TidyRule {
    /// CONTRIBUTING.md, “Layout”.
    static let fileLength = TidyRule("A file has at most 600 lines") { file in
        guard file.lines.count > 600 else { return [] }
        return [(601, "the file has \(file.lines.count) lines: split it by what it is about")]
    }

    /// Characters, not bytes: drawings are made of signs of three bytes.
    static let lineLength = TidyRule("A line has at most 100 columns") { file in
        file.lines.enumerated().compactMap { index, line in
            guard line.utf8.count > 100, line.count > 100 else { return nil }
            return (index + 1, "the line has \(line.count) columns: break it")
        }
    }

    /// CONTRIBUTING.md, “Layout”.
    static let functionLength = TidyRule("A function has at most 70 lines") { file in
        file.tokens.indices.compactMap { index in
            guard let body = file.bodyOfFunction(at: index) else { return nil }
            let first = file.tokens[index].line
            let count = file.tokens[file.closing(body)].line - first + 1
            guard count > 70 else { return nil }
            return (first, "the function has \(count) lines: give its parts names")
        }
    }

    /// A file has one top-level type, as its text shows it.
    ///
    /// Types that are private to the file do not count, nor do extensions (CONTRIBUTING.md,
    /// “Layout”).
    static let oneType = TidyRule("A file has one top-level type") { file in
        guard file.path.hasPrefix("Sources/"), !severalTypes.contains(file.path) else { return [] }
        return file.topLevelTypes.dropFirst().map { type in
            (type.line, "a second type, “\(type.name)”: give it a file of its own")
        }
    }

    /// Files of the plainest values and of the seam's protocols, which are read as one table.
    private static let severalTypes: Set<String> = [
        "Sources/Results/RunRecord.swift", "Sources/Results/WorkloadResult.swift",
        "Sources/Results/Figure.swift", "Sources/Execution/Execution.swift",
    ]

    /// CONTRIBUTING.md, “Layout”.
    static let folders = TidyRule("No folder is called Helpers, Utils or Misc") { file in
        let banned = ["Helpers", "Helper", "Utils", "Utilities", "Misc", "Common"]
        let found = file.path.split(separator: "/").dropLast().first { banned.contains(String($0)) }
        return found.map { [(1, "“\($0)” says nothing: name the folder by what it holds")] } ?? []
    }
}

extension SourceFile {
    /// The index of the brace that opens the body of the function declared at `index`; `nil`
    /// without a declaration or a body.
    func bodyOfFunction(at index: Int) -> Int? {
        let text = tokens[index].text
        guard !isMember(index), index + 1 < tokens.count else { return nil }
        switch text {
        case "func": break
        case "init":
            guard ["(", "<", "?", "!"].contains(tokens[index + 1].text) else { return nil }
        case "deinit": guard tokens[index + 1].text == "{" else { return nil }
        default: return nil
        }
        var next = index + 1
        // An operator's signs may be parentheses' neighbours, never braces.
        while next < tokens.count {
            switch tokens[next].text {
            case "{": return next
            case "(": next = closing(next)
            case "}", "func", "init", "var", "let", "case", "struct", "class", "enum":
                if tokens[next].text != "init" || !isMember(next) { return nil }
            default: break
            }
            next += 1
        }
        return nil
    }

    /// The types declared outside of all braces that other files can see.
    var topLevelTypes: [(name: String, line: Int)] {
        let kinds: Set = ["struct", "class", "enum", "actor", "protocol"]
        var types: [(name: String, line: Int)] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token.text == "{" || token.text == "(" { index = closing(index) }
            let next = index + 1
            if kinds.contains(token.text), next < tokens.count, tokens[next].isWord,
                !kinds.contains(tokens[next].text), !isMember(index), !isPrivate(index)
            {
                types.append((tokens[next].text, token.line))
            }
            index += 1
        }
        return types
    }

    /// Whether the declaration at `index` is private to its file.
    private func isPrivate(_ index: Int) -> Bool {
        tokens[..<index].reversed().prefix { $0.line == tokens[index].line }
            .contains { $0.text == "private" || $0.text == "fileprivate" }
    }
}

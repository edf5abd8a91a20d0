extension TidyRule {
    /// CONTRIBUTING.md, “Docs and comments”.
    static let toDo = TidyRule("A to-do says what would settle it") { file in
        file.comments.compactMap { line, text in
            if text.contains("FIXME") {
                return (line, "what must be fixed is fixed before it is merged: fix it")
            }
            guard let range = text.range(of: "TODO") else { return nil }
            let rest = text[range.upperBound...]
            let reason = rest.dropFirst().prefix { $0 != ")" }
            guard rest.first == "(", reason.contains(where: { $0.isLetter }), rest.contains(")")
            else { return (line, "a to-do without a reason: write TODO(what would settle it)") }
            return nil
        }
    }

    /// CONTRIBUTING.md, “Types and concurrency”.
    static let testable = TidyRule(
        "No test sees what is internal",
        tokens: { file, index in
            guard file.matches(["@", "testable"], at: index) else { return nil }
            return "tests also run in release: make it package, in Type+Testing.swift"
        })

    /// CONTRIBUTING.md, “Errors and invariants”.
    static let emptyTrap = TidyRule(
        "A trap tells the rule and the way out",
        tokens: { file, index in
            let traps = ["fatalError", "preconditionFailure", "assertionFailure"]
            guard traps.contains(file.tokens[index].text), file.matches(["(", ")"], at: index + 1)
            else {
                return nil
            }
            return "a trap without a sentence: say which rule was broken and what to do"
        })

    /// CONTRIBUTING.md, “Types and concurrency”.
    static let publicOnlyAtTheFaces = TidyRule(
        "Only CoreData and LabKit are public",
        tokens: { file, index in
            let faces = ["CoreData", "LabKit"]
            guard !faces.contains(file.sourceTarget ?? ""), file.path != "Package.swift" else {
                return nil
            }
            // Made to be subclassed, and Swift lets another module subclass nothing that is not
            // open.
            guard !file.path.hasSuffix("/ContextOperation.swift") else { return nil }
            let text = file.tokens[index].text
            let next = index + 1 < file.tokens.count ? file.tokens[index + 1].text : ""
            let declarations = ["class", "func", "var", "subscript", "override"]
            let isOpen = text == "open" && declarations.contains(next)
            guard text == "public" || isOpen, !file.isMember(index), next != ":" else { return nil }
            return "“\(text)” outside of Sources/CoreData and Sources/LabKit: write package"
        })

    /// Architecture.md, “The map”.
    static let printOnlyInLab = TidyRule(
        "Only lab prints",
        tokens: { file, index in
            guard let target = file.sourceTarget, target != "lab" else { return nil }
            let calls = ["print", "debugPrint", "dump", "puts", "fputs"]
            let text = file.tokens[index].text
            guard calls.contains(text), file.matches(["("], at: index + 1), !file.isMember(index),
                // A printer's own method of that name shadows Swift's.
                !file.tokens.indices.contains(where: { file.matches(["func", text], at: $0) })
            else { return nil }
            return "“\(text)” outside of Sources/lab: return the text or throw, and let lab print"
        })

    /// Architecture.md, “The way of a command”.
    static let argumentsAtTheDoor = TidyRule(
        "Only commands read arguments",
        tokens: { file, index in
            guard file.path.hasPrefix("Sources/lab/") else { return nil }
            let token = file.tokens[index].text
            if token.hasSuffix("Command") || token.hasSuffix("Options"),
                file.matches([".", "parse", "("], at: index + 1)
            {
                return "arguments made to be parsed: make a request, and give it to its session"
            }
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            let doors = ["Command.swift", "Options.swift", "Option.swift"]
            let isDoor =
                doors.contains(where: name.hasSuffix) || name.contains("Command+")
                || [
                    "Lab.swift", "main.swift", "CommandWords.swift",
                    "ValidationError+Request.swift",
                ]
                .contains(name)
            guard !isDoor, file.matches(["import", "ArgumentParser"], at: index) else {
                return nil
            }
            return "the parser of arguments outside of a command: take a request"
        })
}

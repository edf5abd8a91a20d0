import Foundation

/// A file of the repository, read once for all rules.
struct SourceFile: Sendable {
    /// From the root: `Sources/CoreData/Objects/NSManagedObject.swift`.
    let path: String
    let lines: [Substring]
    /// Empty where the file is not Swift.
    let tokens: [SwiftToken]
    /// The lines of Swift comments.
    let comments: [(line: Int, text: String)]

    init(path: String, text: String) {
        self.path = path
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
        let read = path.hasSuffix(".swift") ? SwiftTokens(text) : SwiftTokens("")
        tokens = read.tokens
        comments = read.comments
    }

    var isSwift: Bool { path.hasSuffix(".swift") }

    /// The target under Sources that the file belongs to.
    var sourceTarget: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// The target that the file belongs to, under Sources or Tests.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
    }

    /// The modules that a Swift file imports, with the lines on which it does.
    var imports: [(module: String, line: Int)] {
        tokens.indices.compactMap { index in
            guard tokens[index].text == "import", startsStatement(index) else { return nil }
            var next = index + 1
            let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
            if next < tokens.count, kinds.contains(tokens[next].text) { next += 1 }
            guard next < tokens.count else { return nil }
            return (tokens[next].text, tokens[index].line)
        }
    }

    /// Whether the tokens at `index` are these.
    func matches(_ texts: [String], at index: Int) -> Bool {
        guard index + texts.count <= tokens.count else { return false }
        return texts.indices.allSatisfy { tokens[index + $0].text == texts[$0] }
    }

    /// Whether the token at `index` is a member, after a dot.
    func isMember(_ index: Int) -> Bool { index > 0 && tokens[index - 1].text == "." }

    /// The index of the sign that closes the one at `index`; the last token if none does.
    func closing(_ index: Int) -> Int {
        let pairs = ["(": ")", "{": "}", "[": "]"]
        let open = tokens[index].text
        let close = pairs[open] ?? ""
        var depth = 0
        for next in index..<tokens.count {
            if tokens[next].text == open { depth += 1 }
            if tokens[next].text == close { depth -= 1 }
            if depth == 0 { return next }
        }
        return tokens.count - 1
    }

    private func startsStatement(_ index: Int) -> Bool {
        guard index > 0, tokens[index - 1].line == tokens[index].line else { return true }
        let modifiers = ["public", "package", "internal", "private", "fileprivate", ";", ")"]
        let before = tokens[index - 1].text
        return modifiers.contains(before) || (index > 1 && tokens[index - 2].text == "@")
    }
}

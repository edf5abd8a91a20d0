import Foundation

/// A page of the repository, cut where its readers look for something.
struct Paper: Sendable {
    /// From the root: `Sources/lab/lab.docc/Command.md`.
    let path: String
    private let lines: [Substring]

    /// Reads a page of the working copy that the tests were built from.
    init(_ path: String) throws {
        let url = Self.root.appending(path: path)
        self.path = path
        lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    private init(path: String, lines: [Substring]) {
        self.path = path
        self.lines = lines
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()  // LabTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// README and the articles of the lab.
    static func all() throws -> [Paper] {
        let folder = "Sources/lab/lab.docc"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path)
        let articles = names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        return try (["README.md", ".github/CONTRIBUTING.md"] + articles).map { try Paper($0) }
    }

    /// The text below a heading of the second level, up to the next; `nil` if it is missing.
    func section(_ heading: String) -> Paper? {
        let begins = { (line: Substring) in line.hasPrefix("## ") }
        guard
            let first = lines.firstIndex(where: {
                begins($0) && $0.dropFirst(3).replacing("`", with: "") == heading
            })
        else { return nil }
        let rest = lines[(first + 1)...]
        return Paper(
            path: path, lines: Array(rest[..<(rest.firstIndex(where: begins) ?? rest.endIndex)]))
    }

    /// The rows of its tables, cell by cell, without the heads.
    var rows: [[String]] {
        var rows: [[String]] = []
        for line in prose where line.hasPrefix("|") {
            if line.hasPrefix("|---") {
                _ = rows.popLast()
                continue
            }
            // A bar in code is written with a backslash before it.
            let cells = line.replacing("\\|", with: "¦").split(
                separator: "|", omittingEmptySubsequences: false)
            rows.append(
                cells.dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return rows
    }

    /// All of it, listings among it.
    var text: String { lines.joined(separator: "\n") }

    /// The texts in backquotes.
    static func code(in text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// What stands in backquotes, listings left out.
    var code: [String] { prose.flatMap { Self.code(in: $0) } }

    /// The lines outside of listings.
    private var prose: [Substring] {
        var isFenced = false
        return lines.filter { line in
            if line.hasPrefix("```") { isFenced.toggle() }
            return !isFenced && !line.hasPrefix("```") && !line.hasPrefix("    ")
        }
    }

    /// The fenced listings of a language.
    func listings(_ language: String) -> [String] {
        var listings: [String] = []
        var open: [Substring]?
        for line in lines {
            if let collected = open {
                if line == "```" {
                    listings.append(collected.joined(separator: "\n") + "\n")
                    open = nil
                } else {
                    open = collected + [line]
                }
            } else if line == "```\(language)" {
                open = []
            }
        }
        return listings
    }

    /// The command lines of the lab that it shows, in listings and in prose, without the name of
    /// the program; a line that ends with a backslash goes on in the next.
    var commandLines: [[String]] {
        let joined = lines.joined(separator: "\n").replacing(/\\\n */, with: " ")
        let candidates = joined.split(separator: "\n").map(String.init) + code
        return candidates.compactMap { candidate in
            let line = candidate.trimmingCharacters(in: .whitespaces)
            let programs = ["swift run lab ", ".build/release/lab ", "lab "]
            guard let program = programs.first(where: line.hasPrefix) else { return nil }
            let words = line.dropFirst(program.count).split(separator: " ").map(String.init)
            return Array(words.prefix { !["|", "#", "&&", ">", "||"].contains($0) })
        }
    }
}

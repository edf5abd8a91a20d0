import Testing

/// A rule of the house as a pure function over one file: .github/CONTRIBUTING.md lists them all.
struct TidyRule: Sendable, CustomTestStringConvertible {
    let name: String
    let check: @Sendable (SourceFile) -> [Violation]

    var testDescription: String { name }

    static let all: [TidyRule] = [
        fileLength, lineLength, functionLength, oneType, folders, toDo, testable, emptyTrap,
        publicOnlyAtTheFaces, printOnlyInLab, argumentsAtTheDoor, engineBans, citations, lostPapers,
        vocabulary,
    ]

    /// Makes a rule that finds lines.
    init(_ name: String, _ find: @escaping @Sendable (SourceFile) -> [(line: Int, String)]) {
        self.name = name
        check = { file in
            find(file).map { Violation(path: file.path, line: $0.line, message: $0.1) }
        }
    }

    /// Makes a rule that looks at each token, and returns its mistake.
    init(
        _ name: String, tokens find: @escaping @Sendable (SourceFile, Int) -> String?
    ) {
        self.init(name) { file in
            file.tokens.indices.compactMap { index in
                find(file, index).map { (file.tokens[index].line, $0) }
            }
        }
    }
}

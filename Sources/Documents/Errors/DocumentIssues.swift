/// Gathers the issues of parts that can be read independently, to report all of them at once.
///
///     var issues = DocumentIssues()
///     let importer = try issues.collect { try readImporter(node) }
///     let ui = try issues.collect { try readUI(other) }
///     try issues.throwIfAny()
package struct DocumentIssues {
    /// The issues so far, in the order of finding.
    package private(set) var issues: [DocumentError.Issue] = []

    /// A collection without an issue.
    package init() {}

    /// Runs `body`; if it throws a `DocumentError`, keeps its issues and returns `nil`.
    ///
    /// - Throws: any other error of `body`.
    package mutating func collect<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as DocumentError {
            issues += error.issues
            return nil
        }
    }

    /// Adds an issue that was not thrown.
    package mutating func add(_ issue: DocumentError.Issue) {
        issues.append(issue)
    }

    /// Throws the issues, if any, in the order of the document's lines as far as they are known.
    package func throwIfAny() throws {
        guard !issues.isEmpty else { return }
        let ordered = issues.enumerated().sorted { left, right in
            let a = (
                left.element.position.line ?? 0, left.element.position.column ?? 0, left.offset
            )
            let b = (
                right.element.position.line ?? 0, right.element.position.column ?? 0, right.offset
            )
            return a < b
        }
        throw DocumentError(ordered.map(\.element))
    }
}

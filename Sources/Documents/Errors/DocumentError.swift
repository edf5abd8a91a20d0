/// The mistakes in a document or an option: one issue or several, each with its position and
/// remedy.
///
/// A command that gets one prints `description` and ends with exit code 3; for an option with an
/// unknown name it may choose 2 (Command.md, “Exit codes”).
package struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Never empty, in the order in which they were found.
    package let issues: [Issue]

    /// - Precondition: there is an issue.
    package init(_ issues: [Issue]) {
        precondition(!issues.isEmpty, "an error has no issue: add one before throwing it")
        self.issues = issues
    }

    /// Makes the error of one issue.
    package init(
        _ code: Code, at position: Position, path: String = "", _ message: String, remedy: String
    ) {
        self.init([
            Issue(code: code, position: position, path: path, message: message, remedy: remedy)
        ])
    }

    /// One issue a line: `file:line:column: message; remedy`.
    package var description: String {
        issues.map(\.description).joined(separator: "\n")
    }
}

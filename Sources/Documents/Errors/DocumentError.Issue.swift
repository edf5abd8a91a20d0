extension DocumentError {
    /// One mistake: what, where, and the way out.
    package struct Issue: Sendable, Hashable, CustomStringConvertible {
        /// What kind of mistake it is.
        package let code: Code
        /// Where it was written.
        package let position: Position
        /// The dotted path of the value: `roles.importer.batch`; empty for the whole document.
        package let path: String
        /// What is wrong, with the words that are.
        package let message: String
        /// What to write in its place; empty where the message says it.
        package let remedy: String

        /// Makes an issue; whole errors come from the makers of `DocumentError`.
        package init(
            code: Code, position: Position, path: String, message: String, remedy: String
        ) {
            self.code = code
            self.position = position
            self.path = path
            self.message = message
            self.remedy = remedy
        }

        /// `file:line:column: message; remedy`.
        package var description: String {
            let text = remedy.isEmpty ? message : "\(message); \(remedy)"
            return "\(position): \(text)"
        }
    }
}

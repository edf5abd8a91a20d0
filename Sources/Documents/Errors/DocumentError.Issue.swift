extension DocumentError {
    /// One mistake: what, where, and the way out.
    package struct Issue: Sendable, Hashable, CustomStringConvertible {
        package let code: Code
        package let position: Position
        /// The dotted path of the value: `roles.importer.batch`; empty for the whole document.
        package let path: String
        package let message: String
        package let remedy: String

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

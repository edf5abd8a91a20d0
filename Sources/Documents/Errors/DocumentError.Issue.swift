extension DocumentError {
    /// One mistake, its position, and the remedy.
    package struct Issue: Sendable, Hashable, CustomStringConvertible {
        /// The kind of the mistake.
        package let code: Code
        /// The position of the value in its file or option.
        package let position: Position
        /// The dotted path of the value: `roles.importer.batch`; empty for the whole document.
        package let path: String
        /// The mistake, with the wrong words.
        package let message: String
        /// The text to write instead; empty if the message contains it.
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

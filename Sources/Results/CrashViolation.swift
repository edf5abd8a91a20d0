/// A crash state after which the store is not what any commit left, or not the one it had to be.
package struct CrashViolation: Codable, Sendable, Hashable {
    /// `P3/682/17`.
    package var state: String
    package var message: String
    /// The smallest difference that does it; empty where none was looked for.
    package var cause: String

    package init(state: String, message: String, cause: String = "") {
        self.state = state
        self.message = message
        self.cause = cause
    }
}

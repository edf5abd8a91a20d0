/// A crash state that recovers to the store of no commit, or to that of a wrong one.
package struct CrashViolation: Codable, Sendable, Hashable {
    /// `P3/682/17`.
    package var state: String
    package var message: String
    /// The smallest difference that causes it; empty if none was searched for.
    package var cause: String

    package init(state: String, message: String, cause: String = "") {
        self.state = state
        self.message = message
        self.cause = cause
    }
}

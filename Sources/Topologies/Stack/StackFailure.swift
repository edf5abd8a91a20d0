/// A save of a stack that failed.
package struct StackFailure: Sendable, Hashable, CustomStringConvertible {
    /// The name of the context whose save it was.
    package let context: String
    /// The error in words.
    package let message: String
    /// Whether the app had been told before that the changes were saved.
    package let isSilent: Bool

    package init(context: String, message: String, isSilent: Bool) {
        self.context = context
        self.message = message
        self.isSilent = isSilent
    }

    package var description: String {
        "the save of \(context) failed\(isSilent ? ", silently" : ""): \(message)"
    }
}

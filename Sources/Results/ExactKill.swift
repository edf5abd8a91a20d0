/// A kill at an exact operation of a recorded run, and the expected content of the disk after it.
package struct ExactKill: Codable, Sendable, Hashable {
    /// Which change of the store's files, from 1.
    package var operation: Int
    package var isAfter: Bool
    /// The digest of the image that the explorer predicts.
    package var predicted: String
    /// The digest of the files that a killed child left; `nil` before it was killed.
    package var found: String?

    package init(operation: Int, isAfter: Bool, predicted: String) {
        self.operation = operation
        self.isAfter = isAfter
        self.predicted = predicted
    }
}

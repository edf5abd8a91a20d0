import Synchronization

/// An answer that the app's code owes, once.
///
/// A second one would end the lab's operation again, and count another as done in its place.
final class SingleAnswer: Sendable {
    private let hasCome = Mutex(false)
    private let words: String

    /// - Parameter words: what is wrong with a second one, and what to do instead.
    init(_ words: String) {
        self.words = words
    }

    /// Traps if it has come before, with its words in optimised builds, too.
    func come() {
        let isSecond = hasCome.withLock { came in
            defer { came = true }
            return came
        }
        if isSecond { fatalError(words) }
    }
}

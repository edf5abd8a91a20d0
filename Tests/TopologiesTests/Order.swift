import Foundation
import Synchronization

/// Words in the order in which they came, on any queue.
final class Order: Sendable {
    private struct State {
        var words: [String] = []
        var waiters: [(word: String, resume: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var words: [String] { state.withLock { $0.words } }

    func add(_ word: String) {
        let ready = state.withLock { state in
            state.words.append(word)
            let ready = state.waiters.filter { $0.word == word }
            state.waiters.removeAll { $0.word == word }
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// Returns when the word has come, at once if it had already.
    func wait(for word: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.words.contains(word) { return true }
                state.waiters.append((word, { continuation.resume() }))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// Counts the notifications of an object while it lives.
final class NotificationCounter: @unchecked Sendable {
    // Set once, in `init`; observers may be removed from any thread.
    private var token: (any NSObjectProtocol)?
    private let counter = Mutex(0)

    var count: Int { counter.withLock { $0 } }

    init(_ name: Notification.Name, of object: AnyObject) {
        token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
            [weak self] _ in self?.counter.withLock { $0 += 1 }
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

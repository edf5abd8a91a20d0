import Foundation
import Synchronization

/// Words in the order in which they were said, on whatever queue.
final class Order: Sendable {
    private let state = Mutex<[String]>([])

    var words: [String] { state.withLock { $0 } }

    func add(_ word: String) { state.withLock { $0.append(word) } }
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

import Synchronization

/// The waits that last at this moment.
///
/// Only contended waits come here, so its lock is rarely taken.
final class WaitBoard: Sendable {
    private struct State {
        var next = 0
        var waits: [(ticket: Int, wait: Wait)] = []
    }

    private let state = Mutex(State())

    var current: [Wait] {
        state.withLock { $0.waits.map(\.wait) }
    }

    func add(_ wait: Wait) -> Int {
        state.withLock { state in
            state.next += 1
            state.waits.append((state.next, wait))
            return state.next
        }
    }

    func remove(_ ticket: Int) {
        state.withLock { state in
            state.waits.removeAll { $0.ticket == ticket }
        }
    }
}

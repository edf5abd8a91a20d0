import Synchronization

/// The living children of this process, so that one call ends them all.
///
/// `close` kills the living ones, and a child that is started later is killed as soon as it
/// registers.
package final class ChildRegistry: Sendable {
    private struct State {
        var next = 0
        var kills: [(ticket: Int, kill: @Sendable () -> Void)] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the command was interrupted: no child may be started any more.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// How many children live.
    package var count: Int { state.withLock(\.kills.count) }

    /// Kills every living child and every later one.
    ///
    /// Any thread may call it, but not a signal handler.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            // Under the lock: a child cannot be reaped, and its number given to another process,
            // before it has left the registry.
            for (_, kill) in state.kills { kill() }
        }
    }

    /// Enters a living child; kills it at once when the registry is closed.
    func add(_ kill: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.kills.append((state.next, kill))
            if state.isClosed { kill() }
            return state.next
        }
    }

    /// - Precondition: the child has not been reaped.
    func remove(_ ticket: Int) {
        state.withLock { state in
            state.kills.removeAll { $0.ticket == ticket }
        }
    }
}

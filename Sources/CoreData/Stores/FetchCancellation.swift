import Synchronization

/// Stops a fetch that runs on another queue, in the middle of a statement if need be.
final class FetchCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var interrupt: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        // Under the lock: the connection must not go back to its pool meanwhile.
        state.withLock { state in
            state.isCancelled = true
            state.interrupt?()
        }
    }

    /// Runs `body`; `cancel()` calls `interrupt` meanwhile, which makes `body` fail.
    ///
    /// - Throws: the error that `body` throws; the error of a cancelled operation if `cancel()`
    ///   came first.
    func run<T>(interrupt: @escaping @Sendable () -> Void, _ body: () throws -> T) throws -> T {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.interrupt = interrupt }
            return state.isCancelled
        }
        if isCancelled { throw CoreDataError.cancelled() }
        defer { state.withLock { $0.interrupt = nil } }
        return try body()
    }
}

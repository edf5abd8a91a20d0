import Synchronization

/// Begins pieces of asynchronous work one after the other, in the order in which they came.
///
/// Background tasks, each in a context of its own, would otherwise overlap: two imports that both
/// find no country of a code would both create it.
package final class SerialLine: Sendable {
    /// A piece of work, which calls `done` at its end.
    package typealias Piece = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var isBusy = false
        var waiting: [Piece] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func add(_ piece: @escaping Piece) {
        let isFirst = state.withLock { state in
            defer { state.isBusy = true }
            if state.isBusy { state.waiting.append(piece) }
            return !state.isBusy
        }
        if isFirst { begin(piece) }
    }

    private func begin(_ piece: @escaping Piece) {
        piece { [self] in
            let next: Piece? = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.isBusy = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            if let next { begin(next) }
        }
    }
}

import Synchronization

/// When a piece of work is over: it has run, and the saves in its context have been answered.
final class WorkTurns: Sendable {
    private struct State {
        var saves: [String: Int] = [:]
        var waiting: [String: [@Sendable () -> Void]] = [:]
    }

    private let state = Mutex(State())

    func saveWillBegin(in context: String) {
        state.withLock { $0.saves[context, default: 0] += 1 }
    }

    func saveDidEnd(in context: String) {
        let ended = state.withLock { state in
            state.saves[context]! -= 1
            return state.saves[context] == 0 ? state.waiting.removeValue(forKey: context) : nil
        }
        for done in ended ?? [] { done() }
    }

    /// - Parameter done: called now, or when the last save of the context has ended.
    func workDidEnd(in context: String, then done: @escaping @Sendable () -> Void) {
        let isSaving = state.withLock { state in
            let isSaving = state.saves[context, default: 0] > 0
            if isSaving { state.waiting[context, default: []].append(done) }
            return isSaving
        }
        if !isSaving { done() }
    }
}

import Synchronization

/// The events in their order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }
    var count: Int { entries.count }

    func note(_ entry: Entry) {
        state.withLock { $0.append(entry) }
    }
}

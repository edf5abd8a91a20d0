import Execution

/// Records all calls of an execution to its observer.
final class RecordingObserver: ExecutionObserver {
    enum Call: Hashable {
        case willBegin(String)
        case didEnd(String, isIdle: Bool)
        case spanWillBegin(Cause)
        case spanDidEnd(Cause)
        case waited(Cause, waiter: String, resource: String, holder: String?)
    }

    private let journal = Journal<Call>()
    private let lengths = Journal<Duration>()

    var calls: [Call] { journal.entries }

    /// How long each wait was, in the order of their ends.
    var waitLengths: [Duration] { lengths.entries }

    /// The calls about blocks on one queue.
    func blocks(of label: String) -> [Call] {
        calls.filter { call in
            switch call {
            case .willBegin(label), .didEnd(label, isIdle: _): true
            default: false
            }
        }
    }

    var waits: [Call] {
        calls.filter { if case .waited = $0 { true } else { false } }
    }

    func blockWillBegin(on queue: any ExecutionQueue) { journal.note(.willBegin(queue.label)) }

    func blockDidEnd(on queue: any ExecutionQueue, isIdle: Bool) {
        journal.note(.didEnd(queue.label, isIdle: isIdle))
    }

    func spanWillBegin(_ cause: Cause) { journal.note(.spanWillBegin(cause)) }
    func spanDidEnd(_ cause: Cause) { journal.note(.spanDidEnd(cause)) }

    func waitDidEnd(_ wait: Wait, at instant: Instant) {
        lengths.note(instant - wait.began)
        journal.note(
            .waited(
                wait.cause, waiter: wait.waiter, resource: wait.resource, holder: wait.holder))
    }
}

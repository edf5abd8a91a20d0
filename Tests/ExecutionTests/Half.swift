import Execution
import Foundation
import Testing

/// One of the two halves of the seam, for tests of their common rules.
///
/// The same body runs on either, outside of any queue, and waits only as the execution does.
enum Half: Equatable, Sendable, CaseIterable, CustomTestStringConvertible {
    case dispatch
    /// 0 is the canonical interleaving.
    case virtual(interleaving: UInt64)

    static let allCases: [Half] = [.dispatch] + (0..<8).map { .virtual(interleaving: $0) }

    var testDescription: String {
        switch self {
        case .dispatch: "Dispatch"
        case .virtual(let interleaving): "virtual time, interleaving \(interleaving)"
        }
    }

    /// The objects that a body gets.
    struct Stage: Sendable {
        let execution: any Execution
        /// Runs a block on a thread of its own, outside of any queue.
        let onThread: @Sendable (@escaping @Sendable () -> Void) -> Void

        func queue(_ label: String) -> any ExecutionQueue {
            execution.makeQueue(label: label, cause: .waitForContext)
        }

        func lock() -> any ExecutionLock {
            execution.makeLock(label: "coordinator", cause: .waitForCoordinator)
        }

        /// Waits until a condition holds; others run meanwhile.
        func until(_ condition: () -> Bool) {
            for _ in 0..<10_000 {
                if condition() { return }
                execution.sleep(for: .milliseconds(1))
            }
            fatalError("the condition did not come to hold in ten seconds")
        }

        /// Runs a block on a queue, and waits outside of all queues.
        func run<T: Sendable>(
            on queue: any ExecutionQueue, _ body: @escaping @Sendable () -> T
        ) -> T {
            let journal = Journal<T>()
            queue.async { journal.note(body()) }
            until { journal.count == 1 }
            return journal.entries[0]
        }
    }

    /// Runs a body and returns when it, and in virtual time all that it left behind, is done.
    func run(
        observer: (any ExecutionObserver)? = nil, _ body: @escaping @Sendable (Stage) -> Void
    ) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                switch self {
                case .dispatch:
                    body(
                        Stage(execution: DispatchExecution(observer: observer)) {
                            Thread.detachNewThread($0)
                        })
                case .virtual(let interleaving):
                    let execution = VirtualExecution(
                        seed: 1, interleaving: interleaving, observer: observer)
                    execution.detach {
                        body(Stage(execution: execution) { execution.detach($0) })
                    }
                    let end = execution.run()
                    precondition(end == .quiescent, "\(end)")
                }
                continuation.resume()
            }
        }
    }
}

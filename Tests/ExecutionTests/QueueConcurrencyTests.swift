import Execution
import Foundation
import Testing

@Suite struct QueueConcurrencyTests {
    private let execution = DispatchExecution(observer: nil)

    private func queue(_ label: String) -> any ExecutionQueue {
        execution.makeQueue(label: label, cause: .waitForContext)
    }

    /// Runs a block on a queue and waits without holding a thread.
    private func run<T: Sendable>(
        on queue: any ExecutionQueue, _ body: @escaping () -> T
    ) async -> T {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    @Test func `Blocks run one at a time, in the order in which they came`() async {
        let queue = queue("a")
        let journal = Journal<Int>()
        nonisolated(unsafe) var running = 0
        for index in 0..<500 {
            queue.async {
                running += 1
                if running == 1 { journal.note(index) }
                running -= 1
            }
        }
        _ = await run(on: queue) { true }
        #expect(journal.entries == Array(0..<500))
    }

    @Test func `A queue that waits for itself runs the block on the spot`() async {
        let queue = queue("a")
        let depth = await run(on: queue) {
            queue.sync { queue.sync { queue.isCurrent ? 3 : 0 } }
        }
        #expect(depth == 3)
    }

    //   background              main
    //   ──────────              ────
    //   block A
    //     main.sync ──────────▶ block B
    //       (waits)               background.sync: A waits for B, so B holds both;
    //       (waits)               run at once, or wait for ever ◀── we are here
    //     … ◀──────────────────
    @Test(.timeLimit(.minutes(1)))
    func `A chain background, main, background is one chain`() async {
        let background = queue("background")
        let main = execution.mainQueue
        let seen = await run(on: background) {
            main.sync { () -> [Bool] in
                let both = [background.isCurrent, main.isCurrent]
                return background.sync { both + [background.isCurrent, main.isCurrent] }
            }
        }
        #expect(seen == [true, true, true, true])
    }

    @Test func `A queue is not current in a block that was only enqueued from it`() async {
        let first = queue("first")
        let second = queue("second")
        let isCurrent = await withCheckedContinuation { continuation in
            first.async {
                second.async { continuation.resume(returning: first.isCurrent) }
            }
        }
        #expect(!isCurrent)
    }

    @Test func `The innermost queue is the current one`() async {
        let outer = queue("outer")
        let inner = queue("inner")
        #expect(execution.currentQueue == nil)
        let labels = await run(on: outer) { [execution] in
            let before = execution.currentQueue?.label
            let within = inner.sync { execution.currentQueue?.label }
            return [before, within, execution.currentQueue?.label]
        }
        #expect(labels == ["outer", "inner", "outer"])
    }

    @Test func `A queue's block runs under the queue's execution`() async {
        let queue = queue("a")
        let isBound = await run(on: queue) { [execution] in Executions.current === execution }
        #expect(isBound)
    }

    @Test func `A block that waits keeps its queue and its execution`() async {
        let isBound = await withCheckedContinuation { continuation in
            let execution = DispatchExecution(observer: RecordingObserver())
            let queue = execution.makeQueue(label: "a", cause: .waitForContext)
            queue.async {
                Thread.sleep(forTimeInterval: 0.02)
                queue.async {
                    continuation.resume(returning: Executions.current.observer != nil)
                }
            }
        }
        #expect(isBound)
    }

    @Test func `A value and an error come out of sync`() {
        struct Failure: Error {}
        let queue = queue("a")
        #expect(queue.sync { 7 } == 7)
        #expect(throws: Failure.self) { try queue.sync { throw Failure() } }
    }

    // The test's own code is a callback of the main queue, in no block of ours.
    @MainActor @Test(.timeLimit(.minutes(1)))
    func `Code of the main queue outside of any block holds the main queue`() {
        let main = execution.mainQueue
        let background = queue("background")
        #expect(main.isCurrent)
        #expect(execution.isOnMainThread)
        let isCurrent = background.sync { [execution] () -> Bool in
            #expect(execution.isOnMainThread)
            return main.sync { main.isCurrent && background.isCurrent }
        }
        #expect(isCurrent)
    }

    @Test func `A background block's time is not the main thread's, but what it hands over is`()
        async
    {
        let background = queue("background")
        let main = execution.mainQueue
        let seen = await run(on: background) { [execution] in
            [execution.isOnMainThread, main.sync { execution.isOnMainThread }]
        }
        #expect(seen == [false, true])
        let other = queue("other")
        let handed = await run(on: main) { [execution] in other.sync { execution.isOnMainThread } }
        #expect(handed)
    }

    @Test func `Objects of two executions cannot be joined`() async {
        await #expect(processExitsWith: .failure) {
            Executions.requireSame(
                DispatchExecution(observer: nil), DispatchExecution(observer: nil), "a and b")
        }
        Executions.requireSame(execution, execution, "the same")
    }
}

import Execution
import Foundation
import Testing

@Suite struct QueueConcurrencyTests {
    @Test(arguments: Half.allCases)
    func `Blocks run one at a time, in the order in which they came`(half: Half) async {
        let journal = Journal<Int>()
        await half.run { stage in
            let queue = stage.queue("a")
            nonisolated(unsafe) var running = 0
            for index in 0..<500 {
                queue.async {
                    running += 1
                    stage.execution.interaction()
                    if running == 1 { journal.note(index) }
                    running -= 1
                }
            }
            _ = stage.run(on: queue) { true }
        }
        #expect(journal.entries == Array(0..<500))
    }

    @Test(arguments: Half.allCases)
    func `A queue that waits for itself runs the block on the spot`(half: Half) async {
        let depths = Journal<Int>()
        await half.run { stage in
            let queue = stage.queue("a")
            depths.note(
                stage.run(on: queue) {
                    queue.sync { queue.sync { queue.isCurrent ? 3 : 0 } }
                })
        }
        #expect(depths.entries == [3])
    }

    //   background              main
    //   ──────────              ────
    //   block A
    //     main.sync ──────────▶ block B
    //       (waits)               background.sync: A waits for B, so B holds both;
    //       (waits)               run at once, or wait for ever ◀── we are here
    //     … ◀──────────────────
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A chain background, main, background is one chain`(half: Half) async {
        let seen = Journal<[Bool]>()
        await half.run { stage in
            let background = stage.queue("background")
            let main = stage.execution.mainQueue
            seen.note(
                stage.run(on: background) {
                    main.sync { () -> [Bool] in
                        let both = [background.isCurrent, main.isCurrent]
                        return background.sync {
                            both + [background.isCurrent, main.isCurrent]
                        }
                    }
                })
        }
        #expect(seen.entries == [[true, true, true, true]])
    }

    @Test(arguments: Half.allCases)
    func `A queue is not current in a block that was only enqueued from it`(half: Half) async {
        let isCurrent = Journal<Bool>()
        await half.run { stage in
            let first = stage.queue("first")
            let second = stage.queue("second")
            first.async {
                second.async { isCurrent.note(first.isCurrent) }
            }
            stage.until { isCurrent.count == 1 }
        }
        #expect(isCurrent.entries == [false])
    }

    @Test(arguments: Half.allCases)
    func `The innermost queue is the current one`(half: Half) async {
        let labels = Journal<[String?]>()
        await half.run { stage in
            let execution = stage.execution
            let outer = stage.queue("outer")
            let inner = stage.queue("inner")
            let outside = execution.currentQueue?.label
            labels.note(
                stage.run(on: outer) {
                    let before = execution.currentQueue?.label
                    let within = inner.sync { execution.currentQueue?.label }
                    return [outside, before, within, execution.currentQueue?.label]
                })
        }
        #expect(labels.entries == [[nil, "outer", "inner", "outer"]])
    }

    @Test(arguments: Half.allCases)
    func `A queue's block runs under the queue's execution`(half: Half) async {
        let isBound = Journal<Bool>()
        await half.run { stage in
            let queue = stage.queue("a")
            isBound.note(
                stage.run(on: queue) { Executions.current === stage.execution })
            isBound.note(
                stage.run(on: stage.execution.mainQueue) {
                    Executions.current === stage.execution
                })
        }
        #expect(isBound.entries == [true, true])
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

    @Test(arguments: Half.allCases)
    func `A value and an error come out of sync`(half: Half) async {
        struct Failure: Error {}
        let values = Journal<Int>()
        let errors = Journal<Bool>()
        await half.run { stage in
            for queue in [stage.queue("a"), stage.execution.mainQueue] {
                values.note(queue.sync { 7 })
                do {
                    try queue.sync { throw Failure() }
                } catch {
                    errors.note(error is Failure)
                }
            }
        }
        #expect(values.entries == [7, 7])
        #expect(errors.entries == [true, true])
    }

    // The test's own code is a callback of the main queue, in no block of ours.
    @MainActor @Test(.timeLimit(.minutes(30)))
    func `Code of the main queue outside of any block holds the main queue`() {
        let execution = DispatchExecution(observer: nil)
        let main = execution.mainQueue
        let background = execution.makeQueue(label: "background", cause: .waitForContext)
        #expect(main.isCurrent)
        #expect(execution.isOnMainThread)
        let isCurrent = background.sync { () -> Bool in
            #expect(execution.isOnMainThread)
            return main.sync { main.isCurrent && background.isCurrent }
        }
        #expect(isCurrent)
    }

    @Test(arguments: Half.allCases)
    func `A background block's time is not the main thread's, but what it hands over is`(
        half: Half
    ) async {
        let seen = Journal<[Bool]>()
        await half.run { stage in
            let execution = stage.execution
            let background = stage.queue("background")
            let other = stage.queue("other")
            let main = execution.mainQueue
            seen.note(
                stage.run(on: background) {
                    [execution.isOnMainThread, main.sync { execution.isOnMainThread }]
                })
            seen.note(
                stage.run(on: main) { [other.sync { execution.isOnMainThread }] })
        }
        #expect(seen.entries == [[false, true], [true]])
    }

    @Test func `Objects of two executions cannot be joined`() async {
        await #expect(processExitsWith: .failure) {
            Executions.requireSame(
                DispatchExecution(observer: nil), DispatchExecution(observer: nil), "a and b")
        }
        let execution = DispatchExecution(observer: nil)
        Executions.requireSame(execution, execution, "the same")
    }
}

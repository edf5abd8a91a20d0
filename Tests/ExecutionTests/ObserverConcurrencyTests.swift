import Execution
import Foundation
import Testing

@Suite struct ObserverConcurrencyTests {
    private let observer = RecordingObserver()

    //   a   │ 1st ░░░░░│ 2nd │ 3rd │ (idle)      the stretch ends where nothing waits any more
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A queue is idle after the last of the blocks that wait`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            let queue = stage.queue("a")
            let mayEnd = Journal<Bool>()
            queue.async { stage.until { mayEnd.count == 1 } }
            queue.async {}
            queue.async {}
            mayEnd.note(true)
            stage.until { observer.blocks(of: "a").count == 6 }
        }
        #expect(
            observer.blocks(of: "a") == [
                .willBegin("a"), .didEnd("a", isIdle: false),
                .willBegin("a"), .didEnd("a", isIdle: false),
                .willBegin("a"), .didEnd("a", isIdle: true),
            ])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A block that enqueues its successor is not followed by idleness`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            let queue = stage.queue("a")
            queue.async { queue.async {} }
            stage.until { observer.blocks(of: "a").count == 4 }
        }
        #expect(
            observer.blocks(of: "a") == [
                .willBegin("a"), .didEnd("a", isIdle: false), .willBegin("a"),
                .didEnd("a", isIdle: true),
            ])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `What runs within a block is no block of its own`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            let outer = stage.queue("outer")
            let inner = stage.queue("inner")
            outer.async {
                inner.sync {}
                outer.sync {}
            }
            stage.until { observer.blocks(of: "outer").count == 2 }
        }
        #expect(observer.calls == [.willBegin("outer"), .didEnd("outer", isIdle: true)])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `What a thread outside of any queue waits for is a block`(half: Half) async {
        await half.run(observer: observer) { stage in
            stage.queue("a").sync {}
        }
        #expect(observer.calls == [.willBegin("a"), .didEnd("a", isIdle: true)])
    }

    //   background          main
    //   ──────────          ────
    //   block
    //     main.sync ──────▶ block: it takes the main thread's time, for any caller
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `What another queue hands to main is a block of main`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            let background = stage.queue("background")
            let main = stage.execution.mainQueue
            background.async { main.sync {} }
            stage.until { observer.blocks(of: "background").count == 2 }
        }
        #expect(observer.blocks(of: "main").first == .willBegin("main"))
        #expect(observer.blocks(of: "main").count == 2)
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `Spans are told on the main thread alone, and nest`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            let background = stage.queue("background")
            let main = stage.execution.mainQueue
            background.async { stage.execution.span(.save) {} }
            stage.until { observer.blocks(of: "background").count == 2 }
            main.async { stage.execution.span(.save) { stage.execution.span(.fetch) {} } }
            stage.until { observer.blocks(of: "main").count == 2 }
        }
        let spans = observer.calls.filter { call in
            switch call {
            case .spanWillBegin, .spanDidEnd: true
            default: false
            }
        }
        #expect(
            spans == [
                .spanWillBegin(.save), .spanWillBegin(.fetch), .spanDidEnd(.fetch),
                .spanDidEnd(.save),
            ])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A span ends where its body throws`(half: Half) async {
        await half.run(observer: observer) { [observer] stage in
            struct Failure: Error {}
            let main = stage.execution.mainQueue
            main.async { try? stage.execution.span(.save) { throw Failure() } }
            stage.until { observer.blocks(of: "main").count == 2 }
        }
        #expect(observer.calls.contains(.spanDidEnd(.save)))
    }

    //   ui
    //   ──
    //   queue.sync    enters and leaves
    //   queue.async   in the queue, not begun
    //   queue.sync…   waits for that block, not for itself
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A caller that has left a queue is not the holder of its next wait`(half: Half) async {
        let rounds = 2_000
        await half.run(observer: observer) { [observer] stage in
            let queue = stage.queue("queue")
            let ui = stage.queue("ui")
            ui.async {
                for _ in 0..<rounds {
                    queue.sync {}
                    queue.async {}
                    queue.sync {}
                }
            }
            stage.until { observer.blocks(of: "ui").count == 2 }
        }
        let own = RecordingObserver.Call.waited(
            .waitForContext, waiter: "ui", resource: "queue", holder: "ui")
        #expect(!observer.waits.isEmpty)
        #expect(!observer.waits.contains(own))
    }

    //   holder              ui
    //   ──────              ──
    //   block
    //                       holder.sync… (waits)
    //   ends ─────────────▶ runs; the wait has its cause, its waiter and its holder
    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `Waiting for a busy queue is told with its holder`(half: Half) async {
        let waits = Journal<Wait?>()
        await half.run(observer: observer) { [observer] stage in
            let holder = stage.queue("holder")
            let ui = stage.queue("ui")
            let isBusy = Journal<Bool>()
            let mayEnd = Journal<Bool>()
            holder.async {
                isBusy.note(true)
                stage.until { mayEnd.count == 1 }
            }
            stage.until { isBusy.count == 1 }
            ui.async { holder.sync {} }
            stage.until { !stage.execution.currentWaits.isEmpty }
            waits.note(stage.execution.currentWaits.first)
            mayEnd.note(true)
            stage.until { observer.blocks(of: "ui").count == 2 }
            waits.note(stage.execution.currentWaits.first)
        }
        let wait = waits.entries[0]
        #expect(wait?.waiter == "ui")
        #expect(wait?.resource == "holder")
        #expect(wait?.holder == "holder")
        #expect(waits.entries[1] == nil)
        #expect(
            observer.waits == [
                .waited(.waitForContext, waiter: "ui", resource: "holder", holder: "holder")
            ])
    }

    @Test(.timeLimit(.minutes(30)), arguments: Half.allCases)
    func `A queue held by another queue's wait names that other`(half: Half) async {
        let holders = Journal<String?>()
        await half.run(observer: observer) { stage in
            let middle = stage.queue("middle")
            let inner = stage.queue("inner")
            let late = stage.queue("late")
            let isBusy = Journal<Bool>()
            let mayEnd = Journal<Bool>()
            middle.async {
                inner.sync {
                    isBusy.note(true)
                    stage.until { mayEnd.count == 1 }
                }
            }
            stage.until { isBusy.count == 1 }
            late.async { inner.sync {} }
            stage.until { !stage.execution.currentWaits.isEmpty }
            holders.note(stage.execution.currentWaits.first?.holder)
            mayEnd.note(true)
            stage.until { stage.execution.currentWaits.isEmpty }
        }
        #expect(holders.entries == ["middle"])
    }
}

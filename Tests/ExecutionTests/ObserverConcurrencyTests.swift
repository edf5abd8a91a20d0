import Execution
import Foundation
import Testing

@Suite struct ObserverConcurrencyTests {
    private let observer = RecordingObserver()
    private let execution: DispatchExecution

    init() {
        execution = DispatchExecution(observer: observer)
    }

    private func queue(_ label: String) -> any ExecutionQueue {
        execution.makeQueue(label: label, cause: .waitForContext)
    }

    //   a   │ 1st ░░░░░│ 2nd │ 3rd │ (idle)      the stretch ends where nothing waits any more
    @Test(.timeLimit(.minutes(1)))
    func `A queue is idle after the last of the blocks that wait`() async {
        let queue = queue("a")
        let mayEnd = Journal<Bool>()
        queue.async { while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) } }
        queue.async {}
        queue.async {}
        mayEnd.note(true)
        await until { observer.blocks(of: "a").count == 6 }
        #expect(
            observer.blocks(of: "a") == [
                .willBegin("a"), .didEnd("a", isIdle: false),
                .willBegin("a"), .didEnd("a", isIdle: false),
                .willBegin("a"), .didEnd("a", isIdle: true),
            ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `A block that enqueues its successor is not followed by idleness`() async {
        let queue = queue("a")
        queue.async { queue.async {} }
        await until { observer.blocks(of: "a").count == 4 }
        #expect(
            observer.blocks(of: "a") == [
                .willBegin("a"), .didEnd("a", isIdle: false), .willBegin("a"),
                .didEnd("a", isIdle: true),
            ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `What runs within a block is no block of its own`() async {
        let outer = queue("outer")
        let inner = queue("inner")
        outer.async {
            inner.sync {}
            outer.sync {}
        }
        await until { observer.blocks(of: "outer").count == 2 }
        #expect(observer.calls == [.willBegin("outer"), .didEnd("outer", isIdle: true)])
    }

    @Test func `What a thread outside of any queue waits for is a block`() {
        queue("a").sync {}
        #expect(observer.calls == [.willBegin("a"), .didEnd("a", isIdle: true)])
    }

    //   background          main
    //   ──────────          ────
    //   block
    //     main.sync ──────▶ block: it takes the main thread's time, whoever asked for it
    @Test(.timeLimit(.minutes(1)))
    func `What another queue hands to main is a block of main`() async {
        let background = queue("background")
        let main = execution.mainQueue
        background.async { main.sync {} }
        await until { observer.blocks(of: "background").count == 2 }
        #expect(observer.blocks(of: "main").first == .willBegin("main"))
        #expect(observer.blocks(of: "main").count == 2)
    }

    @Test(.timeLimit(.minutes(1)))
    func `Spans are told on the main thread alone, and nest`() async {
        let background = queue("background")
        let main = execution.mainQueue
        background.async { [execution] in execution.span(.save) {} }
        await until { observer.blocks(of: "background").count == 2 }
        main.async { [execution] in execution.span(.save) { execution.span(.fetch) {} } }
        await until { observer.blocks(of: "main").count == 2 }
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

    @Test func `A span ends where its body throws`() async {
        struct Failure: Error {}
        let main = execution.mainQueue
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            main.async { [execution] in
                try? execution.span(.save) { throw Failure() }
                continuation.resume()
            }
        }
        await until { observer.blocks(of: "main").count == 2 }
        #expect(observer.calls.contains(.spanDidEnd(.save)))
    }

    //   holder              ui
    //   ──────              ──
    //   block
    //                       holder.sync… (waits)
    //   ends ─────────────▶ runs; the wait has its cause, its waiter and its holder
    @Test(.timeLimit(.minutes(1)))
    func `Waiting for a busy queue is told with its holder`() async {
        let holder = queue("holder")
        let ui = queue("ui")
        let isBusy = Journal<Bool>()
        let mayEnd = Journal<Bool>()
        holder.async {
            isBusy.note(true)
            while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
        }
        await until { isBusy.count == 1 }
        ui.async { holder.sync {} }
        await until { !execution.currentWaits.isEmpty }
        let wait = execution.currentWaits.first
        #expect(wait?.waiter == "ui")
        #expect(wait?.resource == "holder")
        #expect(wait?.holder == "holder")
        mayEnd.note(true)
        await until { observer.blocks(of: "ui").count == 2 }
        #expect(execution.currentWaits.isEmpty)
        #expect(
            observer.waits == [
                .waited(.waitForContext, waiter: "ui", resource: "holder", holder: "holder")
            ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `A queue held by another queue's wait names that other`() async {
        let middle = queue("middle")
        let inner = queue("inner")
        let late = queue("late")
        let isBusy = Journal<Bool>()
        let mayEnd = Journal<Bool>()
        middle.async {
            inner.sync {
                isBusy.note(true)
                while mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        await until { isBusy.count == 1 }
        late.async { inner.sync {} }
        await until { !execution.currentWaits.isEmpty }
        #expect(execution.currentWaits.first?.holder == "middle")
        mayEnd.note(true)
        await until { execution.currentWaits.isEmpty }
    }
}

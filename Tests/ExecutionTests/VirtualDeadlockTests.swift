import Execution
import Foundation
import Testing

@Suite struct `Deadlocks in virtual time` {
    //   a │ lock 1 ── 10 ms ── lock 2 ░░░░ …
    //   b │ lock 2 ── 20 ms ────── lock 1 ░ ◀── the circle closes: found here, at 20 ms
    @Test func `A circle of waits is told when it closes, though a timer ticks`() throws {
        let execution = VirtualExecution(seed: 1)
        let first = execution.makeLock(label: "first", cause: .waitForStore)
        let second = execution.makeLock(label: "second", cause: .waitForStore)
        func start(_ label: String, _ a: any ExecutionLock, _ b: any ExecutionLock, _ ms: Int) {
            execution.makeQueue(label: label, cause: .waitForContext).async {
                a.lock()
                execution.sleep(for: .milliseconds(ms))
                b.lock()
            }
        }
        start("importer", first, second, 10)
        start("ui", second, first, 20)
        _ = execution.makeTimer(
            on: execution.mainQueue, at: execution.now, every: .milliseconds(16)
        ) { _ in }
        guard case .deadlock(let deadlock) = execution.run() else {
            Issue.record("no deadlock was found")
            return
        }
        #expect(deadlock.isCircle)
        #expect(deadlock.instant == Instant(nanoseconds: 20_000_000))
        #expect(deadlock.waits.map(\.waiter) == ["ui", "importer"])
        #expect(deadlock.waits.map(\.resource) == ["first", "second"])
        #expect(deadlock.waits.map(\.holder) == ["importer", "ui"])
        #expect(
            deadlock.description.contains(
                "“ui” waits for “first”, which “importer” holds, since 20.0 ms"))
        execution.close()
    }

    @Test func `A signal that nobody is left to give is told when all is quiet`() throws {
        let execution = VirtualExecution(seed: 1)
        let semaphore = execution.makeSemaphore(label: "readers", value: 0, cause: .waitForStore)
        execution.makeQueue(label: "reader", cause: .waitForContext).async { semaphore.wait() }
        guard case .deadlock(let deadlock) = execution.run() else {
            Issue.record("no deadlock was found")
            return
        }
        #expect(!deadlock.isCircle)
        #expect(deadlock.waits.map(\.resource) == ["readers"])
        // A signal from outside, and the next run goes on.
        semaphore.signal()
        #expect(execution.run() == .quiescent)
    }

    //   main   │ background.sync ░░░░ …
    //   backgr.│ main.sync ░ ◀── neither can go on, and main's thread is one of them
    @Test func `A deadlock of the main queue ends the process with who waits for whom`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let execution = VirtualExecution(seed: 1)
            let background = execution.makeQueue(label: "background", cause: .waitForContext)
            try execution.run {
                background.async {
                    execution.sleep(for: .milliseconds(2))
                    execution.mainQueue.sync {}
                }
                execution.sleep(for: .milliseconds(1))
                background.sync {}
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("deadlock: a circle of waits closed at 2.0 ms"))
        #expect(text.contains("“background” waits for “main”"))
        #expect(text.contains("“main” waits for “background”"))
    }

    @Test func `A thread outside of virtual time that calls a running execution traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let execution = VirtualExecution(seed: 1)
            let queue = execution.makeQueue(label: "a", cause: .waitForContext)
            try execution.run {
                Thread.detachNewThread { queue.async {} }
                Thread.sleep(forTimeInterval: 5)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a thread outside of virtual time called"))
    }

    //   impatient │ 0 ms: is it done? is it done? … the clock stands, and the other one's turn
    //   slow      │ 1 ms: done               ◀── never comes
    @Test func `A loop that waits without letting time pass traps`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let execution = VirtualExecution(seed: 1)
            nonisolated(unsafe) var isDone = false
            execution.makeQueue(label: "slow", cause: .waitForContext).async {
                execution.sleep(for: .milliseconds(1))
                isDone = true
            }
            try execution.run { while !isDone { execution.interaction() } }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a loop lets no time pass"))
    }

    @Test func `A run within a run traps`() async {
        await #expect(processExitsWith: .failure) {
            let execution = VirtualExecution(seed: 1)
            try execution.run { _ = execution.run() }
        }
    }

    @Test func `A lock that its chain holds traps in virtual time too`() async {
        await #expect(processExitsWith: .failure) {
            let execution = VirtualExecution(seed: 1)
            let lock = execution.makeLock(label: "a", cause: .waitForStore)
            let background = execution.makeQueue(label: "background", cause: .waitForContext)
            background.async {
                lock.lock()
                execution.mainQueue.sync { lock.lock() }
            }
            _ = execution.run()
        }
    }
}

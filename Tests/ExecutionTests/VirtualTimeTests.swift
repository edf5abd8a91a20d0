import Execution
import Foundation
import Testing

/// The additional rules of virtual time: exact times, and no randomness.
@Suite struct `Virtual time` {
    private func milliseconds(_ instant: Instant) -> Double {
        Double(instant.nanoseconds) / 1e6
    }

    //   importer │ lock ███████████ 50 ms ██ unlock
    //   ui       │      10 ms: lock ░░░░░░░░ 40 ms ░ ██
    @Test func `A wait for a lock has its exact length`() throws {
        let observer = RecordingObserver()
        let execution = VirtualExecution(seed: 1, observer: observer)
        let lock = execution.makeLock(label: "coordinator", cause: .waitForCoordinator)
        let importer = execution.makeQueue(label: "importer", cause: .waitForContext)
        let ui = execution.makeQueue(label: "ui", cause: .waitForContext)
        let granted = Journal<Instant>()
        importer.async {
            lock.withLock { execution.sleep(for: .milliseconds(50)) }
        }
        ui.async {
            execution.sleep(for: .milliseconds(10))
            lock.withLock { granted.note(execution.now) }
        }
        #expect(execution.run() == .quiescent)
        #expect(granted.entries.map(milliseconds) == [50])
        #expect(observer.waitLengths == [.milliseconds(40)])
        #expect(milliseconds(execution.now) == 50)
    }

    //   lock   ████ 50 µs ██ unlock ░ 5 µs ░ ██ the waiter
    //   queue  ░ 5 µs ░ ██ first ██ second
    @Test func `A sleeping thread wakes before it goes on, and one that runs does not`() throws {
        var costs = UnitCosts.reference
        costs.wakeNanoseconds = 5_000
        let execution = VirtualExecution(seed: 1, costs: costs)
        let lock = execution.makeLock(label: "coordinator", cause: .waitForCoordinator)
        let queue = execution.makeQueue(label: "importer", cause: .waitForContext)
        let ends = Journal<Int64>()
        try execution.run {
            let began = execution.now
            for length in [50, 0] {
                queue.async {
                    ends.note((execution.now - began).wholeNanoseconds)
                    lock.withLock { execution.sleep(for: .microseconds(length)) }
                }
            }
            execution.sleep(for: .microseconds(20))
            lock.withLock { ends.note((execution.now - began).wholeNanoseconds) }
        }
        #expect(ends.entries == [5_000, 55_000, 60_000])
    }

    @Test func `Work takes its unit costs, and nobody runs meanwhile`() throws {
        var costs = UnitCosts.reference
        costs[.objectsInserted] = 1_000
        let execution = VirtualExecution(seed: 1, costs: costs)
        let other = execution.makeQueue(label: "other", cause: .waitForContext)
        let order = Journal<String>()
        try execution.run {
            other.async { order.note("other") }
            order.note("main")
            execution.charge(.objectsInserted, 2_500)
            order.note("main has charged")
        }
        #expect(order.entries == ["main", "main has charged", "other"])
        #expect(execution.now == Instant(nanoseconds: 2_500_000))
        #expect(execution.amount(of: .objectsInserted) == 2_500)
    }

    @Test func `A call to a file takes its cost, and others run before and after it`() throws {
        var costs = UnitCosts.reference
        costs[.write] = UnitCosts.Call(callNanoseconds: 1_000, kibibyteNanoseconds: 10)
        let execution = VirtualExecution(seed: 1, costs: costs)
        let other = execution.makeQueue(label: "other", cause: .waitForContext)
        let order = Journal<String>()
        try execution.run {
            other.async {
                order.note("other")
                execution.sleep(for: .nanoseconds(500))
                order.note("other, during the write")
            }
            execution.io(.write, bytes: 4096)
            order.note("main")
        }
        #expect(order.entries == ["other", "other, during the write", "main"])
        #expect(execution.now == Instant(nanoseconds: 1_040))
    }

    @Test func `Timers fire at their exact instants`() throws {
        let execution = VirtualExecution(seed: 1)
        let queue = execution.makeQueue(label: "a", cause: .waitForContext)
        let fired = Journal<[Double]>()
        let timer = execution.makeTimer(
            on: queue, at: Instant(nanoseconds: 5_000_000), every: .milliseconds(10)
        ) { [self] due in
            fired.note([milliseconds(due), milliseconds(execution.now)])
            // Longer than the interval, once: the firings due meanwhile are one.
            if fired.count == 2 { execution.sleep(for: .milliseconds(25)) }
        }
        #expect(execution.run(until: Instant(nanoseconds: 70_000_000)) == .reachedLimit)
        timer.cancel()
        #expect(execution.run() == .quiescent)
        #expect(
            fired.entries == [[5, 5], [15, 15], [25, 40], [45, 45], [55, 55], [65, 65]])
        #expect(milliseconds(execution.now) == 70)
    }

    @Test func `A timer that begins in the past goes on in step with the present`() throws {
        let execution = VirtualExecution(seed: 1)
        let fired = Journal<[Double]>()
        try execution.run {
            execution.sleep(for: .milliseconds(95))
            _ = execution.makeTimer(
                on: execution.mainQueue, at: Instant(nanoseconds: 0), every: .milliseconds(10)
            ) { [self] due in
                fired.note([milliseconds(due), milliseconds(execution.now)])
                if fired.count == 3 { execution.stop() }
            }
        }
        #expect(fired.entries == [[0, 95], [100, 100], [110, 110]])
        execution.close()
    }

    @Test func `A stopped run goes on with the next one`() throws {
        let execution = VirtualExecution(seed: 1)
        let queue = execution.makeQueue(label: "a", cause: .waitForContext)
        let seen = Journal<String>()
        queue.async {
            execution.sleep(for: .milliseconds(1))
            execution.stop()
            execution.sleep(for: .milliseconds(1))
            seen.note("end")
        }
        #expect(execution.run() == .stopped)
        #expect(seen.entries.isEmpty)
        #expect(execution.run() == .quiescent)
        #expect(seen.entries == ["end"])
    }

    @Test func `A main block that was enqueued before is run before a run's body`() throws {
        let execution = VirtualExecution(seed: 1)
        let order = Journal<Int>()
        execution.mainQueue.async { order.note(1) }
        let isMain = try execution.run { () -> Bool in
            order.note(2)
            return execution.isOnMainThread && execution.mainQueue.isCurrent
        }
        #expect(isMain)
        #expect(order.entries == [1, 2])
    }

    @Test func `Main blocks run on the thread that runs the execution`() throws {
        let execution = VirtualExecution(seed: 1)
        let background = execution.makeQueue(label: "background", cause: .waitForContext)
        let here = Thread.current
        let isHere = Journal<Bool>()
        background.async {
            isHere.note(Thread.current === here)
            execution.mainQueue.sync { isHere.note(Thread.current === here) }
            execution.mainQueue.async { isHere.note(Thread.current === here) }
        }
        #expect(execution.run() == .quiescent)
        #expect(isHere.entries == [false, true, true])
    }

    @Test func `Random bits follow from the seed`() {
        func bits(_ seed: UInt64) -> [UInt64] {
            let execution = VirtualExecution(seed: seed)
            return (0..<4).map { _ in execution.randomBits() }
        }
        #expect(bits(1) == bits(1))
        #expect(bits(1) != bits(2))
    }

    @Test func `An execution and its threads go when nobody keeps them`() throws {
        weak var gone: VirtualExecution?
        do {
            let execution = VirtualExecution(seed: 1)
            gone = execution
            let queue = execution.makeQueue(label: "a", cause: .waitForContext)
            queue.async {}
            try execution.run { queue.sync {} }
        }
        #expect(gone == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `Tasks run in virtual time under the task executor`() async throws {
        let execution = VirtualExecution(seed: 1)
        let queue = execution.makeQueue(label: "a", cause: .waitForContext)
        let instants = try await execution.runTask {
            let isBound = Executions.current === execution
            let first = await withCheckedContinuation { continuation in
                queue.async {
                    execution.sleep(for: .seconds(3))
                    continuation.resume(returning: execution.now)
                }
            }
            async let child = execution.now
            return isBound ? [first, await child] : []
        }
        #expect(instants.map(milliseconds) == [3_000, 3_000])
    }
}

import Dispatch
import Execution
import Runs
import Synchronization
import Testing

@Suite struct StallTests {
    private func wait(
        _ waiter: String, for resource: String, holder: String? = nil, since: Int64 = 0
    ) -> Wait {
        Wait(
            cause: .waitForContext, waiter: waiter, resource: resource, holder: holder,
            began: Instant(nanoseconds: since))
    }

    private func report(_ waits: [Wait], _ threads: [ThreadActivity] = []) -> StallReport {
        StallReport(
            waits: waits, threads: threads, still: .seconds(5),
            at: Instant(nanoseconds: 7_000_000_000))
    }

    @Test func `Two queues that wait for each other are called a deadlock, in a circle`() {
        let report = report([wait("main", for: "importer"), wait("importer", for: "main")])
        #expect(
            report.message
                == "nothing moved for 5.0 s: main waits for importer waits for main (a deadlock)")
        #expect(report.failure.kind == .stuck)
    }

    @Test func `A circle begins at main, or at its first label, whichever wait began first`() {
        let behindMain = report([wait("importer", for: "main"), wait("main", for: "importer")])
        #expect(behindMain.message.contains("main waits for importer waits for main"))
        let behind = report([wait("b", for: "c"), wait("c", for: "a"), wait("a", for: "b")])
        #expect(behind.message.contains("a waits for b waits for c waits for a"))
    }

    @Test func `The circle leads over the holder of a lock and leaves bystanders out`() {
        let report = report([
            wait("reader", for: "coordinator", holder: "writer"),
            wait("main", for: "coordinator", holder: "writer"),
            wait("writer", for: "main"),
        ])
        #expect(report.message.contains("main waits for writer waits for main"))
        #expect(!report.message.contains("reader"))
        let since = "(wait-for-context, since 7.0 s)"
        #expect(
            report.lines == [
                "“reader” waits for “coordinator”, held by “writer” \(since)",
                "“main” waits for “coordinator”, held by “writer” \(since)",
                "“writer” waits for “main” \(since)",
            ])
    }

    @Test func `Waits without a circle are counted, and silence is named`() {
        #expect(
            report([wait("main", for: "store")]).message == "nothing moved for 5.0 s, 1 wait lasts")
        #expect(report([]).message.contains("a completion was never called"))
    }

    @Test func `What the threads did meanwhile is told, of those that did something`() {
        let idle = ThreadActivity(name: "lab", state: "S", cpu: 900_000, runDelay: 0)
        let busy = ThreadActivity(name: "importer", state: "R", cpu: 4_000_000_000, runDelay: 0)
        let starved = ThreadActivity(name: "ui", state: "D", cpu: 0, runDelay: 700_000_000)
        let report = report([], [idle, busy, starved])
        #expect(report.message.hasSuffix("a block computes without end"))
        #expect(
            report.lines == [
                "thread “importer”, running: computed for 4.0 s, had no core for 0.0 s",
                "thread “ui”, waiting for the disk: computed for 0.0 s, had no core for 0.7 s",
            ])
    }

    @Test func `A run that stands still is reported once, with its waits`() async throws {
        let execution = DispatchExecution(observer: nil)
        let queue = execution.makeQueue(label: "stuck", cause: .waitForContext)
        let lock = execution.makeLock(label: "gate", cause: .waitForStore)
        lock.lock()
        queue.async {
            lock.lock()
            lock.unlock()
        }
        while execution.currentWaits.isEmpty { await Task.yield() }
        let reports = Mutex([StallReport]())
        let watchdog = StallWatchdog(execution: execution, limit: .milliseconds(200)) { report in
            reports.withLock { $0.append(report) }
        }
        while reports.withLock({ $0.isEmpty }) { await Task.yield() }
        let second = IdleThread(label: "later", every: .milliseconds(400)) { _ in watchdog.stop() }
        defer { second.stop() }
        let report = try #require(reports.withLock { $0.first })
        #expect(report.waits.map(\.waiter) == ["stuck"])
        #expect(report.waits.map(\.resource) == ["gate"])
        lock.unlock()
        queue.sync {}
        watchdog.stop()
        #expect(reports.withLock { $0.count } == 1)
    }

    //   looks   10 without the threads, then one of 10 or of 1 each, up to 400
    //   limit   200 ms ─ a look each 5 ms ─ 30 more looks with a core, 300 without
    @Test func `A machine that has no core for the run gives it more time`() async {
        let delay = Atomic<Int64>(0)
        let began = ThreadClock.monotonic
        let ended = Mutex<Instant?>(nil)
        let watchdog = StallWatchdog(
            execution: DispatchExecution.shared, limit: .milliseconds(200),
            reading: {
                let runDelay = delay.add(4_000_000, ordering: .relaxed).newValue
                return [1: ThreadActivity(name: "main", state: "R", cpu: 0, runDelay: runDelay)]
            },
            onStall: { report in
                #expect(report.lines.count == 1)
                ended.withLock { $0 = ThreadClock.monotonic }
            })
        while ended.withLock({ $0 == nil }) { await Task.yield() }
        watchdog.stop()
        // However late the machine is: 310 looks of 5 ms each.
        #expect(ended.withLock { $0 }.map { $0 - began > .milliseconds(1500) } == true)
    }

    @Test func `A run that moves is never reported`() {
        let reports = Mutex(0)
        let watchdog = StallWatchdog(
            execution: DispatchExecution.shared, limit: .milliseconds(500)
        ) { _ in reports.withLock { $0 += 1 } }
        let until = ThreadClock.monotonic + .milliseconds(1_000)
        while ThreadClock.monotonic < until {
            watchdog.didProgress()
            burnCPU(for: .milliseconds(1))
        }
        watchdog.stop()
        #expect(reports.withLock { $0 } == 0)
    }
}

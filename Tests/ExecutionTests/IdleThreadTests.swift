import Execution
import Synchronization
import Testing

@Suite struct IdleThreadTests {
    private final class Ticks: Sendable {
        private let state = Mutex([IdleThread.Tick]())
        var all: [IdleThread.Tick] { state.withLock { $0 } }
        func add(_ tick: IdleThread.Tick) { state.withLock { $0.append(tick) } }
    }

    @Test func `Ticks are due at whole intervals from the start and come after they are due`() async
    {
        let ticks = Ticks()
        let started = ThreadClock.monotonic
        let thread = IdleThread(label: "ticks", every: .milliseconds(2)) { ticks.add($0) }
        while ticks.all.count < 20 { await Task.yield() }
        thread.stop()
        let all = ticks.all
        #expect(all.first.map { $0.due - started >= .milliseconds(2) } == true)
        #expect(all.allSatisfy { $0.lateness >= .zero })
        for (earlier, later) in zip(all, all.dropFirst()) {
            let step = (later.due - earlier.due).wholeNanoseconds
            #expect(step > 0)
            #expect(step % 2_000_000 == 0)
        }
    }

    @Test func `After stop no tick comes`() async {
        let ticks = Ticks()
        let thread = IdleThread(label: "ticks", every: .microseconds(200)) { ticks.add($0) }
        while ticks.all.count < 3 { await Task.yield() }
        thread.stop()
        let count = ticks.all.count
        burnCPU(for: .milliseconds(20))
        #expect(ticks.all.count == count)
        thread.stop()
    }

    @Test func `Stop does not wait for the interval`() {
        let started = ThreadClock.monotonic
        let thread = IdleThread(label: "slow", every: .seconds(600)) { _ in }
        thread.stop()
        #expect(ThreadClock.monotonic - started < .seconds(60))
    }

    @Test func `A tick may stop its own thread, and is the last`() async {
        let ticks = Ticks()
        let own = Mutex<IdleThread?>(nil)
        let thread = IdleThread(label: "own", every: .milliseconds(1)) { tick in
            own.withLock { $0 }?.stop()
            ticks.add(tick)
        }
        own.withLock { $0 = thread }
        while ticks.all.isEmpty { await Task.yield() }
        thread.stop()
        let count = ticks.all.count
        burnCPU(for: .milliseconds(10))
        #expect(ticks.all.count == count)
        own.withLock { $0 = nil }
    }

    @Test func `Ticks that come due while one runs are dropped, not made up for`() async {
        let ticks = Ticks()
        let thread = IdleThread(label: "long", every: .milliseconds(1)) { tick in
            if ticks.all.isEmpty { burnCPU(for: .milliseconds(50)) }
            ticks.add(tick)
        }
        while ticks.all.count < 2 { await Task.yield() }
        thread.stop()
        let all = ticks.all
        #expect(all[1].due - all[0].due >= .milliseconds(50))
    }

    @Test func `A thread whose object is released ends`() async {
        let ticks = Ticks()
        var thread: IdleThread? = IdleThread(label: "released", every: .milliseconds(1)) {
            ticks.add($0)
        }
        while ticks.all.isEmpty { await Task.yield() }
        withExtendedLifetime(thread) {}
        thread = nil
        let count = ticks.all.count
        burnCPU(for: .milliseconds(40))
        // One tick may be under way as the object goes.
        #expect(ticks.all.count <= count + 1)
    }

    @Test func `An interval of nothing traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = IdleThread(label: "none", every: .zero) { _ in }
        }
    }
}

import Execution
import Testing

@Suite struct ClockTests {
    @Test func `Instants and durations add up to the nanosecond`() {
        let instant = Instant(nanoseconds: 1_000)
        #expect(instant + .milliseconds(2) == Instant(nanoseconds: 2_001_000))
        #expect(instant - .nanoseconds(1) == Instant(nanoseconds: 999))
        #expect(Instant(nanoseconds: 7) - Instant(nanoseconds: 9) == .nanoseconds(-2))
        #expect(Duration.seconds(3).wholeNanoseconds == 3_000_000_000)
        #expect(Duration.milliseconds(-1500).wholeNanoseconds == -1_500_000_000)
        #expect(Duration.microseconds(1500).milliseconds == 1.5)
        #expect(Duration.milliseconds(250).seconds == 0.25)
    }

    @Test func `The clock does not go back`() {
        var last = DispatchExecution.shared.now
        for _ in 0..<10_000 {
            let now = DispatchExecution.shared.now
            #expect(now >= last)
            last = now
        }
    }

    @Test func `Burning CPU takes the time, and the thread's CPU time shows it`() {
        let clock = ThreadClock()
        let unexplained = (0..<10).map { _ in
            let began = ThreadClock.monotonic
            let cpu = clock.cpuNanoseconds
            let delay = clock.runDelayNanoseconds ?? 0
            burnCPU(for: .milliseconds(20))
            let busy = clock.cpuNanoseconds - cpu
            let waited = (clock.runDelayNanoseconds ?? 0) - delay
            // Read around the others, so that it holds them.
            let wall = (ThreadClock.monotonic - began).wholeNanoseconds
            #expect(wall >= 20_000_000)
            #expect(busy > 0 && busy <= wall)
            return wall - busy - waited
        }
        // Time in which the thread did not run it waited for a core; 10 ms are for the clocks'
        // grain. The time that a host takes from a virtual machine is in neither: the best of ten
        // has none.
        #expect(unexplained.min()! < 10_000_000)
    }
}

import Statistics
import Testing

@Suite struct IntervalTests {
    @Test func `Clipping keeps what two intervals share`() {
        let interval = Interval(began: 10, ended: 20)
        #expect(
            interval.clipped(to: .init(began: 15, ended: 30)) == .init(began: 15, ended: 20))
        #expect(interval.clipped(to: .init(began: 0, ended: 100)) == interval)
        #expect(interval.clipped(to: .init(began: 20, ended: 30)) == nil)
    }

    @Test func `An interval that ends before it begins traps`() async {
        await #expect(processExitsWith: .failure) { _ = Interval(began: 2, ended: 1) }
    }
}

import Statistics
import Testing

@Suite struct HangsTests {
    private static func milliseconds(_ values: [Int64]) -> [Int64] { values.map { $0 * 1_000_000 } }

    @Test func `A hang begins above 500 ms and a micro hang above 250 ms`() {
        let hangs = Hangs(
            lengths: Self.milliseconds([250, 251, 500, 501, 3000, 10]), over: 60_000_000_000)
        #expect(hangs.microHangCount == 2)
        #expect(hangs.hangCount == 2)
    }

    @Test func `The hang rate is seconds of hangs in an hour`() {
        // 1.5 s of hangs in a minute are 90 s in an hour; the 200 ms do not count.
        let hangs = Hangs(lengths: Self.milliseconds([1200, 300, 200]), over: 60_000_000_000)
        #expect(hangs.rateSecondsPerHour == 90)
    }

    @Test func `Blocking time is what stretches have beyond 50 ms`() {
        let hangs = Hangs(lengths: Self.milliseconds([49, 50, 51, 150]), over: 1_000_000_000)
        #expect(hangs.blockingMilliseconds == 101)
    }

    @Test func `A phase without stretches has none of it`() {
        let hangs = Hangs(lengths: [], over: 1)
        #expect(hangs.microHangCount == 0)
        #expect(hangs.hangCount == 0)
        #expect(hangs.rateSecondsPerHour == 0)
        #expect(hangs.blockingMilliseconds == 0)
    }
}

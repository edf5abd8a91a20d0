import Statistics
import Testing

@Suite struct LossFiguresTests {
    private static let phase = Interval(began: 0, ended: 10_000_000_000)

    private static func window(_ opened: Double, _ closed: Double?, _ edits: Int) -> LossWindow {
        .init(
            opened: Int64(opened * 1e9), closed: closed.map { Int64($0 * 1e9) }, edits: edits)
    }

    @Test func `Exposure is the edit rate times the mean lag`() {
        // Five batches of 100 edits, each at risk for half a second: 50 edits/s × 0.5 s.
        let windows = (0..<5).map { Self.window(Double($0) * 2, Double($0) * 2 + 0.5, 100) }
        let figures = LossFigures(windows: windows, over: Self.phase)
        #expect(figures.exposure == 25)
        #expect(figures.max == 100)
        #expect(figures.p50 == 0)
        #expect(figures.p95 == 100)
        #expect(figures.longestWindowSeconds == 0.5)
        #expect(figures.shareAtRiskPercent == 25)
        #expect(figures.count == 500)
    }

    @Test func `Edits that are never committed count to the end`() {
        let figures = LossFigures(windows: [Self.window(4, nil, 10)], over: Self.phase)
        #expect(figures.exposure == 6)
        #expect(figures.longestWindowSeconds == 6)
        #expect(figures.shareAtRiskPercent == 60)
        #expect(figures.count == 10)
    }

    @Test func `Edits that are committed before they are called saved are never at risk`() {
        let figures = LossFigures(windows: [Self.window(4, 3.9, 10)], over: Self.phase)
        #expect(figures.max == 0)
        #expect(figures.exposure == 0)
        #expect(figures.count == 0)
    }

    @Test func `An edit that was taken back is no window, however long it stays open`() {
        let figures = LossFigures(
            windows: [Self.window(1, nil, 0), Self.window(4, 5, 1)], over: Self.phase)
        #expect(figures.longestWindowSeconds == 1)
        #expect(figures.count == 1)
    }

    @Test func `Windows of edits follow one another without the at-risk count touching zero`() {
        // Each edit is at risk for 2 s at most, though something is at risk for 5 s.
        let windows = [Self.window(0, 2, 1), Self.window(1.5, 3.5, 1), Self.window(3, 5, 1)]
        let figures = LossFigures(windows: windows, over: Self.phase)
        #expect(figures.longestWindowSeconds == 2)
        #expect(figures.atRisk.steps.filter { $0.level == 0 }.map(\.time) == [5_000_000_000])
    }

    @Test func `A window that began before the phase counts in it`() {
        let phase = Interval(began: 5_000_000_000, ended: 10_000_000_000)
        let figures = LossFigures(
            windows: [Self.window(3, 7.5, 4), Self.window(1, 2, 100)], over: phase)
        #expect(figures.exposure == 2)
        #expect(figures.longestWindowSeconds == 4.5)
        #expect(figures.count == 4)
    }
}

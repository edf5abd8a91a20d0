import Statistics
import Testing

@Suite struct RepetitionSummaryTests {
    @Test func `Below six repetitions low and high are the extremes`() throws {
        let summary = try #require(RepetitionSummary([5, 1, 3]))
        #expect(summary.median == 3)
        #expect(summary.low == 1)
        #expect(summary.high == 5)
        #expect(summary.count == 3)
        for count in 1...5 { #expect(RepetitionSummary.ranks(of: count) == 1...count) }
    }

    // The ranks that facts and textbooks give for an interval of 95 % or more.
    @Test(arguments: [
        (6, 1...6), (8, 1...8), (11, 2...10), (20, 6...15), (30, 10...21), (52, 19...34),
    ])
    func `From six on the bounds are order statistics`(count: Int, ranks: ClosedRange<Int>) {
        #expect(RepetitionSummary.ranks(of: count) == ranks)
    }

    @Test func `The bounds are the values at those ranks`() throws {
        let summary = try #require(RepetitionSummary((1...11).map { Double($0) * 10 }))
        #expect(summary.low == 20)
        #expect(summary.median == 60)
        #expect(summary.high == 100)
    }

    @Test func `The interval holds the true median in at least 95 of 100 samples`() throws {
        let seed: UInt64 = 7
        var random = SeededGenerator(seed: seed)
        for count in [6, 11, 20] {
            var hits = 0
            let rounds = 4000
            for _ in 0..<rounds {
                let values = (0..<count).map { _ in random.unit() }
                let summary = try #require(RepetitionSummary(values))
                if (summary.low...summary.high).contains(0.5) { hits += 1 }
            }
            // Three standard errors of a share of 0.95 in 4000 rounds are 0.010.
            #expect(Double(hits) / Double(rounds) > 0.94, "n \(count), seed \(seed)")
        }
    }

    @Test func `No repetition has no summary`() {
        #expect(RepetitionSummary([]) == nil)
    }
}

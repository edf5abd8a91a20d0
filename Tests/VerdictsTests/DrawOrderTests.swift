import Results
import Testing
import Verdicts

/// The order of topologies over draws of costs.
struct `An order of draws` {
    private static let delay = Metric.mainDelay[.p99]

    private func orders(_ measure: Measure, _ values: [[Double]]) -> [DrawOrder] {
        let topologies = values.enumerated().map { index, values in
            let name = "stack-\(index)"
            var topology = TopologyResult(topology: name, variant: name, promise: "")
            topology.repetitions = values.enumerated().map { draw, value in
                RepetitionResult(
                    record: RunRecord(
                        topology: name, variant: name, repetition: draw + 1, build: "any"),
                    figures: [Figure(measure, value, phase: "import", role: "", count: 1)],
                    mark: .none)
            }
            return topology
        }
        return DrawOrder.all(of: topologies, headlinePhase: "import", measures: [measure])
    }

    @Test(arguments: [
        (100, DrawOrder.Sureness.stable), (95, .stable), (94, .mostly), (80, .mostly),
        (79, .undecided), (50, .undecided), (10, .mostly), (5, .stable),
    ])
    func `The share of draws decides the word, whichever comes first`(
        wins: Int, sureness: DrawOrder.Sureness
    ) throws {
        let first = (0..<100).map { $0 < wins ? 1.0 : 3 }
        let order = try #require(
            orders(Self.delay, [first, Array(repeating: 2, count: 100)]).first)
        #expect(order.sureness == sureness)
        #expect(order.before == max(wins, 100 - wins))
        #expect(order.first == (wins < 50 ? 1 : 0))
    }

    @Test
    func
        `A higher rate comes first, and what hardly differs counts by half`()
        throws
    {
        let order = try #require(
            orders(Metric.importRate[.total], [[50, 50, 50, 50, 90], [50, 51, 60, 70]]).first)
        #expect(order.first == 1 && order.draws == 4 && order.before == 2 && order.ties == 2)
        #expect(order.share == 0.75)
    }

    @Test func `Equal values in every draw are the same, and lead nothing`() throws {
        let equal = orders(Self.delay, [[1, 1], [1, 1]])
        #expect(equal.map(\.sureness) == [.same])
        let leader = try #require(
            DrawOrder.leader(Self.delay, among: orders(Self.delay, [[2, 2], [1, 1], [3, 1.5]])))
        #expect(leader.topology == 1 && leader.over.count == 2)
        #expect(DrawOrder.leader(Self.delay, among: []) == nil)
    }
}

import Results
import Testing
import Verdicts

/// The best topology of a cell of a decision map.
struct `The best stack of a cell` {
    private func topology(_ name: String, _ delays: [Double], keeps: Bool = true) -> TopologyResult
    {
        var topology = TopologyResult(topology: name, variant: name, promise: "")
        let measure = BestOfCell.measure
        topology.repetitions = delays.enumerated().map { draw, delay in
            RepetitionResult(
                record: RunRecord(
                    topology: name, variant: name, repetition: draw + 1, build: "any"),
                figures: [Figure(measure, delay, phase: "import", role: "", count: 1)], mark: .none)
        }
        topology.summary = [
            Figure(
                measure, delays.sorted()[delays.count / 2], phase: "import", role: "",
                count: delays.count)
        ]
        topology.limits = [
            LimitVerdict(limit: "main.stall.max < 16.7ms", isKept: keeps, value: 1, unit: "ms")
        ]
        return topology
    }

    private func best(_ topologies: TopologyResult...) -> [String] {
        BestOfCell.variants(of: topologies, headlinePhase: "import")
    }

    @Test func `The shortest wait wins, and a tenth decides nothing in one draw`() {
        #expect(best(topology("a", [20]), topology("b", [10])) == ["b"])
        #expect(best(topology("a", [10.9]), topology("b", [10])) == ["b", "a"])
        #expect(best(topology("a", [11.1]), topology("b", [10])) == ["b"])
        // Nor do microseconds.
        #expect(best(topology("a", [0.05]), topology("b", [0])) == ["b", "a"])
        #expect(best(topology("a", [0.2]), topology("b", [0])) == ["b"])
    }

    @Test func `A stack that breaks a limit, failed or did not run is no candidate`() {
        var failed = topology("c", [1])
        failed.failure = RunFailure(kind: .stuck, message: "stuck")
        let broken = topology("b", [1], keeps: false)
        #expect(best(topology("a", [20]), broken, failed) == ["a"])
        #expect(best(broken, failed).isEmpty)
        var absent = topology("d", [1])
        absent.repetitions = []
        #expect(best(absent).isEmpty)
    }

    @Test func `Many draws tell small differences apart`() {
        let draws = (0..<12).map { 10 + 0.01 * Double($0 % 4) }
        #expect(best(topology("a", draws.map { $0 * 1.09 }), topology("b", draws)) == ["b"])
        let mixed = draws.enumerated().map { $0.offset.isMultiple(of: 2) ? 14.0 : 7.0 }
        #expect(best(topology("a", mixed), topology("b", draws)).count == 2)
    }
}

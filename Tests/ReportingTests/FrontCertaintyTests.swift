import Reporting
import Results
import Testing
import Verdicts

struct `The certainty of a front` {
    /// The front of a run whose n-th topology has these delays, round by round, and this loss.
    private func certainty(_ points: [(delays: [Double], loss: Double)]) -> FrontCertainty {
        let topologies = points.enumerated().map { place, point in
            var topology = TopologyResult(
                topology: "stack-\(place)", variant: "stack-\(place)", promise: "")
            topology.repetitions = point.delays.enumerated().map { round, delay in
                let figures = [
                    Figure(Metric.mainDelay[.p99], delay, phase: "import", role: "", count: 1),
                    Figure(
                        Metric.lossKill[.exposure], point.loss, phase: "import", role: "",
                        count: 1),
                ]
                let record = RunRecord(
                    topology: "stack-\(place)", variant: "stack-\(place)", repetition: round + 1,
                    build: "debug")
                return RepetitionResult(record: record, figures: figures)
            }
            return topology
        }
        let medians = points.map { $0.delays.sorted()[$0.delays.count / 2] }
        let front = ParetoFront.indices(
            of: points.indices.map { (x: medians[$0], y: points[$0].loss) })
        return FrontCertainty(
            Ranking(of: topologies, headlinePhase: "import"), places: Array(points.indices),
            delays: medians, front: front)
    }

    private func around(_ delay: Double, rounds: Int = 8) -> [Double] {
        (0..<rounds).map { delay * (1 + 0.01 * Double($0 * 5 % 7)) }
    }

    @Test
    func `A front between topologies that are told apart is shown throughout`() {
        let shown = certainty([(around(5), 40), (around(50), 0), (around(90), 60)])
        #expect(shown.isShownThroughout)
        #expect((0..<4).allSatisfy { shown.isShown(segment: $0) })
    }

    @Test
    func `With too few repetitions no part of a front of one height is shown`() {
        let open = certainty([(around(5, rounds: 3), 0), (around(50, rounds: 3), 0)])
        #expect(!open.isShownThroughout)
        #expect(!open.isCertain(member: 0))
        #expect(!open.isShown(segment: 0) && !open.isShown(segment: 1))
    }

    @Test
    func `A topology that may beat a member makes its part of the front doubtful, not the rest`() {
        // The delays of the second and the third take turns in being shorter.
        let second = (0..<8).map { $0.isMultiple(of: 2) ? 40.0 + Double($0) : 70 - Double($0) }
        let third = (0..<8).map { $0.isMultiple(of: 2) ? 72.0 - Double($0) : 41 + Double($0) }
        let front = certainty([(around(5), 40), (second, 0), (third, 0)])
        #expect(front.isCertain(member: 0))
        #expect(!front.isCertain(member: 1))
        #expect(front.isShown(segment: 0))
        #expect(!front.isShown(segment: 1) && !front.isShown(segment: 2))
    }
}

import Glibc
import Results
import Testing
import Verdicts

@Suite struct ComparisonSpeedTests {
    /// Twelve repetitions of 10,000 stretches each, and as many figures as four topologies have.
    private static func large(seed: UInt64, arm: String) -> WorkloadResult {
        var random = SplitMix(seed: seed)
        let stretches = (0..<10_000).map { index in
            let began = Int64(index) * 1_000_000
            let span = SpanRecord(cause: "save", began: began, ended: began + 9, depth: 0, own: 9)
            let block = BlockRecord(
                began: began, ended: began + 500, cpu: 400, runDelay: 10, operation: index,
                label: "", spans: [span])
            return StretchRecord(
                began: began, ended: began + 500, cpu: 400, runDelay: 10, blocks: [block])
        }
        let figures = (0..<12).map { _ in
            (0..<470).map { index in
                let value = 100 * (1 + 0.1 * random.normal())
                return Fixture.figure("main.busy", "total", value, phase: "phase \(index)")
            }
        }
        var result = Fixture.result(repetitions: figures, session: "s", arm: arm)
        for index in result.topologies[0].repetitions.indices {
            result.topologies[0].repetitions[index].record.stretches = stretches
        }
        let first = result.topologies[0]
        for variant in ["a", "b", "c"] {
            var topology = first
            topology.variant = variant
            result.topologies.append(topology)
        }
        return result
    }

    /// CPU time of this thread, in seconds: beside other tests the wall clock is meaningless.
    private static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // It takes a tenth of this.
    @Test func `Two results of 10,000 stretches a repetition are compared in two seconds`() {
        let results = [Self.large(seed: 1, arm: "a"), Self.large(seed: 2, arm: "b")]
        let began = Self.cpuSeconds
        let figures = results.map { ResultFigures($0) }
        let rows = Comparison(baseline: figures[0], candidate: figures[1]).rows.count
        let seconds = Self.cpuSeconds - began
        #expect(rows == 4 * 470)
        #expect(seconds < 2)
    }
}

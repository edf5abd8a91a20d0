import Foundation
import Results
import Testing

@Suite struct ResultsCodingTests {
    @Test func `A record comes back from JSON as it was`() throws {
        var record = RunRecord(
            topology: "private-writer", variant: "private-writer:flush=5s", repetition: 2,
            build: "debug")
        record.phases = [PhaseRecord(name: "import", isMeasured: true, began: 5, ended: 1_000_005)]
        let span = SpanRecord(cause: "save", began: 6, ended: 9, depth: 0, own: 2)
        let block = BlockRecord(
            began: 6, ended: 10, cpu: 3, runDelay: 1, operation: nil, label: "merge",
            spans: [span])
        record.stretches = [
            StretchRecord(began: 6, ended: 10, cpu: 3, runDelay: 1, blocks: [block])
        ]
        record.edits = [
            EditRecord(
                operation: 7, role: "ui", phase: "import", count: 1, edited: Int64.max, saved: nil,
                committed: nil)
        ]
        record.probes = [
            ProbeCost(name: "block", count: 10, unitNanoseconds: 0.1, isOnMain: true)
        ]
        let data = try Self.encoder.encode(record)
        let again = try JSONDecoder().decode(RunRecord.self, from: data)
        #expect(try Self.encoder.encode(again) == data)
        // 64-bit times keep every digit on their way through JSON.
        #expect(again.edits[0].edited == Int64.max)
        #expect(again.edits[0].saved == nil)
        #expect(again.stretches[0].blocks[0].spans[0].cause == "save")
    }

    @Test func `A result comes back from JSON as it was, seed and schema among it`() throws {
        var result = WorkloadResult(
            run: "r", commit: "c", build: "release", workload: "w", workloadDigest: "d",
            title: "t", question: "q", expect: "e", device: "host", seed: UInt64.max,
            started: "2026-01-01T00:00:00Z",
            host: Host(
                system: "Linux", processor: "p", cores: 2, memoryBytes: 1 << 40, sqlite: "3.40",
                fileSystem: "ext4"), headlinePhase: "import", operationsDigest: "o")
        var topology = TopologyResult(topology: "siblings", variant: "siblings", promise: "p")
        topology.summary = [
            Figure(
                metric: "main.delay", statistic: "p99", value: 0.1, unit: "ms", better: .lower,
                phase: "import", count: 3, low: nil, high: 0.30000000000000004)
        ]
        topology.failure = RunFailure(kind: .outcomeDiffers, message: "m", details: ["d"])
        result.topologies = [topology]
        result.telling = TellingRecord(
            end: .timeUp, looks: 3, level: 0.02 / 12, rounds: 15, seconds: 9.5, limitSeconds: 10)
        let data = try Self.encoder.encode(result)
        let again = try JSONDecoder().decode(WorkloadResult.self, from: data)
        #expect(try Self.encoder.encode(again) == data)
        #expect(again.seed == UInt64.max)
        #expect(again.schema == WorkloadResult.schema)
        #expect(again.topologies[0].summary == topology.summary)
        #expect(again.topologies[0].failure?.kind == .outcomeDiffers)
        #expect(again.telling == result.telling)
    }

    @Test func `A figure's name is its metric and its statistic`() {
        let figure = Figure(
            metric: "main.delay", statistic: "p99", value: 1, unit: "ms", better: .lower,
            phase: "all", count: 1)
        #expect(figure.name == "main.delay.p99")
    }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()
}

import Foundation
import Results
import Testing

@Suite struct ResultFiguresTests {
    private static func result() -> WorkloadResult {
        var result = WorkloadResult(
            run: "r", commit: "c", build: "release", workload: "w", workloadDigest: "d",
            title: "t", question: "q", expect: "e", device: "host", seed: 3,
            started: "2026-01-01T00:00:00Z",
            host: Host(
                system: "Linux", processor: "p", cores: 2, memoryBytes: 1, sqlite: "3.40",
                fileSystem: "ext4"), headlinePhase: "import", operationsDigest: "o")
        var topology = TopologyResult(topology: "siblings", variant: "siblings", promise: "p")
        let figure = Figure(
            metric: "main.delay", statistic: "p99", value: 0.1, unit: "ms", better: .lower,
            phase: "import", count: 3)
        topology.summary = [figure]
        topology.repetitions = [
            RepetitionResult(
                record: RunRecord(
                    topology: "siblings", variant: "siblings", repetition: 7, build: "release"),
                figures: [figure], mark: .disturbed)
        ]
        result.topologies = [topology]
        return result
    }

    @Test func `A store that is wrong is told before every other failure`() {
        let wrong = RunFailure(kind: .recoveryDiffers, message: "wrong")
        let full = RunFailure(kind: .notWritten, message: "full")
        let stuck = RunFailure(kind: .stuck, message: "stuck")
        #expect(RunFailure.told(nil, full).kind == .notWritten)
        #expect(RunFailure.told(full, stuck).kind == .notWritten)
        #expect(RunFailure.told(full, wrong).kind == .recoveryDiffers)
        #expect(RunFailure.told(wrong, full).kind == .recoveryDiffers)
    }

    @Test func `Figures read from a whole result's file are those taken out of it`() throws {
        var result = Self.result()
        result.interleaving = Interleaving(session: "s", arm: "candidate")
        let read = try ResultFigures(json: JSONEncoder().encode(result))
        let taken = ResultFigures(result)
        for figures in [read, taken] {
            #expect(figures.run == "r" && figures.workloadDigest == "d" && figures.device == "host")
            #expect(figures.interleaving == result.interleaving)
            #expect(figures.host.cores == 2)
            let topology = try #require(figures.topologies.first)
            #expect(topology.summary == result.topologies[0].summary)
            #expect(topology.repetitions.map(\.number) == [7])
            #expect(topology.repetitions.map(\.mark) == [.disturbed])
            #expect(topology.repetitions[0].figures == result.topologies[0].summary)
        }
    }

    @Test func `A file of before there was interleaving is read, and unchanged when written`()
        throws
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Self.result())
        #expect(!String(decoding: data, as: UTF8.self).contains("interleaving"))
        #expect(try ResultFigures(json: data).interleaving == nil)
        #expect(try JSONDecoder().decode(WorkloadResult.self, from: data).interleaving == nil)
    }

    @Test func `A file of another schema is refused by name, though nothing else fits`() throws {
        let error = try #require(throws: DecodingError.self) {
            _ = try ResultFigures(json: Data("{\"schema\":9,\"strange\":true}".utf8))
        }
        #expect("\(error)".contains("the file has schema 9, and this lab reads 1"))
    }

    @Test func `A file that is cut off is an error`() throws {
        let data = try JSONEncoder().encode(Self.result())
        #expect(throws: DecodingError.self) { _ = try ResultFigures(json: data.dropLast(9)) }
    }
}

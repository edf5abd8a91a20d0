import Figures
import Foundation
import Reporting
import Results
import Testing
import Verdicts

/// Recorded results are written as they were when they were recorded, byte for byte, after any
/// change of the code between a record and a file.
struct `Golden files` {
    /// Writes recorded results to a folder, and compares all that then lies in it.
    private func check(
        _ name: String, _ write: (ReportFolder) throws -> [String: String]
    ) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let texts = try write(ReportFolder(path: folder.path))
        var files = try GoldenFiles.files(in: folder.path)
        for (name, text) in texts { files[name] = Data(text.utf8) }
        try GoldenFiles(name: name).check(files)
    }

    /// Of `failed` a topology came to an end in a deadlock, and has no figures.
    @Test(arguments: ["run", "sweep", "failed"])
    func `A recorded run's files and its summary are the same`(name: String) throws {
        let data = try GoldenFiles.recorded(name)
        let result = try JSONDecoder().decode(WorkloadResult.self, from: data)
        // The recording is older than the records' rows: it has names where they have places.
        let written = try RunFile.bytes(of: result)
        #expect(written.count < data.count * 9 / 10)
        let again = try JSONDecoder().decode(WorkloadResult.self, from: Data(written))
        #expect(try RunFile.bytes(of: again) == written)
        try check(name) { folder in
            _ = try folder.write(
                result, operations: [Array("index\n".utf8)], drawsCharts: false)
            return ["summary.txt": SummaryText.text(of: result)]
        }
    }

    @Test(arguments: ["run", "sweep"])
    func `A recorded run's trace is the same`(name: String) throws {
        let result = try JSONDecoder().decode(
            WorkloadResult.self, from: GoldenFiles.recorded(name))
        let trace = RunTrace(of: result)
        try GoldenFiles(name: "trace-\(name)").check([
            "trace.json": Data(TraceEventFile.bytes(of: trace)),
            "trace.speedscope.json": Data(SpeedscopeFile.bytes(of: trace)),
        ])
    }

    @Test func `A recorded exploration's files and its summary are the same`() throws {
        let data = try GoldenFiles.recorded("crash")
        let result = try JSONDecoder().decode(CrashResult.self, from: data)
        #expect(try RunFile.bytes(of: result) == Array(data))
        try check("crash") { folder in
            _ = try folder.write(result, drawsCharts: false)
            return ["summary.txt": CrashSummaryText.text(of: result)]
        }
    }

    @Test(arguments: ["run", "sweep", "failed"])
    func `The figures of what was recorded are the same`(name: String) throws {
        let result = try JSONDecoder().decode(
            WorkloadResult.self, from: GoldenFiles.recorded(name))
        for topology in result.topologies {
            for repetition in topology.repetitions {
                #expect(FigureBuilder.figures(of: repetition.record) == repetition.figures)
            }
            #expect(
                FigureSummary.figures(over: topology.repetitions.map(\.figures))
                    == topology.summary)
        }
    }

    @Test func `A study of recorded arms, its table and its page are the same`() throws {
        let recorded = try JSONDecoder().decode(
            WorkloadResult.self, from: GoldenFiles.recorded("run"))
        let study = try Study.parse(Self.study, file: "golden.study.yaml")
        var result = StudyResult(
            run: "r", commit: "c", build: "debug", study: study.name, digest: "d",
            started: "2026-01-01T00:00:00Z", host: recorded.host)
        result.arms = zip(study.arms, recorded.topologies).map { arm, topology in
            StudyArmResult(
                label: arm.label, workload: recorded.workload,
                workloadDigest: recorded.workloadDigest, seed: recorded.seed,
                variant: arm.topology, settings: arm.settings, launchArguments: [],
                headlinePhase: recorded.headlinePhase, result: topology)
        }
        let judgement = StudyJudgement(study, result)
        try check("study") { folder in
            _ = try folder.write(judgement, drawsCharts: false)
            return ["summary.txt": StudyText.text(of: judgement)]
        }
    }

    private static let study = """
        schema: 1
        title: Two stacks
        source: arithmetic
        workload: smoke
        arms:
          merged: { topology: siblings, published: { main.busy.total: 10ms } }
          nested: { topology: private-writer, published: { main.busy.total: 30ms } }
        orders:
          - { metric: main.busy.total, least-first: [merged, nested], by: 2 }
          - { metric: loss.kill.max, least-first: [merged, nested] }
        claims:
          - text: a writer blocks main
            source: arithmetic
            absolute: a frame is 16.7 ms
            holds-if: [{ arm: nested, figure: main.stall.max < 16.7ms }]
          - text: it costs more than siblings
            source: arithmetic
            holds-if: [{ arm: nested, over: merged, ratio: main.busy.total >= 1 }]
          - { text: Apple's flag is cheap, source: arithmetic, untestable: it is Apple's }

        """

    @Test func `A suite's record and its page are the same`() throws {
        var record = SuiteRecord(
            name: "golden", title: "Three runs", digest: "d", commit: "c", build: "debug",
            started: "2026-01-01T00:00:00Z", planned: ["one", "two", "three"])
        record.add(
            .init(
                name: "one", workload: "smoke", topologies: ["siblings"], repetitions: 1,
                arguments: ["--workload", "smoke"], code: 0, word: "ok", verdict: "passed",
                seconds: 3.5))
        record.add(
            .init(
                name: "two", workload: "import-10k", topologies: ["siblings", "single-main"],
                repetitions: 5, arguments: [], code: 5, word: "regressed", seconds: 61))
        try check("suite") { folder in
            try folder.write(record)
            return [:]
        }
    }
}

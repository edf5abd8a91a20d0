import Results
import Testing
import Verdicts

@Suite struct IncomparabilityTests {
    private static func differing(_ change: (inout WorkloadResult) -> Void) -> Comparison {
        let baseline = Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]])
        var candidate = baseline
        change(&candidate)
        return Comparison(
            baseline: ResultFigures(baseline), candidate: ResultFigures(candidate))
    }

    @Test func `Results of different things are incomparable, and one line says why`() {
        let cases: [(String, (inout WorkloadResult) -> Void)] = [
            ("schema is 1 in the baseline and 9 in the candidate", { $0.schema = 9 }),
            ("workload digest is d in the baseline and e in", { $0.workloadDigest = "e" }),
            ("operations digest is  in the baseline and 7 in", { $0.operationsDigest = "7" }),
            ("mode is measured in the baseline and simulated in", { $0.mode = "simulated" }),
            ("device is  in the baseline and phone in", { $0.device = "phone" }),
            (
                "draws of uncertain costs is none in the baseline and 1 in",
                { $0.uncertainty = UncertaintyRecord(factors: [], effects: []) }
            ),
            ("build is debug in the baseline and release in", { $0.build = "release" }),
            ("cores is 2 in the baseline and 4 in", { $0.host.cores = 4 }),
            ("processor is  in the baseline and M1 in", { $0.host.processor = "M1" }),
            ("file system is  in the baseline and tmpfs in", { $0.host.fileSystem = "tmpfs" }),
        ]
        for (line, change) in cases {
            let comparison = Self.differing(change)
            let description = comparison.incomparability?.description ?? ""
            #expect(description.hasPrefix(line))
            #expect(!description.contains("\n"))
            #expect(comparison.rows.isEmpty)
            #expect(comparison.verdict == .incomparable)
        }
    }

    @Test func `What is different is all told`() {
        let comparison = Self.differing {
            $0.build = "release"
            $0.host.cores = 8
        }
        #expect(comparison.incomparability?.differences.map(\.what) == ["build", "cores"])
    }

    @Test func `Commit, run, title and memory may differ`() {
        let comparison = Self.differing {
            $0.commit = "new"
            $0.run = "2"
            $0.title = "t"
            $0.host.memoryBytes = 5
            $0.seed = 9
        }
        #expect(comparison.incomparability == nil)
        #expect(comparison.candidate.commit == "new")
    }

    @Test func `Two incremental builds are incomparable`() {
        var result = Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]])
        result.build = ResultFigures.incrementalBuild
        let comparison = Comparison(
            baseline: ResultFigures(result), candidate: ResultFigures(result))
        #expect(
            comparison.incomparability?.description
                == "build is incremental in both, which measures nothing")
    }

    @Test func `In virtual time the machine has no part`() {
        let baseline = Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]])
        var first = baseline
        first.mode = "simulated"
        var second = first
        second.host.cores = 64
        second.build = "release"
        let comparison = Comparison(
            baseline: ResultFigures(first), candidate: ResultFigures(second))
        #expect(comparison.incomparability == nil)
        #expect(comparison.floorUse == .exact)
    }
}

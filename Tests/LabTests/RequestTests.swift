import CrashLab
import Foundation
import Results
import Testing
import Verdicts
import lab

/// Decisions of sessions before anything runs: no test here starts a process.
struct `A request` {
    private static func encoded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    /// A request with a value in every field.
    private static func fullRun() throws -> RunRequest {
        var run = RunRequest(
            WorkloadRequest(
                "smoke", on: ["siblings", "private-writer:flush=1s"],
                settings: [WorkloadSetting(key: "roles.importer.batch", value: "20")],
                seed: 4711, topologyFiles: ["mine.yaml"]))
        run.repetitions = 3
        run.limits = [try Limit("main.stall.max<250ms")]
        run.sweep = SweepRecord(key: "crash.kills", values: ["1", "2"])
        run.planted = [try #require(PlantedVariant("private-writer:flush=1s=save:12.5%"))]
        run.output = "out"
        run.keptStores = "stores"
        run.gating = GateRequest(
            named: [try NamedGate("main.busy.total<5s")], requiresVerdict: true, shelf: "shelf",
            noiseFloor: "floor.json")
        run.baseline = "main"
        run.charts = ChartRequest(areDrawn: false)
        run.isQuiet = true
        return run
    }

    @Test func `A run is the same after it was written and read`() throws {
        let run = try Self.fullRun()
        #expect(try Self.encoded(run) == run)
        var suite = SuiteRequest("nightly")
        suite.shard = Shard("2/5")
        suite.gating = run.gating
        #expect(try Self.encoded(suite) == suite)
    }

    @Test func `A gate that is none is not read`() throws {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(NamedGate.self, from: Data("\"main.stal.max<1s\"".utf8))
        }
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Limit.self, from: Data("\"main.stall.max<1\"".utf8))
        }
    }

    @Test func `A run is shown as the command that does the same`() throws {
        #expect(
            try Self.fullRun().commandLine == [
                "--workload", "smoke", "--topology", "siblings", "--topology",
                "private-writer:flush=1s", "--topology-file", "mine.yaml", "--set",
                "roles.importer.batch=20", "--seed", "4711", "--repetitions", "3", "--limit",
                "main.stall.max < 250ms", "--sweep", "crash.kills=1,2", "--plant",
                "private-writer:flush=1s=save:12.5%", "--output", "out", "--keep-stores", "stores",
                "--baseline", "main", "--fail-on",
                "main.busy.total<5s", "--require-verdict", "--baselines", "shelf",
                "--noise-floor", "floor.json", "--no-charts", "--quiet",
            ])
        #expect(RunRequest(WorkloadRequest("smoke")).commandLine == ["--workload", "smoke"])
    }

    @Test(arguments: [
        (WorkloadRequest("smoke", on: ["a", "a"]), "--topology a is given twice"),
        (WorkloadRequest("smoke", topologyFiles: ["a", "b", "a"]), "--topology-file a is given"),
        (
            WorkloadRequest("smoke", settings: [.init(key: "seed", value: "")]),
            "--set seed=: write key=value"
        ),
    ])
    func `What no session can do is refused by the option's name`(
        work: WorkloadRequest, message: String
    ) throws {
        let error = try #require(throws: RequestError.self) { try RunRequest(work).check() }
        #expect(error.description.hasPrefix(message))
    }

    @Test(arguments: [0, 1_001])
    func `So many repetitions are refused`(count: Int) throws {
        var run = RunRequest(WorkloadRequest("smoke"))
        run.repetitions = count
        #expect(throws: RequestError.self) { try run.check() }
        run.repetitions = 1_000
        try run.check()
    }

    /// A request of rounds until the topologies are told apart.
    private static func told(_ change: (inout RunRequest) -> Void = { _ in }) -> RunRequest {
        var run = RunRequest(WorkloadRequest("smoke"))
        run.telling = TellingRequest(seconds: 90)
        change(&run)
        return run
    }

    @Test func `Rounds until all is told are part of the request and of its command`() throws {
        let run = Self.told()
        try run.check()
        #expect(try Self.encoded(run) == run)
        #expect(run.commandLine == ["--workload", "smoke", "--until-told", "--within", "90s"])
        #expect(TellingRequest().seconds == 600)
    }

    @Test(arguments: [
        (told { $0.repetitions = 12 }, "--repetitions 12 both say"),
        (
            told { $0.work.settings = [.init(key: "repetitions", value: "3")] },
            "--set repetitions=3 both say"
        ),
        (told { $0.sweep = SweepRecord(key: "flush", values: ["1s", "2s"]) }, "--sweep compares"),
        (told { $0.baseline = "main" }, "--baseline main: rounds that stop"),
    ])
    func `A second rule or question beside rounds until all is told is refused`(
        run: RunRequest, words: String
    ) throws {
        let error = try #require(throws: RequestError.self) { try run.check() }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func `A baseline is repeated with the settings, seed and topologies that it had`() throws
    {
        var run = SampleRun()
        run.variants = ["siblings"]
        var figures = ResultFigures(run.result)
        figures.commandLine = RunCommandLine(
            workload: "mine.yaml", settings: [.init(key: "a", value: "b=c")], seed: 7,
            topologyFiles: ["t.yaml"])
        #expect(
            try WorkloadRequest(repeating: figures)
                == WorkloadRequest(
                    "mine.yaml", on: figures.topologies.map(\.variant),
                    settings: [.init(key: "a", value: "b=c")], seed: 7,
                    topologyFiles: ["t.yaml"]))
        figures.commandLine?.settings = [.init(key: "a", value: "")]
        let failure = try #require(throws: CommandFailure.self) {
            try WorkloadRequest(repeating: figures)
        }
        #expect(failure.code == .incomparable)
    }

    // MARK: Suites

    private static func plan(
        _ runs: String, _ change: (inout SuiteRequest) -> Void = { _ in }
    ) throws -> SuitePlan {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("schema: 1\ntitle: t\nrepetitions: 2\nruns:\n" + runs, to: "s.suite.yaml")
        var request = SuiteRequest(folder.file("s.suite.yaml"))
        change(&request)
        return try SuitePlan(request)
    }

    @Test func `A suite hands its options and each entry's to the runs`() throws {
        let plan = try Self.plan(
            """
              - { workload: smoke, topologies: [siblings], repetitions: 5 }
              - { name: b, workload: smoke, set: { crash.kills: 0 } }

            """
        ) { suite in
            suite.output = "out"
            suite.isQuiet = true
            suite.charts.areDrawn = false
        }
        #expect(plan.jobs.map(\.name) == ["smoke", "b"])
        #expect(plan.jobs.map(\.repetitions) == [5, 2])
        #expect(plan.jobs[0].topologies == ["siblings"])
        #expect(plan.jobs[1].topologies.count == 4)
        guard case .measured(let second) = plan.jobs[1].work else {
            Issue.record("without a device a suite measures")
            return
        }
        #expect(second.work.settings == [WorkloadSetting(key: "crash.kills", value: "0")])
        #expect(second.output == "out/b")
        #expect(second.isQuiet && !second.charts.areDrawn)
    }

    @Test func `A run of a suite without its baseline is found before any runs`() throws {
        let failure = try #require(throws: CommandFailure.self) {
            try Self.plan("  - { workload: smoke }\n") { $0.baseline = "nosuch" }
        }
        #expect(failure.code == .incomparable)
        #expect(failure.message.contains("“nosuch/smoke”"))
    }

    @Test func `Shards have all runs of a suite together, each once`() throws {
        let runs = (1...5).map { "  - { name: r\($0), workload: smoke, topologies: [siblings] }\n" }
        let names = try (1...3).flatMap { number in
            try Self.plan(runs.joined()) { $0.shard = Shard("\(number)/3") }.jobs.map(\.name)
        }
        #expect(names.sorted() == ["r1", "r2", "r3", "r4", "r5"])
    }

    @Test(arguments: [
        ("  - { workload: smoke, topologies: [siblings, siblings] }\n", ExitCode.invalidInput),
        ("  - { workload: smoke, set: { seed: '' } }\n", .invalidInput),
        ("  - { workload: smoke, topologies: [siblngs] }\n", .usage),
    ])
    func `A run of a suite that cannot be is found before any runs`(
        run: String, code: ExitCode
    ) throws {
        let good = "  - { name: good, workload: smoke }\n"
        #expect(try Self.plan(good).jobs.count == 1)
        do {
            _ = try Self.plan(good + run)
            Issue.record("no error")
        } catch {
            #expect(CommandFailure(error).code == code)
        }
    }

    // MARK: Crashes

    private static func selection(
        _ change: (inout CrashRequest) -> Void = { _ in }
    ) throws -> CrashSelection {
        var request = CrashRequest(WorkloadRequest("smoke", on: ["siblings"]))
        change(&request)
        return try CrashSelection(request)
    }

    @Test func `How much is explored follows from what is asked for`() throws {
        let usual = try Self.selection()
        #expect(usual.exploration.samples == 200 && usual.kills == 10)
        let quick = try Self.selection { $0.isQuick = true }
        #expect(quick.exploration.prefixLimit == 0 && quick.kills == 0)
        let matrix = try Self.selection { $0.isMatrix = true }
        #expect(matrix.exploration.samples == 2_000 && matrix.kills == 2)
        #expect(matrix.jobs.count == 5 * 3)
        let batches = try Self.selection { $0.batches = [10, 20] }
        #expect(batches.jobs.count == 2 * usual.jobs.count)
    }

    @Test func `A control sets what it needs, and kills nothing more`() throws {
        let selection = try Self.selection { $0.control = .noWALHeaderSync }
        #expect(selection.kills == 0 && selection.exploration.samples == 2_000)
        #expect(
            selection.commandLine.settings
                == [WorkloadSetting(key: "store.checkpoint", value: "20")])
    }
}

import Foundation
import Testing

/// `lab suite` and `lab merge`.
struct `Running a suite` {
    private static let text = """
        schema: 1
        title: Two small ones
        runs:
          - { workload: smoke, topologies: [siblings], set: { crash.kills: 0 } }
          - { name: other, workload: smoke, topologies: [single-main], set: { crash.kills: 0 } }
        """

    private func lab(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments = arguments
        if arguments[0] == "suite" { lab.arguments += ["--no-charts"] }
        lab.folder = folder.path
        return try await lab.run()
    }

    private func folder(_ text: String = text) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "small.suite.yaml")
        return folder
    }

    @Test func `Every run has its report, one page has all, and what has run does not run again`()
        async throws
    {
        let folder = try folder()
        defer { folder.remove() }
        let first = try await lab(
            "suite", "small.suite.yaml", "--history", "h.ndjson", in: folder)
        #expect(first.code == 0, "\(first.errors)")
        let index = try folder.text("Reports/small/index.md")
        for name in ["smoke", "other"] {
            #expect(index.contains("[\(name)](\(name)/report.md)"))
            let report = folder.file("Reports/small/\(name)/report.md")
            #expect(FileManager.default.fileExists(atPath: report))
        }
        #expect(!index.contains("What has not run"))
        let history = try folder.text("h.ndjson")
        #expect(history.split(separator: "\n").count > 10)
        let again = try await lab("suite", "small.suite.yaml", in: folder)
        #expect(again.code == 0)
        #expect(again.errors.contains("smoke has run already"))
        #expect(again.errors.contains("other has run already"))
        #expect(again.lastLine.hasSuffix("Reports/small/index.md"))
    }

    @Test func `A gate that fails in one run fails the suite`() async throws {
        let folder = try folder()
        defer { folder.remove() }
        let result = try await lab(
            "suite", "small.suite.yaml", "--fail-on", "main.busy.total<0.001ms", in: folder)
        #expect(result.code == 4)
        let index = try folder.text("Reports/small/index.md")
        #expect(index.contains("**gate-failed** (4)"))
    }

    /// A suite of an app's team: a stack and a workload of its own beside the suite's file.
    @Test func `Stacks and workloads beside a suite take part, with its limits and gates`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let stack = try await lab("list", "--yaml", "siblings", in: folder)
        let written = stack.output.replacing("name: my-siblings", with: "name: our-stack")
        try FileManager.default.createDirectory(
            atPath: folder.file("app"), withIntermediateDirectories: true)
        try folder.write(written, to: "app/stack.yaml")
        try folder.write(
            """
            schema: 1
            title: Our app
            topology-files: [stack.yaml]
            limits: { main.stall.max: < 250ms }
            gates: { main.stall.max: < 10s, main.delay.p99: 10% }
            runs:
              - { workload: smoke, topologies: [siblings] }
              - { name: strict, workload: smoke, gates: { main.stall.max: < 0.001ms } }
            """, to: "app/ours.suite.yaml")
        let simulate = ["suite", "app/ours.suite.yaml", "--simulate", "iphone-8", "--no-charts"]
        func run() async throws -> LabProcess.Result {
            var lab = LabProcess()
            lab.arguments = simulate
            lab.folder = folder.path
            return try await lab.run()
        }
        // The second run's gate replaces the suite's; the one on a change waits for a baseline.
        let first = try await run()
        #expect(first.code == 4, "\(first.errors)")
        #expect(first.errors.contains("lab: 2 runs, about"))
        let page = try folder.text("Reports/ours-iphone-8/index.md")
        #expect(page.contains("[smoke](smoke/report.md) | smoke | `siblings` `our-stack` | 1 | ok"))
        #expect(page.contains("| [strict]"))
        #expect(page.contains("**gate-failed** (4)"))
        // A sentence, and a row with figures for each topology.
        #expect(page.contains("## smoke\n\nOne draw is too few to rank delays"))
        let row = page.split(separator: "\n").first { $0.hasPrefix("| our-stack | correct |") }
        #expect(row?.split(separator: "|").count == 8, "\(page)")
        #expect(row?.contains("| 4 of 4 |") == true, "\(page)")
        let again = try await run()
        #expect(again.errors.contains("smoke has run already"))
        // A stack that changed is another suite's.
        try folder.write(
            written.replacing("by: perform }", with: "by: perform-and-wait }"),
            to: "app/stack.yaml")
        let changed = try await run()
        #expect(!changed.errors.contains("has run already"), "\(changed.errors)")
    }

    @Test func `A suite that was interrupted goes on where it was`() async throws {
        // The second run takes so long that it can only be interrupted.
        let folder = try folder(
            """
            schema: 1
            title: A short one and a long one
            runs:
              - { workload: smoke, topologies: [siblings], set: { crash.kills: 0 } }
              - { name: long, workload: smoke, repetitions: 500, set: { crash.kills: 0 } }
            """)
        defer { folder.remove() }
        var lab = LabProcess("suite", "small.suite.yaml", "--no-charts")
        lab.folder = folder.path
        let path = folder.file("Reports/small/suite.json")
        let hasRun = { @Sendable () -> Bool in
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").contains("\"seconds\"")
        }
        for isResumed in [false, true] {
            let result = try await lab.run { number in
                // Until the first run has ended: a suite without a finished run cannot go on.
                while !hasRun(), kill(number, 0) == 0 {
                    Thread.sleep(forTimeInterval: 0.1)
                }
                // A child is the long run's: the suite listens to the signal by then.
                Child.wait(for: 1, of: number)
                kill(number, SIGINT)
            }
            #expect(result.code == 130)
            #expect(result.lastLine.contains("result=interrupted code=130"))
            #expect(result.errors.contains("smoke has run already") == isResumed)
            let index = try folder.text("Reports/small/index.md")
            #expect(index.contains("[smoke](smoke/report.md)"))
            #expect(index.contains("- long\n"))
        }
    }

    @Test func `Shards of several machines become one suite, and a missing one is no success`()
        async throws
    {
        let folder = try folder()
        defer { folder.remove() }
        for number in 1...2 {
            let shard = try await lab(
                "suite", "small.suite.yaml", "--shard", "\(number)/2", "--output",
                "shard-\(number)", in: folder)
            #expect(shard.code == 0, "\(shard.errors)")
        }
        let merged = try await lab("merge", "shard-1", "shard-2", "--output", "all", in: folder)
        #expect(merged.code == 0, "\(merged.errors)")
        for name in ["smoke", "other"] {
            #expect(
                FileManager.default.fileExists(atPath: folder.file("all/\(name)/run.json")))
        }
        let one = try await lab("merge", "shard-1", "--output", "one", in: folder)
        #expect(one.code == 7)
        #expect(one.errors.contains("not complete"))
        let twice = try await lab("merge", "shard-1", "shard-1", in: folder)
        #expect(twice.code == 2)
        #expect(twice.errors.contains("two shards have run"))
        let nowhere = try await lab("merge", "nowhere", in: folder)
        #expect(nowhere.code == 2)
    }

    @Test func `Each run of a suite is in one shard, and every machine finds the same`()
        async throws
    {
        let folder = try folder()
        defer { folder.remove() }
        var names: [Substring] = []
        for number in 1...2 {
            let dry = try await lab(
                "suite", "small.suite.yaml", "--shard", "\(number)/2", "--dry-run", in: folder)
            #expect(dry.code == 0)
            names += dry.output.split(separator: "\n").filter { $0.contains("  lab run ") }
                .compactMap { $0.split(separator: " ").first }
        }
        #expect(names.sorted() == ["other", "smoke"])
        let empty = try await lab(
            "suite", "small.suite.yaml", "--shard", "3/3", "--dry-run", in: folder)
        #expect(empty.code == 2)
        #expect(empty.errors.contains("has nothing to run"))
        #expect(folder.names == ["small.suite.yaml"])
    }

    @Test(arguments: [
        ("workload: smoke,", "workload: smok,", 2, "did you mean “smoke”?"),
        ("topologies: [single-main]", "topologies: [single]", 2, "single"),
        ("runs:", "run:", 3, "small.suite.yaml:3:"), ("schema: 1", "schema: 4", 3, "schema 1"),
        ("name: other", "name: smoke", 3, "two runs are called “smoke”"),
        ("name: other", "name: ../other", 3, "cannot be the name of a folder"),
        ("crash.kills: 0", "crash.klls: 0", 2, "did you mean “kills”?"),
        ("schema: 1", "schema: 1\nlimits: { main.stal.max: < 1s }", 3, "small.suite.yaml:2:"),
        ("name: other", "gates: { main.stall.max: 1s }, name: other", 3, "small.suite.yaml:5:"),
        ("name: other", "topology-files: [no.yaml], name: other", 2, "no.yaml"),
    ])
    func `What is wrong in any run is told before the first`(
        old: String, new: String, code: Int32, words: String
    ) async throws {
        let folder = try folder(Self.text.replacing(old, with: new))
        defer { folder.remove() }
        let result = try await lab("suite", "small.suite.yaml", in: folder)
        #expect(result.code == code, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(folder.names == ["small.suite.yaml"])
    }

    @Test func `A suite is checked as other files are`() async throws {
        let folder = try folder()
        defer { folder.remove() }
        let well = try await lab("lint", "small.suite.yaml", in: folder)
        #expect(well.code == 0, "\(well.errors)")
        #expect(well.output.contains("suite small with 2 runs"))
        try folder.write(
            Self.text.replacing("topologies:", with: "topolgies:"), to: "small.suite.yaml")
        let wrong = try await lab("lint", "small.suite.yaml", in: folder)
        #expect(wrong.code == 3)
        #expect(wrong.errors.contains("did you mean “topologies”?"))
    }

    @Test func `The shipped suite is well, and an unknown one is told`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let dry = try await lab("suite", "nightly", "--dry-run", in: folder)
        #expect(dry.code == 0, "\(dry.errors)")
        #expect(dry.output.contains("import-10k"))
        let unknown = try await lab("suite", "nihgtly", in: folder)
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("there is no suite"))
        // The suite lies beside the workloads, and must not be listed with them.
        let list = try await lab("list", in: folder)
        #expect(!list.output.contains("nightly"))
    }

    @Test func `A simulated suite is compared exactly, whole or in shards`() async throws {
        let folder = try folder()
        defer { folder.remove() }
        let whole = try await lab(
            "suite", "small.suite.yaml", "--simulate", "iphone-8", in: folder)
        #expect(whole.code == 0, "\(whole.errors)")
        let usual = "Reports/small-iphone-8"
        let index = try folder.text("\(usual)/index.md")
        #expect(index.contains("| build | any |"), "\(index)")
        for number in 1...2 {
            let shard = try await lab(
                "suite", "small.suite.yaml", "--simulate", "iphone-8", "--shard", "\(number)/2",
                "--output", "shard-\(number)", "--baseline", usual, in: folder)
            #expect(shard.code == 0, "\(shard.errors)")
        }
        let merged = try await lab("merge", "shard-1", "shard-2", "--output", "all", in: folder)
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(merged.output.contains("smoke  ok, identical"), "\(merged.output)")
        // By itself it takes the folder of one machine, and not that of the measured suite.
        try FileManager.default.removeItem(atPath: folder.file(usual))
        let again = try await lab("merge", "shard-1", "shard-2", in: folder)
        #expect(again.code == 0, "\(again.errors)")
        let reports = try FileManager.default.contentsOfDirectory(atPath: folder.file("Reports"))
        #expect(reports == ["small-iphone-8"])
        let other = try await lab(
            "suite", "small.suite.yaml", "--simulate", "iphone-8", "--shard", "2/2", "--draws", "2",
            "--output", "shard-2", "--fresh", in: folder)
        #expect(other.code == 0, "\(other.errors)")
        let mixed = try await lab("merge", "shard-1", "shard-2", "--output", "mixed", in: folder)
        #expect(mixed.code == 7 && mixed.errors.contains("--draws"), "\(mixed.errors)")
        for name in ["smoke", "other"] {
            let texts = try [usual, "all"].map { try folder.text("\($0)/\(name)/results.csv") }
            #expect(texts[0] == texts[1] && texts[0].contains(",iphone-8,"))
        }
        let repetitions = try await lab(
            "suite", "small.suite.yaml", "--simulate", "iphone-8", "--repetitions", "2",
            in: folder)
        #expect(repetitions.code == 2)
        #expect(repetitions.errors.contains("--draws"))
    }
}

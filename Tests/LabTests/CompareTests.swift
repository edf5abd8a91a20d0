import Foundation
import Results
import Testing

/// `lab compare` on folders whose figures the test knows.
struct `Comparing two runs` {
    /// Runs `lab compare` on two folders, in a folder without any report.
    private func compare(
        _ baseline: SampleRun?, _ candidate: SampleRun?, _ arguments: String...,
        wrapper: [String] = [], check: (LabProcess.Result, TemporaryFolder) throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try baseline?.write(to: folder, as: "a")
        try candidate?.write(to: folder, as: "b")
        var lab = LabProcess()
        lab.arguments = ["compare", folder.file("a"), folder.file("b")] + arguments
        lab.folder = folder.path
        lab.wrapper = wrapper
        try check(try await lab.run(), folder)
    }

    private static let base = SampleRun(session: "s")

    @Test func `A run and itself are identical, and the command ends with 0`() async throws {
        try await compare(Self.base, Self.base.candidate()) { result, folder in
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains("Identical: 3 identical."))
            let page = folder.file("b/comparison.md")
            #expect(result.lastLine == "lab: result=ok code=0 report=\(page)")
            let text1 = try folder.text("b/comparison.md")
            #expect(text1.contains("## smoke: passed"))
            let text2 = try folder.text("b/comparison.json")
            #expect(text2.contains("\"verdict\":\"identical\""))
        }
    }

    @Test func `A slow-down of a tenth is a regression, with its cause, and ends with 5`()
        async throws
    {
        let slow = Self.base.candidate([
            "main.busy.total": 1.1, "main.cause.save.total": 1.28,
        ])
        try await compare(Self.base, slow) { result, folder in
            #expect(result.code == 5, "\(result.output)")
            #expect(result.lastLine.contains("result=regressed code=5"))
            #expect(result.output.contains("REGRESSED"))
            #expect(result.output.contains("save on the main queue took 15"))
            let page = try folder.text("b/comparison.md")
            #expect(page.contains("**regressed**"))
            #expect(page.contains("siblings main.busy.total +10 %"))
        }
    }

    @Test func `Where several causes grew, all are named, the largest first`() async throws {
        let slow = Self.base.candidate([
            "main.busy.total": 1.2, "main.cause.save.total": 1.2, "main.cause.fetch.total": 1.5,
        ])
        try await compare(Self.base, slow) { result, _ in
            #expect(result.code == 5)
            let words = result.output.replacing("\n", with: " ")
            #expect(
                words.contains(
                    "several causes on the main queue grew: fetch took 120 ms instead of 80 ms, "
                        + "save 144 ms instead of 120 ms"), "\(words)")
        }
    }

    @Test func `A cause that grew by less than what matters is not blamed`() async throws {
        // Of another figure: 2 % of a long cause are more milliseconds than a third of a short one.
        var base = Self.base
        base.levels[2].value = 10
        base.levels[3].value = 320
        let slow = base.candidate([
            "main.busy.total": 1.1, "main.cause.save.total": 1.4, "main.cause.fetch.total": 1.02,
        ])
        try await compare(base, slow) { result, _ in
            #expect(result.output.contains("save on the main queue took 14"), "\(result.output)")
            #expect(!result.output.contains("fetch on the main queue"))
        }
    }

    @Test func `What grew on the main queue is not the cause of memory`() async throws {
        var base = Self.base
        base.levels.append(("process.peak_memory.max", 120, "MiB"))
        let slow = base.candidate([
            "process.peak_memory.max": 1.4, "main.cause.save.total": 1.3,
        ])
        try await compare(base, slow) { result, _ in
            #expect(result.code == 5)
            #expect(!result.output.contains("save on the main queue took"), "\(result.output)")
        }
    }

    @Test func `An improvement does not fail`() async throws {
        let fast = Self.base.candidate(["main.busy.total": 0.8])
        try await compare(Self.base, fast) { result, _ in
            #expect(result.code == 0)
            #expect(result.output.contains("Improved"))
        }
    }

    @Test func `A named gate on a change that is kept ends with 0, and one that is not with 4`()
        async throws
    {
        let slow = Self.base.candidate(["main.busy.total": 1.1])
        try await compare(Self.base, slow, "--fail-on", "main.busy.total:20%") { result, _ in
            #expect(result.code == 0, "\(result.output)")
            #expect(result.output.contains("named gates: 1 of 1 held"))
        }
        try await compare(Self.base, slow, "--fail-on", "main.busy.total:5%") { result, folder in
            #expect(result.code == 4, "\(result.output)")
            #expect(result.output.contains("main.busy.total:5% failed for siblings, +10 %"))
            let text3 = try folder.text("b/comparison.md")
            #expect(text3.contains("## smoke: failed"))
        }
        try await compare(Self.base, slow, "--fail-on", "main.delay.p99<20ms") { result, _ in
            #expect(result.code == 4)
            #expect(result.output.contains("main.delay.p99 < 20ms failed for siblings, 26 ms"))
        }
    }

    @Test func `A gate on a noisy figure hides no regression of another`() async throws {
        let slow = Self.base.candidate(["main.busy.total": 1.66])
        try await compare(Self.base, slow, "--fail-on", "main.delay.p99:5%") { result, folder in
            #expect(result.code == 5, "\(result.output)")
            #expect(result.output.contains("Regressed: 2 equivalent, 1 regressed"))
            let page = try folder.text("b/comparison.md")
            #expect(page.contains("## smoke: failed"))
        }
    }

    @Test func `The margin of what is equivalent stands beside it`() async throws {
        var base = Self.base
        base.levels[1].value = 0.04
        let slow = base.candidate(["main.delay.p99": 1.56])
        try await compare(base, slow) { result, folder in
            #expect(result.code == 0, "\(result.output)")
            let lines = result.output.split(separator: "\n")
            let tail = try #require(lines.first { $0.contains("main.delay.p99") })
            #expect(tail.contains("equivalent") && tail.contains("less than 0.1 ms"))
            #expect(!tail.contains("%"), "\(tail)")
            let sum = try #require(lines.first { $0.contains("main.busy.total") })
            #expect(sum.contains("equivalent") && sum.contains("± 3 %"))
            let page = try folder.text("b/comparison.md")
            #expect(page.contains("less than 0.1 ms"))
        }
    }

    @Test func `The gates that the workload had when it ran are judged too`() async throws {
        var slow = Self.base.candidate(["main.busy.total": 1.1])
        slow.gates = ["main.busy.total:5%"]
        try await compare(Self.base, slow) { result, _ in #expect(result.code == 4) }
        // The command line has the last word on the same figure.
        try await compare(Self.base, slow, "--fail-on", "main.busy.total:20%") { result, _ in
            #expect(result.code == 0)
        }
    }

    @Test func `Too few rounds are inconclusive: 8 where a verdict is required, with their number`()
        async throws
    {
        var base = Self.base
        base.noise = Array(SampleRun.noise.prefix(3))
        let slow = base.candidate(["main.busy.total": 1.1, "main.delay.p99": 1.1])
        try await compare(base, slow) { result, _ in
            #expect(result.code == 0)
            #expect(result.output.contains("inconclusive"))
            #expect(result.output.contains("a verdict on every gate takes about 12 rounds"))
            #expect(result.output.contains("about 1 min") || result.output.contains("60 s"))
        }
        try await compare(base, slow, "--require-verdict") { result, _ in
            #expect(result.code == 8)
            #expect(result.lastLine.contains("result=inconclusive code=8"))
        }
    }

    @Test func `Disturbed repetitions are left out, and counted`() async throws {
        var disturbed = Self.base.candidate(["main.busy.total": 1.1])
        disturbed.marks = Array(repeating: .disturbed, count: 9)
        try await compare(Self.base, disturbed, "--require-verdict") { result, _ in
            #expect(result.output.contains("9 repetitions, disturbed in the candidate"))
            #expect(result.code == 8)
        }
    }

    // MARK: Incomparable runs

    @Test(arguments: ["digest", "build"])
    func `Another workload or build is incomparable, in one line`(what: String) async throws {
        var other = Self.base.candidate()
        if what == "digest" { other.digest = "d2" } else { other.build = "release" }
        try await compare(Self.base, other) { result, _ in
            #expect(result.code == 7)
            let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("Incompar") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("\(what) is ") == true)
            #expect(lines.first?.contains(" in the baseline and ") == true)
        }
    }

    @Test func `A missing baseline is 7, a missing candidate is usage`() async throws {
        try await compare(nil, Self.base) { result, folder in
            #expect(result.code == 7)
            #expect(result.errors.contains("there is no baseline “\(folder.file("a"))”"))
            #expect(result.errors.contains("lab baseline save"))
            #expect(result.lastLine == "lab: result=incomparable code=7 report=none")
        }
        try await compare(Self.base, nil) { result, _ in
            #expect(result.code == 2)
            #expect(result.errors.contains("there is no run at"))
        }
    }

    @Test(arguments: [
        ("{\"schema\":9}", "has schema 9, and this lab reads 1"), ("{\"schema\":1,", "is cut off"),
        ("{\"head\":{}}", "has no schema"), ("{\"schema\":1}", "has no “"),
    ])
    func `A file that is no result of this schema is refused by name`(
        text: String, words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.base.write(to: folder, as: "a")
        try Self.base.write(to: folder, as: "b")
        for side in ["a", "b"] {
            try Self.base.write(to: folder, as: side)
            try folder.write(text, to: "\(side)/run.json")
            let result = try await LabProcess("compare", folder.file("a"), folder.file("b")).run()
            #expect(result.code == 7)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.contains("\(side)/run.json"))
            try Self.base.write(to: folder, as: side)
        }
    }

    @Test func `A topology that failed, or was interrupted, is neither well nor a regression`()
        async throws
    {
        var stuck = Self.base.candidate()
        stuck.failure = RunFailure(kind: .stuck, message: "it is stuck")
        try await compare(Self.base, stuck) { result, _ in
            #expect(result.code == 6)
            #expect(result.output.contains("it failed in the candidate: it is stuck"))
        }
        stuck.failure = RunFailure(kind: .trapped, message: "it trapped")
        try await compare(Self.base, stuck) { result, _ in #expect(result.code == 1) }
        try await compare(stuck, Self.base) { result, _ in #expect(result.code == 7) }
        var interrupted = Self.base.candidate()
        interrupted.isInterrupted = true
        interrupted.marks = Array(repeating: .interrupted, count: 12)
        try await compare(Self.base, interrupted) { result, _ in #expect(result.code == 7) }
        var empty = Self.base.candidate()
        empty.variants = []
        try await compare(Self.base, empty) { result, _ in #expect(result.code == 7) }
    }

    @Test func `A topology that one run lacks is named, and the rest compared`() async throws {
        var two = Self.base
        two.variants = ["siblings", "single-main"]
        try await compare(two, Self.base.candidate()) { result, _ in
            #expect(result.code == 7)
            #expect(result.output.contains("single-main is not compared: it is not in the cand"))
            #expect(result.output.contains("identical"))
        }
    }

    // MARK: Options

    @Test func `A gate on an unknown figure is answered with the nearest`() async throws {
        try await compare(Self.base, Self.base, "--fail-on", "main.dely.p99:5%") { result, _ in
            #expect(result.code == 2)
            #expect(result.errors.contains("main.dely.p99"))
        }
    }

    @Test func `More than eight gates on changes are refused`() async throws {
        let names = [
            "main.busy.total", "main.busy.share", "main.delay.p50", "main.delay.p95",
            "main.delay.p99", "main.delay.max", "main.delay.mean", "main.stall.max",
            "process.cpu.total",
        ]
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let run = try Self.base.write(to: folder, as: "a")
        var lab = LabProcess("compare", run, run)
        lab.arguments += names.flatMap { ["--fail-on", "\($0):5%"] }
        let result = try await lab.run()
        #expect(result.code == 2)
        #expect(result.errors.contains("more than 8 metrics"))
    }

    @Test func `Markdown goes to a file, or to standard output`() async throws {
        try await compare(Self.base, Self.base.candidate(), "--markdown", "-") { result, _ in
            #expect(result.output.hasPrefix("## smoke: passed\n"))
            #expect(result.output.contains("unchanged, side by side]("))
            #expect(result.lastLine.hasPrefix("lab: result=ok"))
        }
        try await compare(Self.base, Self.base.candidate(), "--markdown", "pr.md") {
            result, folder in
            #expect(result.output.contains("baseline"))
            let text = try folder.text("pr.md")
            #expect(text.hasPrefix("## smoke: passed\n"))
            #expect(text.contains("side by side](") && text.contains("b/comparison.html). *"))
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
            let page = try folder.text("b/comparison.md")
            #expect(page.contains("<details>") && !text.contains("<details>"))
        }
        try await compare(
            Self.base, Self.base.candidate(), "--markdown", "-", "--link", "https://ci.test/7"
        ) { result, _ in
            #expect(result.output.contains("side by side](https://ci.test/7). *"))
        }
        try await compare(Self.base, Self.base.candidate(), "--link", "https://ci.test/7") {
            result, _ in
            #expect(result.code == 2)
            #expect(result.errors.contains("--markdown: give both"), "\(result.errors)")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")))
    func `A full disk ends with 9 and leaves no half of a page`() async throws {
        try await compare(
            Self.base, Self.base.candidate(), wrapper: ["/usr/bin/prlimit", "--fsize=6000"]
        ) { result, folder in
            #expect(result.code == 9, "\(result.errors)")
            // What was compared is printed all the same.
            #expect(result.output.contains("siblings"))
            #expect(result.lastLine == "lab: result=not-written code=9 report=none")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("b"))
            #expect(left == ["run.json"])
        }
    }

    @Test func `Two runs of 10,000 stretches a repetition are compared in two seconds`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, run) in [("a", Self.base), ("b", Self.base.candidate())] {
            var result = run.result
            result.topologies[0].repetitions[0].record.stretches = (0..<10_000).map { index in
                let began = Int64(index) * 1_000_000
                let span = SpanRecord(
                    cause: "save", began: began, ended: began + 9, depth: 0, own: 9)
                let block = BlockRecord(
                    began: began, ended: began + 500, cpu: 400, runDelay: 10, operation: index,
                    label: "", spans: [span])
                return StretchRecord(
                    began: began, ended: began + 500, cpu: 400, runDelay: 10, blocks: [block])
            }
            try run.write(to: folder, as: name)
            try JSONEncoder().encode(result).write(
                to: URL(filePath: folder.file(name + "/run.json")))
        }
        // Processor time: beside other tests the clock on the wall is meaningless.
        var lab = LabProcess("compare", folder.file("a"), folder.file("b"))
        lab.wrapper = ["/bin/bash", "-c", "TIMEFORMAT='%U %S'; time \"$@\"", "time"]
        let result = try await lab.run()
        #expect(result.code == 0)
        let times = try #require(result.errors.split(separator: "\n").last)
        let seconds = times.split(separator: " ").compactMap { Double($0) }
        #expect(seconds.count == 2 && seconds.reduce(0, +) < 2, "it took \(times)")
    }
}

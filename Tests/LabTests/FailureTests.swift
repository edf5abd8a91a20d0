import Foundation
import Glibc
import Results
import Synchronization
import Testing

/// Failures while a command runs: the exit code, the message, and the files that are left.
@Suite(.serialized) struct `A run that goes wrong` {
    private static let prlimit = "/usr/bin/prlimit"
    private static var hasPrlimit: Bool {
        FileManager.default.isExecutableFile(atPath: prlimit)
    }

    /// Runs smoke with stores below the folder, and checks that nothing of them is left.
    private func run(
        _ arguments: String..., in folder: TemporaryFolder, wrapper: [String] = [],
        environment: [String: String] = [:],
        whenStarted: @escaping @Sendable (Int32) -> Void = { _ in }
    ) async throws -> LabProcess.Result {
        let stores = folder.file("stores")
        try FileManager.default.createDirectory(
            atPath: stores, withIntermediateDirectories: true)
        var lab = LabProcess()
        lab.arguments = arguments + ["--output", folder.file("report")]
        lab.wrapper = wrapper
        lab.environment = environment.merging(["TMPDIR": stores]) { $1 }
        let result = try await lab.run(whenStarted: whenStarted)
        let left = try FileManager.default.contentsOfDirectory(atPath: stores)
        #expect(left == [], "stores were left behind")
        #expect(!result.isSignalled)
        return result
    }

    // main                              importing
    // ────                              ─────────
    //                                   importBatch … save
    // performAndWait(importing) ─ waits
    //                                   did-save: performAndWait(main) ─ waits
    @Test func `A stack that is stuck ends with 6 and says who waits for whom`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func run() async throws -> LabProcess.Result {
            try await self.run(
                "--workload", "smoke", "--topology",
                "siblings:ui=importing,submission=perform-and-wait,merge-by=perform-and-wait",
                // So many touches that one comes during a batch.
                "--set", "roles.ui.arrivals=poisson 400/s", "--no-charts", in: folder)
        }
        // Nearly: one run in eight meets none.
        var result = try await run()
        for _ in 0..<5 where result.code == 0 { result = try await run() }
        #expect(result.code == 6)
        #expect(result.output.contains("“main” waits for “importing”"))
        #expect(result.output.contains("“importing” waits for “main”"))
        #expect(result.errors.contains("deadlock"))
        #expect(result.lastLine.contains("result=integrity code=6"))
    }

    // main                          child
    // ────                          ─────
    //                               importBatch … save: waits for main
    // performAndWait(child) ─ waits
    @Test func `A child that saves while main waits for it is stuck, and the two are named`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "private-child-only:submission=perform",
            "--set", "roles.ui.arrivals=poisson 800/s", "--set", "roles.importer.batch=100",
            "--no-charts", in: folder)
        #expect(result.code == 6)
        #expect(result.output.contains("“main” waits for “child”"))
        #expect(result.output.contains("“child” waits for “main”"))
        #expect(result.lastLine.contains("result=integrity code=6"))
    }

    @Test func `A line without the text that is read on main is no mistake`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace(
            #"<attribute name="name" attributeType="String"/>"#,
            by: #"<attribute name="name" optional="YES" attributeType="String"/>"#,
            in: WorkloadCopy.model)
        try copy.replace(#""name":"Alvand","#, by: "", in: "Data/cities-10k.jsonl")
        try copy.replace(
            "save: after-edit", by: "save: after-edit, on-did-save: ids", in: "smoke.yaml")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", copy.workload, "--topology", "single-main", "--no-charts", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.lastLine.contains("result=ok code=0"))
    }

    @Test(.enabled(if: hasPrlimit, "needs prlimit of util-linux"))
    func `A store that the disk does not take ends with 9`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // A file may grow to 100 kB; the store wants four times as much.
        let result = try await run(
            "--workload", "smoke", "--topology", "single-main", "--no-charts", in: folder,
            wrapper: [Self.prlimit, "--fsize=100000"])
        #expect(result.code == 9, "\(result.errors)")
        #expect(result.errors.contains("store.sqlite failed: disk I/O error"))
        #expect(result.output.contains("NOT WRITTEN"))
    }

    @Test(.enabled(if: hasPrlimit, "needs prlimit of util-linux"))
    func `A report that the disk does not take ends with 9, and the figures are said`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // Enough for each store and each child's record, too little for results.csv.
        let result = try await run(
            "--workload", "smoke", "--repetitions", "3", "--set", "crash.kills=0", "--no-charts",
            in: folder, wrapper: [Self.prlimit, "--fsize=500000"])
        #expect(result.code == 9, "\(result.errors)")
        #expect(result.errors.contains("results.csv"))
        #expect(result.errors.contains("--output"))
        #expect(result.output.contains("delay"))
        #expect(result.lastLine == "lab: result=not-written code=9 report=none")
    }

    @Test func `Without gnuplot there is a warning, and figures and tables are complete`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "siblings", "--set", "crash.kills=0", in: folder,
            environment: ["PATH": "/nonexistent"])
        #expect(result.code == 0)
        #expect(result.errors.contains("gnuplot"))
        #expect(!ResultsFile(try folder.text("report/results.csv")).rows.isEmpty)
    }

    @Test func `Without gnuplot, charts that are required end with 9`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "siblings", "--set", "crash.kills=0",
            "--require-charts", in: folder, environment: ["PATH": "/nonexistent"])
        #expect(result.code == 9)
        #expect(result.output.contains("siblings"))
    }

    @Test func `Ctrl-C ends with 130, valid marked files, no child and no store`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let children = Mutex([Int32]())
        let result = try await run(
            "--workload", "smoke", "--repetitions", "50", "--no-charts", in: folder
        ) { lab in
            // After some repetitions, each a child, so that there is something to write and to
            // mark; and between two of them the lab has no child for a moment.
            var seen: Set<Int32> = []
            var running: [Int32] = []
            while seen.count < 8 || running.isEmpty, kill(lab, 0) == 0 {
                running = Child.all(of: lab)
                seen.formUnion(running)
                Thread.sleep(forTimeInterval: 0.005)
            }
            children.withLock { $0 = running }
            kill(lab, SIGINT)
        }
        #expect(result.code == 130, "\(result.errors)")
        #expect(result.lastLine.contains("result=interrupted code=130"))
        let results = ResultsFile(try folder.text("report/results.csv"))
        #expect(!results.rows.isEmpty)
        for row in results.rows { #expect(row["mark"] != "") }
        let written = try JSONDecoder().decode(
            WorkloadResult.self, from: Data(folder.text("report/run.json").utf8))
        #expect(written.isInterrupted)
        for repetition in written.topologies.flatMap(\.repetitions) {
            // What the machine disturbed says so: main had no core for a twentieth of the time, or
            // the process stood still for a quarter of a second.
            let share = repetition.figures.first {
                $0.isOf(Metric.mainPreempted[.share]) && $0.phase == PhaseName.all
            }
            let isDisturbed =
                (share?.value ?? 0) > 5 || repetition.record.noise.contains { $0 >= 250_000_000 }
            #expect(repetition.mark == (isDisturbed ? .disturbed : .interrupted))
        }
        let noted = children.withLock { $0 }
        #expect(!noted.isEmpty, "a repetition was running")
        for child in noted { #expect(kill(child, 0) != 0, "a child was left behind") }
    }
}

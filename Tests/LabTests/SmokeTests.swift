import CSQLite
import Foundation
import Results
import Testing

/// One run of the smoke workload through the four topologies, which several tests look at.
///
/// Everything they look at is read at once, so that the folder can go.
private struct SmokeRun: Sendable {
    let result: LabProcess.Result
    /// The path of the report.
    let page: String
    /// The names in the report's folder, sorted.
    let names: [String]
    let files: [String: String]
    /// SQLite's own answers to `StoreQuestion`, by topology.
    let answers: [String: [[String]]]

    static let topologies = ["single-main", "private-writer", "siblings", "child-of-main"]
    static let phases = ["idle", "import", "settle", "all"]

    /// Run once, by the first test that needs it.
    static let shared = Task {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            "--workload", "smoke", "--output", folder.file("report"), "--keep-stores",
            folder.file("stores")
        ).run()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("report"))
        var files: [String: String] = [:]
        for name in names where name != "charts" {
            files[name] = try folder.text("report/\(name)")
        }
        var answers: [String: [[String]]] = [:]
        for topology in topologies {
            let store = folder.file("stores/\(topology).sqlite")
            answers[topology] = StoreQuestion.all.map { StoreQuestion.answer($0, in: store) }
        }
        return SmokeRun(
            result: result, page: folder.file("report/report.md"), names: names.sorted(),
            files: files, answers: answers)
    }

    func report(_ name: String) throws -> String { try #require(files[name]) }
    func results() throws -> ResultsFile { ResultsFile(try report("results.csv")) }
}

/// Questions to a kept store.
private enum StoreQuestion {
    static let all = [
        "SELECT COUNT(*) FROM ZCITY",
        "PRAGMA integrity_check",
        """
        SELECT COUNT(*) FROM ZCITY WHERE ZCOUNTRY IS NULL
            OR ZCOUNTRY NOT IN (SELECT Z_PK FROM ZCOUNTRY)
        UNION ALL
        SELECT COUNT(*) FROM ZALTERNATENAME WHERE ZCITY IS NULL
            OR ZCITY NOT IN (SELECT Z_PK FROM ZCITY)
        UNION ALL
        SELECT COUNT(*) FROM ZCOUNTRY WHERE Z_PK NOT IN (SELECT ZCOUNTRY FROM ZCITY)
        """,
    ]

    /// The first column of a statement's rows.
    static func answer(_ sql: String, in path: String) -> [String] {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            return ["cannot open \(path)"]
        }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            return [String(cString: sqlite3_errmsg(connection))]
        }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(String(cString: sqlite3_column_text(statement, 0)))
        }
        return rows
    }
}

struct `The smoke workload` {
    @Test func `It ends well, and says so to people and to programs`() async throws {
        let run = try await SmokeRun.shared.value
        #expect(run.result.code == 0, "\(run.result.errors)")
        for topology in SmokeRun.topologies { #expect(run.result.output.contains(topology)) }
        #expect(run.result.output.contains("compare orders and ratios, not seconds"))
        #expect(run.result.lastLine == "lab: result=ok code=0 report=\(run.page)")
        #expect(run.result.errors.contains("left:"), "progress says how long it will take")
    }

    @Test func `It writes every file of the report`() async throws {
        let run = try await SmokeRun.shared.value
        #expect(
            run.names == [
                "charts", "crashes.csv", "loss.csv", "operations.csv", "pairs.csv", "report.html",
                "report.md", "results.csv", "run.json", "stretches.csv",
            ])
    }

    @Test func `Command.md has every file of the report, and the columns of its tables`()
        async throws
    {
        let run = try await SmokeRun.shared.value
        let article = try Paper("Sources/lab/lab.docc/Command.md")
        let files = try #require(article.section("What is written"))
        for name in run.names { #expect(files.text.contains("── \(name)"), "\(name)") }
        let tables = run.names.sorted().filter { $0.hasSuffix(".csv") }
        #expect(tables.count == 6)
        for name in tables {
            let columns = try #require(article.section("The columns of \(name)"), "\(name)")
            let listing = columns.text.split(separator: "\n").filter { $0.hasPrefix("    ") }
            let written = listing.joined().replacing(" ", with: "").split(separator: ",")
            let head = try run.report(name).prefix { $0 != "\n" }.split(separator: ",")
            #expect(written == head, "\(name)")
        }
    }

    @Test func `Every metric stands in every phase that can have it, and none is invented`()
        async throws
    {
        let results = try await SmokeRun.shared.value.results()
        let always =
            ["busy", "blocked", "preempted"].flatMap { ["main.\($0).total", "main.\($0).share"] }
            + ["p50", "p95", "p99", "max", "mean"].map { "main.delay.\($0)" }
            + [
                "main.stall.max", "main.stall.count", "main.hang_rate.total",
                "main.micro_hangs.count", "main.hangs.count", "main.blocking_time.total",
                "main.hitch_ratio.60.total", "main.hitch_ratio.120.total", "store.commits.total",
                "store.syncs.total", "store.writes.total", "store.bytes_written.total",
                "store.checkpoints.total", "process.cpu.total", "queue.cpu.total",
            ]
        let losses = ["loss.kill", "loss.power", "loss.dirty"].flatMap { metric in
            ["exposure", "p50", "p95", "p99", "max", "longest_window", "share_at_risk"]
                .map { "\(metric).\($0)" }
        }
        let importing = [
            "import.lateness.max", "import.utilisation.share", "import.duration.total",
            "ui.freshness.max",
            "operation.import-batch.max", "operation.import-batch.count",
            "operation.import-batch.rows",
        ]
        for topology in SmokeRun.topologies {
            for phase in SmokeRun.phases {
                #expect(results.names(topology, phase).isSuperset(of: always))
            }
            for phase in ["import", "all"] {
                #expect(results.names(topology, phase).isSuperset(of: importing + losses))
            }
            let idle = results.names(topology, "idle")
            #expect(idle.isDisjoint(with: importing))
            #expect(results.names(topology, "all").contains("process.peak_memory.max"))
            #expect(!idle.contains("process.peak_memory.max"))
        }
        let prefixes = [
            "main.", "work.", "machine.", "operation.", "import.", "ui.freshness", "store.",
            "process.", "queue.cpu", "loss.kill", "loss.power", "loss.dirty", "loss.never_durable",
            "loss.silent",
        ]
        for row in results.rows {
            #expect(prefixes.contains { row["metric"].hasPrefix($0) }, "\(row.name)")
            #expect(Int(row["n"]) != nil)
            #expect(row.value.isFinite)
            #expect(!["preload"].contains(row["phase"]))
        }
    }

    @Test func `Only the writer that flushes later loses what was believed saved`() async throws {
        let results = try await SmokeRun.shared.value.results()
        for topology in ["single-main", "siblings", "child-of-main"] {
            #expect(results.value("loss.kill.max", topology, "all") == 0)
            #expect(results.value("loss.kill.exposure", topology, "all") == 0)
        }
        #expect((results.value("loss.kill.max", "private-writer", "all") ?? 0) > 0)
    }

    @Test func `Only where a save returns before its commit can a loss be silent`() async throws {
        let results = try await SmokeRun.shared.value.results()
        for topology in ["single-main", "siblings", "child-of-main"] {
            #expect(results.value("loss.silent.total", topology, "all") == nil)
        }
        #expect(results.value("loss.silent.total", "private-writer", "all") == 0)
    }

    @Test func `Importing beside the main queue leaves it most of its time`() async throws {
        let results = try await SmokeRun.shared.value.results()
        let siblings = try #require(results.value("main.busy.total", "siblings", "import"))
        for topology in ["single-main", "private-writer", "child-of-main"] {
            let busy = try #require(results.value("main.busy.total", topology, "import"))
            #expect(busy > 1.5 * siblings)
        }
    }

    @Test func `Every killed child's store holds what its ledger predicts`() async throws {
        let run = try await SmokeRun.shared.value
        let lines = try run.report("crashes.csv").split(separator: "\n")
        #expect(lines.count == 1 + SmokeRun.topologies.count)
        for line in lines.dropFirst() { #expect(line.contains(",predicted"), "\(line)") }
    }

    @Test func `A child's digest of what it executed is the file's`() async throws {
        let run = try await SmokeRun.shared.value
        let json = try JSONDecoder().decode(
            Run.self, from: Data(run.report("run.json").utf8))
        #expect(json.topologies.count == 4)
        for topology in json.topologies {
            #expect(
                topology.repetitions.map(\.record.executedDigest) == [json.operationsDigest])
        }
    }

    /// The part of run.json that the test above reads.
    private struct Run: Decodable {
        struct Topology: Decodable { var repetitions: [Repetition] }
        struct Repetition: Decodable { var record: Record }
        struct Record: Decodable { var executedDigest: String }
        var operationsDigest: String
        var topologies: [Topology]
    }

    @Test func `The probes cost little of the main queue's time`() async throws {
        let run = try await SmokeRun.shared.value
        #expect(run.result.output.replacing("\n", with: " ").contains("% of main.busy"))
    }

    @Test func `Kept stores are whole, and no object lacks its partner`() async throws {
        let run = try await SmokeRun.shared.value
        for topology in SmokeRun.topologies {
            #expect(run.answers[topology] == [["200"], ["ok"], ["0", "0", "0"]])
        }
    }
}

struct `The options of a run` {
    private func run(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments =
            ["--workload", "smoke", "--output", folder.file("report"), "--no-charts", "--quiet"]
            + arguments
        return try await lab.run()
    }

    @Test func `One seed gives one stream, another seed another`() async throws {
        let shared = try await SmokeRun.shared.value.report("operations.csv")
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try await run("--topology", "siblings", in: folder)
        #expect(try folder.text("report/operations.csv") == shared)
        let other = try await run("--topology", "siblings", "--seed", "7", in: folder)
        #expect(other.code == 0)
        #expect(try folder.text("report/operations.csv") != shared)
    }

    @Test func `What a writer can lose grows with its flush interval`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let flushes = ["20ms", "200ms", "lifecycle"].map { "private-writer:flush=\($0)" }
        // In virtual time: what waits for a flush depends on how fast the import goes.
        var lab = LabProcess()
        lab.arguments =
            ["simulate", "--workload", "smoke", "--device", "reference", "--draws", "1"]
            + flushes.flatMap { ["--topology", $0] }
            + ["--output", folder.file("report"), "--no-charts", "--quiet"]
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
        let results = ResultsFile(try folder.text("report/results.csv"))
        let losses = flushes.map { results.value("loss.kill.exposure", $0, "all") ?? -1 }
        #expect(losses[0] > 0)
        #expect(losses == losses.sorted() && Set(losses).count == 3, "\(losses)")
    }

    @Test(arguments: ["private-writer", "child-of-main"])
    func `Children die at every exact point, and each store is as predicted`(topology: String)
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--topology", topology, "--set", "crash.kills=12", in: folder)
        #expect(result.code == 0, "\(result.output)")
        let crashes = ResultsFile(try folder.text("report/crashes.csv")).rows
        #expect(crashes.count == 12)
        for crash in crashes { #expect(crash["verdict"].hasPrefix("predicted")) }
        let points: Set = [
            "random", "before-intent", "after-intent", "before-commit", "after-commit",
            "before-acknowledgement", "after-acknowledgement",
        ]
        #expect(Set(crashes.map { $0["point"] }) == points)
    }

    @Test func `Limits of the command line stand beside the workload's`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--topology", "siblings", "--limit", "import.duration < 0.001s", in: folder)
        #expect(result.code == 0, "a limit is shown; only a gate fails a command")
        #expect(result.output.contains("import.duration.total < 0.001s"))
        #expect(result.output.contains("main.stall.max < 250ms"))
    }

    @Test func `Concurrency debugging reaches the children and finds nothing`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "-com.apple.CoreData.ConcurrencyDebug", "1", "--topology", "siblings", "--topology",
            "child-of-main", in: folder)
        #expect(result.code == 0, "\(result.errors)")
    }

    @Test func `Quiet is quiet, and no charts are drawn where none are wanted`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--topology", "single-main", "--set", "crash.kills=0", in: folder)
        #expect(!result.errors.contains("left:"))
        let charts = try FileManager.default.contentsOfDirectory(
            atPath: folder.file("report/charts"))
        #expect(!charts.contains { $0.hasSuffix(".svg") })
        #expect(charts.contains { $0.hasSuffix(".gp") })
    }

    @Test func `The list draws each topology with its promise, and names the workloads`()
        async throws
    {
        let result = try await LabProcess("list").run()
        #expect(result.code == 0)
        for topology in SmokeRun.topologies { #expect(result.output.contains(topology)) }
        #expect(result.output.contains("promise: what is saved is committed"))
        #expect(result.output.contains("┌"))
        #expect(result.output.contains("import-10k"))
    }
}

import CSQLite
import Foundation
import Testing

/// What the built command says and writes of runs that are given, with its exit code: the same
/// bytes as before.
struct `Golden commands` {
    /// Runs a command in a folder, and adds its output to the files that it left there.
    private func run(
        _ arguments: [String], in folder: TemporaryFolder, as name: String,
        _ said: inout [String: Data]
    ) async throws {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        let result = try await lab.run()
        let text = """
            lab \(arguments.joined(separator: " "))
            ends with \(result.code)

            \(result.output)
            \(result.errors)
            """
        said["\(name).txt"] = Data(text.utf8)
    }

    /// Compares a folder's files and the output, except the test's own files and pictures.
    private func check(
        _ folder: TemporaryFolder, _ said: [String: Data], as name: String,
        without left: Set<String> = []
    ) throws {
        let files = try GoldenFiles.files(in: folder.path)
            .filter { !$0.key.hasSuffix("run.json") && !$0.key.hasSuffix(".svg") }
            .filter { !left.contains($0.key) }
            .merging(said) { $1 }
        let moved = files.mapValues { bytes in
            // The test's folder has another name each time, and so has the one of the stores.
            String(data: bytes, encoding: .utf8).map {
                Data(
                    $0.replacing(folder.path, with: "FOLDER")
                        .replacing(/\/[^ "]*\/lab-[A-Za-z0-9]{6}\//, with: "STORES/").utf8)
            } ?? bytes
        }
        try GoldenFiles(name: name).check(moved)
    }

    @Test func `Comparisons of given runs are the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let base = SampleRun(session: "s")
        try base.write(to: folder, as: "a")
        try base.candidate().write(to: folder, as: "same")
        try base.candidate(["main.busy.total": 1.1, "main.cause.save.total": 1.3])
            .write(to: folder, as: "slower")
        try base.candidate(["main.delay.p99": 0.8]).write(to: folder, as: "faster")
        var other = base
        other.digest = "d2"
        try other.write(to: folder, as: "other")
        var said: [String: Data] = [:]
        for name in ["same", "slower", "faster", "other"] {
            try await run(["compare", "a", name], in: folder, as: "compare-\(name)", &said)
        }
        try await run(
            ["compare", "a", "slower", "--fail-on", "main.delay.p99:5%"], in: folder,
            as: "compare-gate", &said)
        try await run(
            ["compare", "a", "faster", "--fail-on", "main.delay.p9:5%"], in: folder,
            as: "compare-unknown", &said)
        try check(folder, said, as: "comparisons")
    }

    @Test func `A history of given runs is the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for night in 1...24 {
            var run = SampleRun()
            run.run = "night-\(night)"
            run.started = "2026-01-\(night < 10 ? "0" : "")\(night)T02:00:00Z"
            run.commit = String(repeating: "\(night % 10)", count: 40)
            let noise = SampleRun.noise[night % 12]
            run.factors = ["main.busy.total": noise * (night < 13 ? 1 : 1.1)]
            try run.write(to: folder, as: "n\(night)")
        }
        var said: [String: Data] = [:]
        try await run(
            ["history", "add"] + (1...24).map { "n\($0)" }, in: folder, as: "history-add", &said)
        try await run(["history", "show"], in: folder, as: "history-show", &said)
        try check(folder, said, as: "history")
    }

    @Test func `Merged shards of given suites are the same`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let planned = ["one", "two", "three"]
        try SampleShard(planned: planned, entries: ["one": 0, "three": 5])
            .write(to: folder, as: "a")
        try SampleShard(started: "2026-01-01T03:00:00Z", planned: planned, entries: ["two": 4])
            .write(to: folder, as: "b")
        try SampleShard(commit: "other", planned: planned, entries: ["two": 0])
            .write(to: folder, as: "other")
        var said: [String: Data] = [:]
        try await run(
            ["merge", "a", "b", "--output", "all", "--history", "nights"], in: folder,
            as: "merge-all", &said)
        try await run(["merge", "a", "--output", "some"], in: folder, as: "merge-some", &said)
        try await run(["merge", "a", "a"], in: folder, as: "merge-twice", &said)
        try await run(["merge", "a", "other"], in: folder, as: "merge-other", &said)
        try await run(["merge", "a", "none"], in: folder, as: "merge-none", &said)
        for name in planned {
            let copy = try Data(contentsOf: URL(filePath: folder.file("all/\(name)/run.json")))
            let shard = name == "two" ? "b" : "a"
            let run = try Data(contentsOf: URL(filePath: folder.file("\(shard)/\(name)/run.json")))
            #expect(copy == run)
        }
        let given = ["a", "b", "other"].map { $0 + "/suite.json" }
        try check(folder, said, as: "merge", without: Set(given))
    }

    /// What a crash leaves is a matter of SQLite's own writes.
    private static let hasRecordedSQLite = String(cString: sqlite3_libversion()) == "3.40.1"

    // Times are virtual, so that each run and each build give the same bytes.
    @Test(
        .enabled(if: hasRecordedSQLite, "recorded with SQLite 3.40.1"),
        arguments: [
            (
                "exploration",
                [
                    "--topology", "siblings", "--topology", "private-writer", "--quick", "--kills",
                    "0", "--no-charts",
                ]
            ), ("faults", ["--topology", "siblings", "--faults"]), ("damage", ["--damage"]),
        ])
    func `What real stores come to in virtual time is the same`(
        name: String, arguments: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess("crash", "--workload", "smoke", "--quiet", "--output", ".")
        lab.arguments += arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
        // The reports say when it ran, by which build and on which machine.
        try check(folder, [:], as: name, without: ["report.md", "report.html"])
    }
}

import Foundation
import Testing

/// `lab crash` as a user starts it: two runs find the same, and their findings can be rebuilt.
struct CrashTests {
    private static let seed = "20260301"

    private func run(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess("crash", "--no-charts", "--quiet")
        lab.arguments += arguments
        lab.folder = folder.path
        return try await lab.run()
    }

    /// The rows of a file except those of children that were killed on the real clock.
    private func unmarked(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasSuffix(",real") }
    }

    private func crashes(_ folder: TemporaryFolder, _ report: String) throws -> ResultsFile {
        ResultsFile(try folder.text("\(report)/crashes.csv"))
    }

    // MARK: The same twice

    @Test func `Two runs of one seed write the same, but for what was killed on the real clock`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for report in ["first", "second"] {
            let result = try await run(
                "--workload", "smoke", "--topology", "private-writer", "--seed", Self.seed,
                "--mode", "wal/full", "--batches", "25,50", "--samples", "80", "--kills", "1",
                "--output", report, in: folder)
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains("private-writer, batches of 25"))
            #expect(result.output.contains(" states a second"))
        }
        let first = try folder.text("first/crashes.csv")
        let second = try folder.text("second/crashes.csv")
        #expect(unmarked(first) == unmarked(second))
        #expect(first.split(separator: "\n").count == unmarked(first).count + 2)
        #expect(try folder.text("first/loss.csv") == folder.text("second/loss.csv"))
        let rows = try crashes(folder, "first").rows
        #expect(Set(rows.map { $0["batch"] }) == ["25", "50"])
        #expect(rows.allSatisfy { $0["verdict"] != "violation" })
    }

    @Test func `Another seed gives another run and other samples`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var rows: [[[String: String]]] = []
        for seed in ["1", "2"] {
            let result = try await run(
                "--workload", "smoke", "--topology", "siblings", "--seed", seed, "--mode",
                "wal/full", "--samples", "80", "--kills", "0", "--output", seed, in: folder)
            #expect(result.code == 0, "\(result.errors)")
            rows.append(
                try crashes(folder, seed).rows.map { row in
                    #expect(row["seed"] == seed)
                    return row.cells.filter { $0.key != "seed" }
                })
        }
        for kind in ["explored", "exact-kill"] {
            let ofKind = rows.map { $0.filter { $0["kind"] == kind } }
            #expect(ofKind[0] != ofKind[1])
        }
    }

    @Test func `A quick look takes the places that matter, and kills nobody at random`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "siblings", "--quick", "--output", "out",
            in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rows = try crashes(folder, "out").rows
        #expect(!rows.contains { $0["mark"] == "real" })
        let kills = rows.filter { $0["kind"] == "explored" && $0["model"] == "K0" }
        #expect(Set(kills.map { $0["mode"] }) == ["wal/normal", "wal/full"])
        for kill in kills {
            let states = try #require(Int(kill["states"]))
            let operations = try #require(Int(kill["operations"]))
            #expect(states > 0 && states < operations)
        }
    }

    @Test func `A matrix has each mode and batch size, and says what nobody measured`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "private-writer", "--matrix", "--samples", "20",
            "--kills", "0", "--output", "out", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rows = try crashes(folder, "out").rows
        let explored = rows.filter { $0["kind"] == "explored" }
        let modes = ["wal/normal", "wal/full", "delete/full", "delete/extra", "truncate/full"]
        let runs = Set(explored.map { "\($0["mode"]) \($0["batch"])" })
        #expect(runs == Set(modes.flatMap { mode in [25, 50, 100].map { "\(mode) \($0)" } }))
        // Smaller batches are more saves, and more writes.
        let operations = ["25", "50", "100"].map { batch in
            explored.first { $0["mode"] == "wal/full" && $0["batch"] == batch }
                .flatMap { Int($0["operations"]) } ?? 0
        }
        #expect(operations[0] > operations[1] && operations[1] > operations[2])
        let unmeasured = rows.filter { $0["kind"] == "not-measured" }
        #expect(unmeasured.map { $0["mode"] } == ["binary", "xml", "in-memory"])
        #expect(result.output.contains("Not measured: binary and xml: not written through SQLite"))
    }

    // MARK: Replay

    /// Whole runs to be replayed: violated on purpose, with everything set that can be.
    ///
    ///     crash --set … --batches … --seed … --control …  ──▶ report: an address, and a command
    ///     crash --replay FOLDER/ADDRESS                   ──▶ a folder  ┐
    ///     the report's command                            ──▶ a folder  ┴─ the same bytes
    @Test func `A state is rebuilt by its report, and by the command that the report names`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        let result = try await run(
            "--workload", copy.workload, "--topology", "private-writer:flush=50ms", "--set",
            "roles.importer.take=100", "--seed", Self.seed, "--mode", "wal/full", "--batches", "20",
            "--control", "no-wal-sync", "--samples", "200", "--quick", "--output", "out",
            in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let violation = try #require(
            crashes(folder, "out").rows.first { $0["kind"] == "violation" })
        let address = "private-writer:flush=50ms+wal/full,batch=20/\(violation["at"])"

        let byFolder = try await run(
            "--replay", "out/\(address)", "--dump", "by-folder", in: folder)
        #expect(byFolder.code == 0, "\(byFolder.errors)")
        let line = try #require(
            folder.text("out/report.md").split(separator: "\n").first {
                $0.contains("lab crash --workload")
            })
        var lab = LabProcess()
        lab.arguments = line.split(separator: " ").dropFirst().dropLast().map {
            $0.trimmingCharacters(in: ["'"])
        }
        #expect(lab.arguments.contains(address))
        lab.arguments.append("by-command")
        lab.folder = folder.path
        let byCommand = try await lab.run()
        #expect(byCommand.code == 0, "\(byCommand.errors)")
        try expectEqualFiles(in: "by-folder", and: "by-command", of: folder)

        // The same report, when the workload is another by now.
        try copy.replace("page: 40", by: "page: 30", in: "smoke.yaml")
        let stale = try await run("--replay", "out/\(address)", "--dump", "stale", in: folder)
        #expect(stale.code == 7)
        #expect(stale.errors.contains("the workload of smoke has the digest"))
        #expect(!folder.names.contains("stale"))
    }

    private func expectEqualFiles(
        in first: String, and second: String, of folder: TemporaryFolder
    ) throws {
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: folder.file(first)).sorted()
        #expect(names.contains("store.sqlite"))
        #expect(try names == files.contentsOfDirectory(atPath: folder.file(second)).sorted())
        for name in names {
            let bytes = [first, second].map { files.contents(atPath: folder.file("\($0)/\(name)")) }
            #expect(bytes[0] == bytes[1], "\(name)")
        }
    }

    @Test func `A report of another recording, or none, is refused`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--workload", "smoke", "--topology", "siblings", "--mode", "wal/full", "--samples", "0",
            "--quick", "--output", "out", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let text = try folder.text("out/run.json")
        let key = "\"recording\":\""
        let digest = try #require(text.firstRange(of: key)).upperBound
        let end = text.index(digest, offsetBy: 64)
        try folder.write(
            text.replacingCharacters(
                in: digest..<end, with: String(repeating: "0", count: 64)), to: "out/run.json")
        let other = try await run(
            "--replay", "out/siblings+wal/full/P0/200", "--dump", "other", in: folder)
        #expect(other.code == 7)
        #expect(other.errors.contains("this lab records another run"))
        let unknown = try await run(
            "--replay", "out/siblings+delete/full/P0/200", "--dump", "unknown", in: folder)
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("it has siblings+wal/full"))
        let missing = try await run(
            "--replay", "nowhere/siblings+wal/full/P0/200", "--dump", "missing", in: folder)
        #expect(missing.code == 7)
        #expect(missing.errors.contains("nowhere/run.json"))
        #expect(folder.names == ["other", "out"])
    }

    // MARK: Controls

    /// Runs `lab crash` on smoke with a control.
    private func crash(
        control: String, _ arguments: String...
    ) async throws -> LabProcess.Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess(
            "crash", "--workload", "smoke", "--topology", "siblings", "--no-charts", "--quiet",
            "--control", control, "--output", folder.file("out"))
        lab.arguments += arguments
        return try await lab.run()
    }

    @Test(arguments: [
        "no-wal-sync", "no-journal-sync", "no-sync", "no-wal-header-sync", "split-save",
        "early-acknowledgement",
    ])
    func `Every control is caught without further options`(control: String) async throws {
        let result = try await crash(control: control)
        #expect(result.code == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("with \(control): "))
        #expect(result.output.contains("caught, the first"))
        #expect(
            result.output.replacing("\n", with: " ").contains("\(control) was broken on purpose:"))
    }

    @Test func `A control that catches nothing says what it needs, and ends with 8`() async throws {
        let result = try await crash(
            control: "no-wal-header-sync", "--set", "store.checkpoint=1000")
        #expect(result.code == 8)
        #expect(result.errors.contains("nothing was caught of no-wal-header-sync"))
        #expect(result.errors.contains("--set store.checkpoint=20"))
        #expect(result.lastLine.contains("result=inconclusive code=8"))
    }

    @Test(arguments: [("no-journal-sync", "wal/full"), ("no-wal-header-sync", "delete/full")])
    func `A mode in which a control breaks nothing is refused`(
        control: String, mode: String
    ) async throws {
        let result = try await crash(control: control, "--mode", mode)
        #expect(result.code == 2)
        #expect(result.errors.contains("breaks nothing in --mode \(mode)"))
    }

    // MARK: Bad options

    @Test(arguments: [
        (["--batches", "0"], "--batches 0"),
        (["--batches", "50,50"], "each once"),
        (["--batches", "fifty"], "such as 50,500"),
        (["--mode", "wal/some"], "such as wal/normal"),
        (["--matrix", "--quick"], "exclude each other"),
        (["--control", "no-luck"], "no-wal-sync"),
        (["--replay", "siblings+wal/full/P3/1/1"], "--dump"),
        (["--replay", "siblings/P3/1/1", "--dump", "out"], "write run/state"),
        (["--replay", "siblings+wal/full,batch=0/P3/1/1", "--dump", "out"], "write run/state"),
        (["--replay", "siblings+wal/full/P3/1/1", "--dump", "out", "--matrix"], "leave --matrix"),
        (
            ["--replay", "siblings+wal/full/P3/1/1", "--dump", "out", "--samples", "9"],
            "leave --samples"
        ),
        (
            ["--replay", "siblings+wal/full/P3/1/1", "--dump", "out", "--output", "there"],
            "leave --output"
        ),
        (["--replay", "r/siblings+wal/full/K0/1", "--dump", "out"], "leave --workload out"),
        (["--faults", "--batches", "50"], "leave --batches out"),
        (["--damage", "--faults"], "exclude each other"),
    ])
    func `What cannot be done is told before anything is`(
        options: [String], words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess("crash", "--workload", "smoke")
        lab.arguments += options
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 2)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.lastLine.contains("code=2 report=none"))
        #expect(folder.names == [])
    }

    @Test func `Without a workload and without a report there is nothing to crash`() async throws {
        let result = try await LabProcess("crash", "--quick").run()
        #expect(result.code == 2)
        #expect(result.errors.contains("--workload is missing"))
    }
}

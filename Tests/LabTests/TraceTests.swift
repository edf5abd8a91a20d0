import Foundation
import Testing

/// `lab report`, from a run's folder to the files that Perfetto and speedscope open.
struct `A run's trace` {
    /// Simulates a workload, and has its trace written.
    private func trace(
        _ workload: String, _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> TraceEvents {
        let run = try await LabProcess(
            arguments: [
                "simulate", "--workload", workload, "--draws", "1", "--no-charts", "--quiet",
                "--output", folder.file("run"),
            ] + arguments
        ).run()
        #expect(run.code == 0, "\(run.errors)")
        let report = try await LabProcess("report", folder.file("run"), "--trace").run()
        #expect(report.code == 0 && report.errors == "", "\(report.errors)")
        return try TraceEvents(Data(folder.text("run/trace.json").utf8))
    }

    /// Checks the trace of a simulated run against the format, and against results.csv.
    private func check(_ trace: TraceEvents, of folder: TemporaryFolder) throws {
        trace.checkFields()
        trace.checkNesting()
        let rows = ResultsFile(try folder.text("run/results.csv")).rows.filter {
            $0.name == "main.busy.total" && $0["repetition"] == "1" && $0["phase"] != "all"
        }
        let processes = trace.names(of: "process_name")
        #expect(!rows.isEmpty && processes.count == Set(rows.map { $0["variant"] }).count)
        for (number, name) in processes {
            let busy = trace.busy(of: number)
            for row in rows where name.hasPrefix(row["variant"] + ", repetition 1 of 1") {
                // Files have six digits of a figure.
                let traced = try #require(busy[row["phase"]])
                #expect(
                    abs(traced - row.value) <= row.value * 1e-5,
                    "\(name), \(row["phase"]): \(traced) and not \(row.value)")
            }
        }
    }

    @Test(arguments: [
        "smoke", "scroll-and-search", "sync-storm", "live-list", "edit-autosave", "batch-insert",
    ])
    func `Slices nest, flows have two ends, and main is as busy as the results say`(
        workload: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let trace = try await trace(workload, [], in: folder)
        try check(trace, of: folder)
        // Rows of a batch request pass contexts by: no save leads to their commit.
        #expect(trace.checkFlows()["commit", default: 0] > 0 || workload == "batch-insert")
        #expect(trace.metadata["mode"] == "simulated")
        #expect(trace.metadata["thinning"] == "nothing is left out")
    }

    @Test func `Every topology of the catalogue has its queues, its connections and its flows`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let names = [
            "siblings", "private-child-only", "child-of-main-unsaved", "writer-main-worker",
            "writer-siblings", "container-background", "two-coordinators",
        ]
        let trace = try await trace(
            "smoke", ["--set", "store.synchronous=full"] + names.flatMap { ["--topology", $0] },
            in: folder)
        try check(trace, of: folder)
        let flows = trace.checkFlows()
        #expect(flows["commit", default: 0] > 0 && flows["merge", default: 0] > 0, "\(flows)")
        let threads = Set(trace.names(of: "thread_name").values)
        for name in [
            "phases", "main", "queue of importing (importer)", "operations of ui",
            "operations of importer", "store: writer", "store: writer 2", "disk",
        ] {
            #expect(threads.contains(name), "\(threads.sorted())")
        }
        let counters = Set(trace.events.filter { $0.ph == "C" }.map(\.name))
        #expect(counters == ["edits at risk", "log since the last checkpoint"])
        let disk = trace.slices.filter { $0.cat == "disk" }
        #expect(disk.contains { $0.name == "write log" && $0.args?.bytes ?? 0 > 4_096 })
        let syncs = disk.filter { $0.name.hasPrefix("sync") }
        #expect(!syncs.isEmpty && syncs.allSatisfy { $0.dur ?? 0 > 0 })
        let transactions = trace.slices.filter { $0.cat == "transaction" }
        #expect(transactions.contains { $0.args?.bytes ?? 0 > 0 })
    }

    @Test func `The same run gives the same bytes, and one profile a queue`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try await trace("smoke", [], in: folder)
        let first = try folder.text("run/trace.json")
        let again = try await LabProcess(
            "report", folder.file("run"), "--trace", folder.file("again.json"), "--speedscope"
        ).run()
        #expect(again.code == 0, "\(again.errors)")
        #expect(try folder.text("again.json") == first)
        #expect(again.lastLine.hasSuffix("report=\(folder.file("again.json"))"))

        let file = try JSONDecoder().decode(
            SpeedscopeProfiles.self,
            from: Data(folder.text("run/trace.speedscope.json").utf8))
        let queues = try TraceEvents(Data(first.utf8)).names(of: "thread_name").values.filter {
            $0.hasPrefix("main") || $0.hasPrefix("queue of ")
        }
        #expect(file.profiles.count == queues.count)
        for profile in file.profiles { profile.check(frames: file.shared.frames.count) }
    }

    // MARK: Errors

    private func report(_ arguments: String...) async throws -> LabProcess.Result {
        try await LabProcess(arguments: ["report"] + arguments).run()
    }

    @Test func `What cannot be drawn is said, with what to do`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let empty = try await report(folder.path, "--trace")
        #expect(empty.code == 2)
        #expect(empty.errors.contains("there is no run at \(folder.path): name a folder that"))

        try folder.write("{\"schema\":1,", to: "run.json")
        let half = try await report(folder.path, "--trace")
        #expect(half.code == 7)
        #expect(half.errors.contains("is cut off, or not a result"))

        try GoldenFiles.recorded("crash").write(to: URL(filePath: folder.file("run.json")))
        let crash = try await report(folder.path, "--trace")
        #expect(crash.code == 2)
        #expect(crash.errors.contains("has crash states, and no run over time"))

        var result =
            try JSONSerialization.jsonObject(with: GoldenFiles.recorded("run"))
            as? [String: Any]
        result?["topologies"] = [Any]()
        try JSONSerialization.data(withJSONObject: try #require(result))
            .write(to: URL(filePath: folder.file("run.json")))
        let nothing = try await report(folder.path, "--trace")
        #expect(nothing.code == 2)
        #expect(nothing.errors.contains("has nothing to draw"))
        #expect(folder.names == ["run.json"])

        for (arguments, message) in [
            (["--trace", folder.path], "Missing expected argument"),
            ([folder.path, folder.path, "--trace", "x.json"], "is one file, and 2 runs are named"),
            ([folder.path, "--trace", "x", "--speedscope", "x"], "name one file, x"),
            ([folder.path, "--trace", "x", "--html", "x"], "--html and --trace name one file"),
        ] {
            let result = try await LabProcess(arguments: ["report"] + arguments).run()
            #expect(result.code == 2 && result.errors.contains(message), "\(result.errors)")
        }
    }

    @Test func `Of a run of an older lab the main queue alone is drawn, and the command says so`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try GoldenFiles.recorded("run").write(to: URL(filePath: folder.file("run.json")))
        let result = try await report(folder.path, "--trace")
        #expect(result.code == 0)
        #expect(result.errors.contains("neither the other queues nor the store"))
        let trace = try TraceEvents(Data(folder.text("trace.json").utf8))
        trace.checkFields()
        trace.checkNesting()
        #expect(Set(trace.slices.compactMap(\.cat)) == ["phase", "block", "span", "operation"])
    }

    @Test func `A place that takes no file ends in 9, with its option`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try GoldenFiles.recorded("run").write(to: URL(filePath: folder.file("run.json")))
        let full = try await report(folder.path, "--trace", "/dev/full")
        #expect(full.code == 9)
        #expect(full.errors.contains("choose another disk with --trace"), "\(full.errors)")
        let missing = try await report(folder.path, "--speedscope", folder.file("no/x.json"))
        #expect(missing.code == 9)
        #expect(missing.errors.contains("with --speedscope"), "\(missing.errors)")
        #expect(folder.names == ["run.json"])
    }
}

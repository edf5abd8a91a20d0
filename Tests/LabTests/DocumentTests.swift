import Foundation
import Testing

/// `--json`: one document on standard output, with the figures of the text and of the files.
struct `A document for programs` {
    /// Runs a command, and reads all of its standard output as one document.
    private static func document(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> (json: [String: Any], result: LabProcess.Result) {
        var lab = LabProcess(arguments: arguments)
        lab.folder = folder.path
        let result = try await lab.run()
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let json = try #require(value as? [String: Any], "\(result.output)")
        #expect(json["schema"] as? Int == 1)
        #expect(json["code"] as? Int == Int(result.code))
        #expect(result.output.split(separator: "\n").count == 1, "nothing else is printed")
        return (json, result)
    }

    @Test func `A run's document has the figures of results.csv, and no other line is printed`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (json, _) = try await Self.document(
            [
                "run", "--workload", "smoke", "--topology", "siblings", "--topology",
                "single-main", "--output", "r", "--no-charts", "--quiet", "--json", "--set",
                "crash.kills=0",
            ], in: folder)
        #expect(json["result"] as? String == "ok")
        #expect((json["report"] as? String)?.hasSuffix("/r/report.md") == true)
        let run = try #require(json["run"] as? [String: Any])
        #expect(run["workload"] as? String == "smoke")
        let topologies = try #require(run["topologies"] as? [[String: Any]])
        #expect(topologies.map { $0["variant"] as? String } == ["siblings", "single-main"])
        let rows = ResultsFile(try folder.text("r/results.csv")).rows
            .filter { $0["repetition"].isEmpty }
        var count = 0
        for topology in topologies {
            let figures = try #require(topology["figures"] as? [[String: Any]])
            let variant = topology["variant"] as? String
            let own = rows.filter { $0["variant"] == variant }
            #expect(figures.count == own.count && !own.isEmpty)
            for (figure, row) in zip(figures, own) {
                #expect(figure["metric"] as? String == row["metric"])
                #expect(figure["statistic"] as? String == row["stat"])
                #expect(figure["phase"] as? String == row["phase"])
                let value = try #require(figure["value"] as? Double)
                let written = try #require(Double(row["value"]))
                let allowed: Double = 1e-5 * max(abs(value), 1e-9)
                #expect(abs(value - written) <= allowed)
                count += 1
            }
        }
        #expect(count > 100)
        // A machine that disturbs the repetitions leaves no pair.
        #expect(run["pairs"] is [Any])
        #expect((run["sentences"] as? [String])?.isEmpty == false)
    }

    @Test func `A comparison's document is what comparison.json has`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun(session: "s").write(to: folder, as: "a")
        try SampleRun(session: "s").candidate(["main.busy.total": 1.5]).write(to: folder, as: "b")
        let (json, result) = try await Self.document(["compare", "a", "b", "--json"], in: folder)
        #expect(result.code == 5 && json["result"] as? String == "regressed")
        let comparison = try #require(json["comparison"] as? NSDictionary)
        let file = try JSONSerialization.jsonObject(
            with: Data(folder.text("b/comparison.json").utf8))
        #expect(comparison == file as? NSDictionary)
    }

    @Test func `A mistake is a document, too, with the message of standard error`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for arguments in [
            ["run", "--workload", "smok", "--json"], ["compare", "--json", "a", "b"],
            ["list", "--json", "--nonsense"], ["lint", "--json"],
        ] {
            let (json, result) = try await Self.document(arguments, in: folder)
            let errors = try #require(json["errors"] as? [String])
            #expect(result.code != 0 && errors.count >= 1, "\(arguments)")
            for error in errors { #expect(result.errors.contains(error)) }
            #expect(json["report"] is NSNull)
        }
    }

    @Test func `Lists, crashes, histories, suites and checks are documents`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let list = try await Self.document(["list", "--json"], in: folder).json
        let names = (list["topologies"] as? [[String: Any]])?.map { $0["name"] as? String }
        #expect(names?.count == 14 && names?.contains("siblings") == true)
        let workloads = (list["workloads"] as? [[String: Any]])?.map { $0["name"] as? String }
        #expect(workloads?.contains("smoke") == true)
        let doctor = try await Self.document(["doctor", "--json"], in: folder).json
        #expect((doctor["findings"] as? [[String: Any]])?.isEmpty == false)
        let crash = try await Self.document(
            [
                "crash", "--workload", "smoke", "--topology", "siblings", "--quick", "--no-charts",
                "--quiet", "--output", "c", "--json",
            ], in: folder
        ).json
        let configurations = (crash["crash"] as? [String: Any])?["configurations"]
        let rows = try #require(configurations as? [[String: Any]])
        #expect(rows.count == 2 && rows.allSatisfy { $0["violations"] as? Int == 0 })
        let suite = try await Self.document(
            ["suite", "nightly", "--dry-run", "--json"], in: folder
        )
        .json
        #expect((suite["planned"] as? [[String: Any]])?.isEmpty == false)
        for night in 1...24 {
            var run = SampleRun()
            run.run = "night-\(night)"
            run.started = "2026-01-\(night < 10 ? "0" : "")\(night)T02:00:00Z"
            run.commit = String(repeating: "\(night % 10)", count: 40)
            run.factors = ["main.busy.total": night < 13 ? 1 : 1.4]
            try run.write(to: folder, as: "n\(night)")
        }
        var add = LabProcess(arguments: ["history", "add"] + (1...24).map { "n\($0)" })
        add.folder = folder.path
        #expect(try await add.run().code == 0)
        let history = try await Self.document(
            ["history", "show", "--no-charts", "--json"], in: folder
        ).json
        let changes = try #require(history["changes"] as? [[String: Any]])
        #expect(changes.contains { $0["verdict"] as? String == "regressed" })
    }
}

import Foundation
import Testing

/// `lab run --sweep`, from the option to the files.
struct `A sweep of a run` {
    private func run(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments =
            ["--workload", "smoke", "--output", folder.file("report"), "--quiet"] + arguments
        return try await lab.run()
    }

    @Test func `A key of the workload runs every topology with every value`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--topology", "single-main", "--topology", "siblings", "--set", "crash.kills=0",
            "--set", "roles.importer.pace=none", "--sweep", "roles.importer.batch=50,200",
            "--no-charts", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("sweep of roles.importer.batch: 50 and 200"))
        let results = ResultsFile(try folder.text("report/results.csv"))
        let variants = Set(results.rows.map { $0["variant"] })
        #expect(
            variants
                == Set(
                    ["single-main", "siblings"].flatMap { name in
                        ["50", "200"].map { "\(name) roles.importer.batch=\($0)" }
                    }))
        let digests = Dictionary(grouping: results.rows) { $0["variant"].split(separator: "=")[1] }
            .mapValues { Set($0.map { $0["workload_digest"] }) }
        #expect(digests["50"]?.count == 1 && digests["200"]?.count == 1)
        #expect(digests["50"] != digests["200"])
        let sweep = ResultsFile(try folder.text("report/sweep.csv")).rows
        let rates = sweep.filter { $0["metric"] == "import.rate" }
        #expect(
            rates.map { "\($0["topology"]) \($0["value"])" }
                == ["single-main 50", "single-main 200", "siblings 50", "siblings 200"])
        for (number, batches) in [(1, 4), (2, 1)] {
            let operations = try folder.text("report/operations-\(number).csv")
            #expect(operations.components(separatedBy: ",import-batch,").count == batches + 1)
        }
    }

    @Test func `A field is swept where it is, and who lacks it runs once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(
            "--topology", "private-writer", "--topology", "siblings", "--sweep",
            "flush=20ms,lifecycle", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("without"))
        let results = ResultsFile(try folder.text("report/results.csv"))
        let swept = ["20ms", "lifecycle"].map { "private-writer:flush=\($0)" }
        #expect(Set(results.rows.map { $0["variant"] }) == Set(swept + ["siblings"]))
        let losses = swept.compactMap { results.value("loss.kill.exposure", $0, "all") }
        #expect(losses.count == 2 && losses[0] < losses[1], "\(losses)")
        // One child of each was killed.
        #expect(ResultsFile(try folder.text("report/crashes.csv")).rows.count == 3)
        #expect(folder.names == ["report"])
        #expect(try folder.text("report/operations.csv").hasPrefix("index,"))
        let page = try folder.text("report/report.md")
        #expect(page.contains("## Across flush"))
        #expect(page.contains("What the swept value changes"))
    }

    @Test(arguments: [
        (["--sweep", "flush=1s,2s", "--sweep", "merge=did-save,automatic"], "2 times", 2),
        (["--sweep", "flush=1s"], "two or more values", 2),
        (["--sweep", "flush"], "key=value,value", 2),
        (["--sweep", "flush=1s,1s"], "there twice", 2),
        (
            ["--topology", "siblings", "--sweep", "flush=1s,2s"],
            "no topology that runs has this field; take one that has, such as private-writer", 2
        ),
        (["--sweep", "flsh=1s,2s"], "did you mean the field “flush”?", 2),
        (["--sweep", "roles.importer.btch=1,2"], "--sweep roles.importer.btch=1: unknown key", 2),
        (["--sweep", "flush=1s,often"], "“often”", 2),
        (
            ["--set", "roles.importer.batch=5", "--sweep", "roles.importer.batch=1,2"],
            "--set roles.importer.batch=5 set the same", 2
        ),
        (
            ["--topology", "private-writer:flush=1s", "--sweep", "flush=2s,3s"],
            "--topology private-writer:flush=1s set the same", 2
        ),
        (
            ["--topology", "private-writer:flush=1s", "--sweep", "topology.flush=2s,3s"],
            "--topology private-writer:flush=1s set the same", 2
        ),
        (
            ["--topology", "private-writer", "--set", "topology.flush=5s"]
                + ["--sweep", "topology.flush=2s,3s"],
            "--set topology.flush=5s set the same", 2
        ),
        (
            ["--topology", "siblings", "--sweep", "topology.flush=1s,2s"],
            "no topology that runs has this field; take one that has, such as private-writer", 2
        ),
        (["--seed", "1", "--sweep", "seed=2,3"], "--seed set the same", 2),
        (["--sweep", "roles.importer.batch=1,many"], "a whole number is wanted", 2),
    ])
    func `What cannot be swept is told before anything runs`(
        arguments: [String], words: String, code: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess()
        lab.arguments =
            ["--workload", "smoke", "--output", folder.file("report"), "--quiet"] + arguments
        let result = try await lab.run()
        #expect(result.code == code, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(folder.names == [])
    }
}

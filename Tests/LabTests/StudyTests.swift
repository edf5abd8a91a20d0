import Foundation
import Testing

/// `lab study`, from the file to the report.
struct `A study that is repeated` {
    private static let text = """
        schema: 1
        title: Two batches
        source: nobody
        workload: smoke
        repetitions: 2
        set: { roles.importer.take: 100 }
        arms:
          small:
            topology: siblings
            set: { roles.importer.batch: 20 }
            published: { store.commits.total: 10, main.busy.total: 5s }
          large:
            topology: "siblings:merge=automatic"
            set: { roles.importer.batch: 100 }
            published: { store.commits.total: 5, main.busy.total: 10s }
        orders:
          - { metric: operation.import-batch.count, least-first: [large, small] }
          - { metric: operation.import-batch.count, least-first: [small, large] }
          - { metric: import.duration, least-first: [large, small], by: 1000 }
        claims:
          - text: five batches are five
            source: arithmetic
            holds-if:
              - { arm: small, figure: operation.import-batch.count >= 5 }
              - { arm: small, over: large, ratio: operation.import-batch.count <= 5 }

        """

    private func study(
        _ text: String, in folder: TemporaryFolder, _ arguments: [String] = []
    ) async throws -> LabProcess.Result {
        try folder.write(text, to: "two.study.yaml")
        var lab = LabProcess()
        lab.arguments =
            [
                "study", folder.file("two.study.yaml"), "--quiet", "--output",
                folder.file("report"),
            ] + arguments
        return try await lab.run()
    }

    @Test func `Every arm runs, its ratios stand beside the published ones, and all is written`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await study(Self.text, in: folder)
        // One of the orders cannot hold: that is a finding.
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.lastLine == "lab: result=ok code=0 report=\(folder.file("report"))/report.md")
        #expect(result.output.contains("holds: operation.import-batch.count: large < small"))
        #expect(
            result.output.contains("does not hold: operation.import-batch.count: small < large"))
        #expect(result.output.contains("cannot be told: import.duration.total: large < small, by"))
        #expect(result.output.contains("    small over large: 5 against 1, exactly\n"))
        #expect(result.output.contains("holds: “five batches are five” (arithmetic)"))
        #expect(result.output.contains("small : large"))
        let rows = ResultsFile(try folder.text("report/study.csv")).rows
        let counts = rows.filter {
            $0.name == "operation.import-batch.count" && $0["phase"] == "import"
        }
        #expect(counts.map { $0["arm"] } == ["small", "large"])
        #expect(counts.map(\.value) == [5, 1])
        let busy = rows.filter { $0.name == "main.busy.total" && $0["phase"] == "import" }
        #expect(busy.map { $0["published"] } == ["5000", "10000"])
        #expect(busy.allSatisfy { $0.value > 0 })
        let ratios = ResultsFile(try folder.text("report/ratios.csv")).rows
        #expect(ratios.map { $0["first"] } == ["small", "large"])
        #expect(ratios.map { $0["published"] } == ["2", "2"])
        let verdicts = try folder.text("report/verdicts.csv").split(separator: "\n").dropFirst()
        let words = ["holds", "does not hold", "cannot be told", "holds", "holds"]
        #expect(verdicts.count == words.count)
        #expect(zip(verdicts, words).allSatisfy { $0.contains(",\($1),") }, "\(verdicts)")
        #expect(try folder.text("report/report.md").contains("](charts/published.svg)"))
        #expect(try folder.text("report/report.md").contains("--set roles.importer.batch=20"))
    }

    @Test(arguments: [
        ("topology: siblings", "topology: sibling", "did you mean “siblings”?"),
        ("workload: smoke", "workload: smokes", "did you mean “smoke”?"),
        ("roles.importer.batch: 20", "roles.importer.btch: 20", "unknown key “btch”"),
        ("roles.importer.batch: 20", "roles.importer.batch: 0", "out of range"),
        ("least-first: [large, small]", "least-first: [large, smal]", "did you mean “small”?"),
        ("store.commits.total: 10", "store.commit.total: 10", "did you mean"),
    ])
    func `What is wrong in a study is told with its place before anything runs`(
        right: String, wrong: String, words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await study(Self.text.replacing(right, with: wrong), in: folder)
        #expect(result.code == 3, "\(result.errors)")
        #expect(result.errors.contains("two.study.yaml:"), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(folder.names == ["two.study.yaml"])
        let lint = try await LabProcess("lint", folder.file("two.study.yaml")).run()
        #expect(lint.code == 3)
        #expect(lint.errors.contains(words), "\(lint.errors)")
    }

    @Test func `An arm that traps has no figures, and the others have theirs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let arms = """
            schema: 1
            title: The right way and the wrong one
            source: nobody
            workload: share-by-id
            repetitions: 1
            set: { roles.importer.take: 200, phases.import.for: 150ms }
            arms:
              by IDs: { topology: siblings, launch: [-com.apple.CoreData.ConcurrencyDebug, 1] }
              by objects:
                topology: siblings
                launch: [-com.apple.CoreData.ConcurrencyDebug, 1]
                set: { roles.ui.on-did-save: objects }
            orders:
              - { metric: main.busy.total, least-first: [by IDs, by objects] }

            """
        let result = try await study(arms, in: folder)
        #expect(result.code == 6, "\(result.errors)")
        #expect(result.lastLine.hasPrefix("lab: result=integrity code=6 report=/"))
        #expect(result.errors.contains("by objects: "))
        #expect(result.output.contains("by objects has no figures: "))
        #expect(
            result.output.contains("cannot be tested here: main.busy.total: by IDs < by objects"))
        let rows = ResultsFile(try folder.text("report/study.csv")).rows
        #expect(Set(rows.map { $0["arm"] }) == ["by IDs"])
        #expect(try folder.text("report/report.md").contains("## What went wrong"))
    }

    @Test func `Ctrl-C ends a study with what had run`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            Self.text.replacing("repetitions: 2", with: "repetitions: 500"),
            to: "two.study.yaml")
        let lab = LabProcess(
            "study", folder.file("two.study.yaml"), "--output", folder.file("report"))
        let result = try await lab.run { process in
            Child.wait(for: 3, of: process)
            kill(process, SIGINT)
        }
        #expect(result.code == 130, "\(result.errors)")
        #expect(result.lastLine.hasPrefix("lab: result=interrupted code=130 report=/"))
        #expect(result.output.contains("INTERRUPTED"))
        #expect(try folder.text("report/report.md").contains("**Interrupted.**"))
    }

    @Test func `A study that nobody knows, and one without a name, are told`() async throws {
        let unknown = try await LabProcess("study", "kugler-2014").run()
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("did you mean “kugler-2013”?"), "\(unknown.errors)")
        let list = try await LabProcess("study").run()
        #expect(list.code == 0)
        for name in [
            "concurrency-debug-cost", "ivanov-2018-fetch", "ivanov-2018-insert",
            "ivanov-2018-mixed", "kugler-2013", "objcio-batches", "seeds", "wwdc-2013-211",
            "wwdc-2020-10017",
        ] {
            #expect(list.output.contains("\n  \(name) "), "\(list.output)")
        }
    }

    @Test func `A study is simulated on a device, slow or fast, and says so`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = Self.text.replacing("repetitions: 2", with: "repetitions: 6")
        var totals: [Double] = []
        for end in ["low", "high"] {
            let result = try await study(
                text, in: folder, ["--device", "iphone-8", "--at", end, "--no-charts"])
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains("Simulated: iPhone 8 (2017), this lab’s core."))
            let table = try folder.text("report/study.csv")
            let line = try #require(
                table.split(separator: "\n").first { $0.contains("import.duration") })
            // … value, unit, better, n, low, high, published
            let cells = line.components(separatedBy: ",")
            totals.append(try #require(Double(cells[cells.count - 7])))
            let report = try folder.text("report/report.md")
            #expect(report.contains("They ran in virtual time"))
            #expect(!report.contains("Linux, this core, this machine"))
        }
        #expect(totals[0] < totals[1], "\(totals)")
    }

    @Test(arguments: [
        (["--core", "apple"], "name one with --device"),
        (["--device", "iphone-88"], "did you mean “iphone-8”"),
        (["--device", "sata-ssd", "--core", "apple"], "sata-ssd"),
    ])
    func `A study on a device that it cannot have is told`(
        arguments: [String], wanted: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await study(Self.text, in: folder, arguments)
        #expect(result.code == 2)
        #expect(result.errors.contains(wanted), "\(result.errors)")
    }

    @Test func `Every study that ships is well`() async throws {
        let folder = WorkloadCopy.shipped.appending(path: "Studies")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".study.yaml") }.sorted()
        #expect(!files.isEmpty)
        var lab = LabProcess()
        lab.arguments = ["lint"] + files.map { folder.appending(path: $0).path }
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.components(separatedBy: "ok  ").count == files.count + 1)
    }

    @Test func `A folder that cannot be written is told before anything runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("", to: "report")
        let result = try await study(Self.text, in: folder)
        #expect(result.code == 9)
    }
}

import Foundation
import Reporting
import Results
import Testing

struct `The page about crashes` {
    private func page(_ result: CrashResult) throws -> String {
        try CrashPage(of: result, charts: Chart.all(of: result)).markdown()
    }

    @Test
    func `It asks, answers, shows, and says what the model leaves out`() throws {
        let page = try page(SampleCrash.make())
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(
            headings == [
                "# What each crash takes: import-10k", "## Losses",
                "## What a kill and what a loss of power would take, over time",
                "## What a crash at a random instant takes", "## The most that a crash takes",
                "## States that were judged", "## Children that were killed", "## Method",
                "## What the model leaves out", "## Provenance", "## Files",
            ])
        #expect(page.contains("**Found.** A kill takes nothing from single-main, siblings and "))
        #expect(page.contains("**Checked.** 11,808 states that a crash may leave of 8 recorded"))
        #expect(page.contains("> *\(SummaryText.caution)*"))
        #expect(page.contains("- `private-writer`: a kill takes up to 1 s of saves"))
        for chart in ["at-risk-kill-power", "expected-loss", "loss-map"] {
            #expect(page.contains("](charts/\(chart).svg)"))
        }
        #expect(page.contains("seed 20130429"))
        #expect(!page.contains("{{") && !page.contains("Optional("))
    }

    @Test
    func `Its tables tell losses by role, states by model and kills by their clock`() throws {
        let page = try page(SampleCrash.make(["private-writer"], ["wal/full", "delete/full"]))
        for role in ["all", "importer", "ui"] {
            #expect(page.contains("| private-writer | wal/full | \(role) | "))
        }
        #expect(
            page.contains("| K0 | a kill between two operations | 2,408 | 2,200 | 180 | 0 | – |"))
        // Three over a hundred samples of each configuration, not over the sum of all samples.
        #expect(page.contains(" some sectors of it | 200 | 198 | 80 | 0 | 3 % |"))
        #expect(
            page.contains(
                "| private-writer | delete/full | 680 | 21 | 34 | 1 | 1,476 | 1,359 | 145 | 0 "
                    + "| 1.43 % | 1/1 |"))
        #expect(page.contains("| private-writer | wal/full | real | 2 | 2 | 0 | 0 | 105 | 10 |"))
    }

    @Test
    func `A violation stands there with its cause and the command that rebuilds it`() throws {
        var result = SampleCrash.make(["private-writer:flush=5s"], ["wal/full"])
        SampleCrash.violated(&result.configurations[0])
        var text = try page(result)
        #expect(text.contains("### private-writer:flush=5s+wal/full\n"))
        #expect(
            text.contains(
                "- `P3/682/17`: commit 7, though 9 was promised to stay (write 412 stayed, write "
                    + "398 was lost)\n- `K0/12`: a table is torn\n"))
        #expect(
            text.contains(
                "    lab crash --workload import-10k --seed 20130429 --replay "
                    + "private-writer:flush=5s+wal/full/P3/682/17 --dump DIR\n"))
        #expect(text.contains("## What went wrong"))
        #expect(text.contains("- **private-writer:flush=5s+wal/full**: crash state P3/682/17"))

        // Broken on purpose: it must be caught, and the replay breaks it again.
        SampleCrash.violated(&result.configurations[0], control: "no-wal-sync")
        result.configurations[0].failure = nil
        result.commandLine = CrashCommandLine(
            workload: "my own's", settings: [.init(key: "roles.importer.batch", value: "50")])
        text = try page(result)
        #expect(text.contains("wal/full, with no-wal-sync broken on purpose\n"))
        #expect(
            text.contains(
                "--workload 'my own'\\''s' --set roles.importer.batch=50 --seed 20130429 "
                    + "--control no-wal-sync --replay"))
        #expect(!text.contains("## What went wrong"))
    }

    @Test
    func `Batch sizes have rows of their own, and a store that nobody measured has no figure`()
        throws
    {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.configurations.append(result.configurations[0])
        for (index, batch) in [50, 500].enumerated() {
            result.configurations[index].batch = batch
        }
        result.unmeasured = [UnmeasuredStore(type: "binary", reason: "not written through SQLite")]
        let page = try page(result)
        for batch in [50, 500] {
            #expect(page.contains("| siblings, batches of \(batch) | wal/full | all |"))
        }
        #expect(page.contains("| any | binary | all | not measured | – | – |"))
        #expect(page.contains("- `binary`: not written through SQLite\n"))
        let text = CrashSummaryText.text(of: result, width: 200)
        #expect(text.contains("siblings, batches of 50   wal/full"))
        #expect(text.contains("Not measured: binary: not written through SQLite."))
        let csv = String(decoding: ExplorationTable.bytes(of: result), as: UTF8.self)
        #expect(csv.contains(",siblings,siblings,wal/full,500,,explored,K0,"))
        let row = csv.split(separator: "\n").last
        #expect(row?.contains(",,,binary,,,not-measured,,,,") == true)
        #expect(row?.hasSuffix(",,not written through SQLite,") == true)
        let loss = String(decoding: CrashLossTable.bytes(of: result), as: UTF8.self)
        #expect(loss.contains(",wal/full,50,") && !loss.contains("binary"))
    }

    @Test
    func `Violations beyond the first ten are counted`() throws {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.configurations[0].exploration?.violations = (0..<25).map {
            CrashViolation(state: "K0/\($0)", message: "torn")
        }
        let page = try page(result)
        #expect(page.contains("- `K0/9`: torn\n- and 15 more in `crashes.csv`\n"))
        #expect(!page.contains("`K0/10`"))
    }

    @Test
    func `An interrupted result says what had not run, and has no rows for it`() throws {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.head.isInterrupted = true
        for mode in ["delete/full", "delete/extra"] {
            result.configurations.append(
                CrashConfiguration(
                    topology: "siblings", variant: "siblings", promise: "p", mode: mode))
        }
        let page = try page(result)
        #expect(
            page.contains(
                "> **Interrupted.** What follows is what had run until then. Not run: "
                    + "`siblings+delete/full` and `siblings+delete/extra`."))
        #expect(!page.contains("| siblings | delete/full |"))
    }

    @Test
    func `A configuration that failed is told, and the others keep their figures`() throws {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.configurations.append(SampleCrash.trapped("single-main", "wal/full"))
        let text = try page(result)
        #expect(
            text.contains("- **single-main+wal/full**: the child 4711 trapped\n    - in a merge"))
        #expect(text.contains("| siblings | wal/full | all |"))
        #expect(!text.contains("| single-main | wal/full |"))

        result.configurations = [SampleCrash.trapped("single-main", "wal/full")]
        let bare = try page(result)
        #expect(bare.contains("There are no figures."))
        #expect(bare.contains("No chart was drawn"))
        #expect(!bare.contains("**Found.**") && !bare.contains("## States that were judged"))
    }

    @Test
    func `The folder holds every file, and without gnuplot the page says what is missing`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch)
            let warnings = try folder.write(SampleCrash.make(), gnuplot: "no-such-gnuplot")
            #expect(warnings.map(\.code) == ["gnuplot-missing"])
            #expect(
                try Scratch.names(in: scratch) == [
                    "charts", "crashes.csv", "loss.csv", "report.html", "report.md", "run.json",
                ])
            let page = try Scratch.text(folder.page)
            #expect(page.contains("No chart was drawn") && page.contains("- `gnuplot-missing`: "))
            #expect(try Scratch.text(scratch + "/run.json").contains("gnuplot-missing"))
            #expect(try folder.write(SampleCrash.make(), drawsCharts: false).isEmpty)
        }
    }
}

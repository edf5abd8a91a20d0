import Reporting
import Results
import Testing

struct `The report's page` {
    private func page(_ result: WorkloadResult) throws -> String {
        try ReportPage(of: result, charts: Chart.all(of: result)).markdown()
    }

    @Test
    func `It asks, answers, shows, and says what it does not mean`() throws {
        let page = try page(SampleResult.make())
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(
            headings == [
                "# Import 10,000 cities while someone scrolls, searches and edits",
                "## Figures", "## Which topologies are told apart",
                "## Main queue: every stretch as wide and as high as it lasts",
                "## How long an event waits for the main queue",
                "## What each topology costs, and what a kill takes",
                "## What a kill would take, over time",
                "## The worst stalls", "## Limits", "## What a kill takes", "## Method",
                "## Limits of the method", "## Provenance", "## Files",
            ])
        #expect(page.contains("**Question.** How late does the main queue get"))
        #expect(page.contains("**Found.** 3 repetitions are too few to rank delays"))
        #expect(page.contains("> *\(SummaryText.caution)*"))
        #expect(page.contains("| siblings | 355 | 24 | 0 | 16.3 | 19.8 |"))
        #expect(page.contains("](charts/timeline.svg)"))
        #expect(page.contains("seed 20130429"))
        #expect(page.contains("commit `0123456789abcdef`, debug build"))
        #expect(!page.contains("{{"))
    }

    @Test
    func `A matrix has each pair twice, better and worse or the same words`() throws {
        let page = try page(SampleResult.make(repetitions: 8))
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let heads = lines.indices.filter { lines[$0].hasPrefix("|  | single-main |") }
        try #require(!heads.isEmpty)
        let opposites = ["better": "worse", "worse": "better", "same": "same", "open": "open"]
        for head in heads {
            let cells = lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
                line.split(separator: "|").map { $0.trimmingPrefix(" ").prefix { $0.isLetter } }
            }
            #expect(cells.count > 2)
            for (row, words) in cells.enumerated() {
                #expect(words[row + 1].isEmpty)
                for column in cells.indices where column != row {
                    let word = String(words[column + 1])
                    #expect(opposites[word].map { $0[...] } == cells[column][row + 1])
                }
            }
        }
    }

    @Test
    func `Crashes, warnings and failures have their sections when there are any`() throws {
        var result = SmallResult.make()
        result.warnings = [
            RunWarning(code: "noisy-machine", message: "it is noisy", advice: "wait")
        ]
        var failed = result.topologies[0]
        failed.variant = "broken"
        failed.failure = RunFailure(kind: .stuck, message: "A waits for B", details: ["B for A"])
        result.topologies.append(failed)
        let page = try page(result)
        #expect(page.contains("| private-writer:flush=5s | 1 | 1 | 0 | 0 | 3 | 1 |"))
        #expect(page.contains("- `noisy-machine`: it is noisy. wait."))
        #expect(page.contains("- **broken**: A waits for B\n    - B for A"))
        #expect(page.contains("| broken | – | – |"))
    }

    @Test
    func `Losses of power stand in the table where there are figures of them`() throws {
        var result = SmallResult.make()
        #expect(!(try page(result)).contains("loss.power"))
        result.topologies[0].summary.append(
            Figure(
                metric: "loss.power", statistic: "max", value: 640, unit: "edits", better: .lower,
                phase: "import", count: 4))
        let page = try page(result)
        #expect(
            page.contains("| private-writer:flush=5s | loss.power | all | – | – | 640 | – | – |"))
        #expect(page.contains("what is saved and not durable (`loss.power`)"))
    }

    @Test
    func `A bar in a name does not end its cell, and text is not escaped for HTML`() throws {
        var result = SmallResult.make()
        result.host.processor = "Xeon | <E5> & co"
        #expect(try page(result).contains("Xeon \\| <E5> & co, 2 cores"))
    }
}

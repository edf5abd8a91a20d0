import Reporting
import Results
import Testing

/// The sample's text at 100 characters, as a terminal shows it.
// At the margin: the table takes all columns that a line may have.
// swift-format-ignore
private let sampleText = """
import-10k: Import 10,000 cities while someone scrolls, searches and edits
phase import, 3 repetitions, seed 20130429, digest 7c1f00d5a9e2, debug build, commit 0123456789ab

                main busy          delay, ms  hitch  import  fresh, ms  lost, edits
topology           ms   %   p50   p99  worst   ms/s   obj/s  p50   max  mean   max   limits  outcome
single-main     2,102  70  33.9   109    117    525   3,333    0     0     0†    0†  1 of 1  correct
private-writer  1,525  65  18.1  77.4   82.6    381   4,237    0     0    23    62   0 of 1  correct
siblings          355  24     0  16.3   19.8   88.7   6,667   21  46.2     0†    0†  1 of 1  correct
child-of-main     865  54  4.64  45.7   49.5    216   6,250    4   8.8     0†    0†  1 of 1  correct
delay: wait for main; fresh: import saved to shown; lost: saved edits that a kill takes; worst, max:
the highest of all runs; †: the best, and those not told apart from it

worst stalls, the longest of each kind in each topology
   117 ms  single-main     import-batch #8 of importer, 0.867 s into run 3: execute 52 %, save 30 %,
                           fetch 12 %, decode 6 %
  82.6 ms  private-writer  import-batch #18 of importer, 1.37 s into run 1: execute 60 %,
                           push-to-parent 30 %, fetch 10 %
  49.5 ms  child-of-main   save #22 of importer, 1.51 s into run 2: save 55 %, push-to-parent 35 %,
                           execute 10 %

limits
  loss.kill.max <= 0  kept by single-main (0 edits), siblings (0 edits), child-of-main (0 edits);
                      NOT by private-writer (61 edits)
single-main, siblings and child-of-main keep the limit.

3 repetitions are too few to rank delays: 6 or more may tell. single-main, siblings and
child-of-main lose no saved edit to a kill; private-writer loses up to 62 saved edits.

Linux, this core, this machine: compare orders and ratios, not seconds.

"""

struct `Summary text` {
    @Test
    func `A run is told in a table, stalls, limits, one sentence and the caution`() {
        #expect(SummaryText.text(of: SampleResult.make(), width: 100) == sampleText)
    }

    @Test
    func `No line is wider than asked for, and a table that is too wide is told in parts`() {
        for width in [40, 60, 80, 100, 132] {
            let lines = SummaryText.text(of: SampleResult.make(), width: width)
                .split(separator: "\n")
            // Words are not broken: the longest is a limit with its indent.
            #expect(lines.allSatisfy { $0.count <= width }, "at \(width)")
        }
        let narrow = SummaryText.text(of: SampleResult.make(), width: 60)
        let names = narrow.split(separator: "\n").filter { $0.hasPrefix("siblings  ") }
        #expect(names.count >= 2, "each part of the table names its rows")
    }

    @Test
    func `What a run has no figure for is a dash, never a zero`() throws {
        let lines = SummaryText.text(of: SmallResult.make(), width: 120)
            .split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("private-writer:flush=5s ") })
        let cells = row.split(separator: " ").dropFirst().map(String.init)
        #expect(
            cells == [
                "–", "–", "–", "~28.5", "–", "–", "–", "–", "–", "–", "~3", "0", "of", "1", "0",
                "of", "1", "correct",
            ])
    }

    @Test
    func `A topology that failed has no figures, and its failure is told`() {
        var result = SampleResult.make(repetitions: 1)
        result.topologies[1].failure = RunFailure(
            kind: .outcomeDiffers, message: "3 of 10,000 cities differ",
            details: ["City 7: name is Zug, expected Zürich"])
        let lines = SummaryText.text(of: result).split(separator: "\n").map(String.init)
        let row = lines.first { $0.hasPrefix("private-writer  ") } ?? ""
        #expect(row.hasSuffix("DATA DIFFERS") && !row.contains(where: \.isNumber))
        #expect(lines.contains("private-writer has no figures: 3 of 10,000 cities differ"))
        #expect(lines.contains("    City 7: name is Zug, expected Zürich"))
    }

    @Test
    func `A simulated result names the topologies whose delays are not known`() throws {
        var result = SampleResult.make()
        let stall = Metric.mainStall[.max]
        let index = try #require(
            result.topologies[0].summary.firstIndex { $0.isOf(stall) && $0.phase == "import" })
        result.topologies[0].summary[index] = Figure(
            stall, 2_000, phase: "import", role: "", count: 3)
        let words = "Main has no idle moment for half of the phase or longer on single-main: "
        #expect(!SummaryText.text(of: result, width: 400).contains("no idle moment"))
        result.simulated = SimulatedDevice(
            name: "iphone-8", title: "iPhone 8 (2017)", core: "lab", marks: ["2 derived"],
            isMeasured: false, notModelled: ["heat"])
        #expect(SummaryText.text(of: result, width: 400).contains(words))
    }

    @Test
    func `A device is explained by commands that know it`() {
        var result = SmallResult.make()
        func explained(_ names: [String]?) -> String {
            result.simulated = SimulatedDevice(
                name: "one+two", explained: names, title: "Two", core: "lab", marks: ["2 derived"],
                isMeasured: false, notModelled: ["heat"])
            return SummaryText.text(of: result, width: 400)
        }
        #expect(
            explained(["one", "two"]).contains("it 2 derived (lab explain one; lab explain two)."))
        // One of a file of the reader's own, and one of a result from before names were kept.
        #expect(explained([]).contains("it 2 derived. Not modelled"))
        #expect(explained(nil).contains("(lab explain one+two)"))
    }

    @Test
    func `Hangs have a column only where there are some`() {
        var result = SampleResult.make(repetitions: 1)
        #expect(!SummaryText.text(of: result).contains(">500ms"))
        let index = result.topologies[0].summary.firstIndex { $0.metric == "main.hangs" }!
        result.topologies[0].summary[index].value = 2
        #expect(SummaryText.text(of: result, width: 120).contains(">500ms"))
    }

    @Test
    func `An interrupted run says so`() {
        var result = SmallResult.make()
        result.isInterrupted = true
        #expect(SummaryText.text(of: result).contains("INTERRUPTED"))
    }

    @Test
    func `The machine's line has the word, the code and a path that splits at spaces`() {
        #expect(
            MachineLine.text(.ok, report: "Reports/import-10k/report.md")
                == "lab: result=ok code=0 report=Reports/import-10k/report.md")
        #expect(
            MachineLine.text(.integrity, report: "My Reports/r.md")
                == "lab: result=integrity code=6 report=\"My Reports/r.md\"")
        #expect(MachineLine.text(.usage, report: nil) == "lab: result=usage code=2 report=none")
    }
}

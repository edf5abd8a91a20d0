import Reporting
import Results
import Testing
import Verdicts

/// Columns and tables in which all is 0 are a sentence.
struct `What is 0 everywhere` {
    private static func withoutLoss(_ result: WorkloadResult) -> WorkloadResult {
        var result = result
        result.topologies.removeAll { $0.variant == "private-writer" }
        return result
    }

    @Test func `A run in which nothing was lost says so, and has no column of losses`() {
        let all = SummaryText.text(of: SampleResult.make())
        #expect(all.contains("lost, edits") && !all.contains("0 in every row"))
        let text = SummaryText.text(of: Self.withoutLoss(SampleResult.make()))
        #expect(!text.contains("lost, edits") && !text.contains("lost: saved edits"))
        #expect(
            text.contains(
                "0 in every row, and so left out: lost (no topology lost an edit to a kill)\n"),
            "\(text)")
        #expect(text.contains("worst, max: the highest of all runs"))
        #expect(text.contains("fresh, ms"), "some of it is not 0")
    }

    @Test func `A topology without figures is not said to have lost nothing`() {
        var result = Self.withoutLoss(SampleResult.make())
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "m")
        #expect(SummaryText.text(of: result).contains("lost, edits"))
    }

    @Test func `A crash report whose states are all right has no table of zeros`() {
        let text = CrashSummaryText.text(of: SampleCrash.make()).replacing("\n", with: " ")
        #expect(text.contains("each of the 8 rows: 1,476 states judged, 0 bad; "))
        #expect(text.contains("real kills: 3, all as predicted"))
        #expect(!text.contains("checked"))
        var result = SampleCrash.make()
        result.configurations[2].exploration?.exactKills[0].found = "another"
        let bad = CrashSummaryText.text(of: result)
        #expect(bad.contains("checked") && bad.contains("2/3") && !bad.contains("0 bad"))
    }

    @Test func `Columns of one meaning go together or not at all`() {
        func table(_ max: String) -> TextTable {
            TextTable(columns: [
                .init(title: "topology", alignsLeft: true, cells: ["a", "b"]),
                .init(title: "busy", cells: ["0", "0"]),
                .init(group: "lost", title: "mean", zeros: "lost", cells: ["0", "0"]),
                .init(group: "lost", title: "max", zeros: "lost", cells: ["0", max]),
            ])
        }
        let folded = table("0").foldingZeros()
        #expect(folded.table.columns.map(\.title) == ["topology", "busy"])
        #expect(folded.sentence == "0 in every row, and so left out: lost")
        #expect(table("1").foldingZeros().table.columns.count == 4)
        #expect(table("–").foldingZeros().sentence == nil)
        #expect(table("–").foldingZeros(ignoringNone: true).sentence != nil)
    }
}

import Foundation
import Reporting
import Results
import Testing

struct `Summary text about crashes` {
    @Test
    func `A table that is too wide names topology and mode in each of its parts`() {
        var result = SampleCrash.make()
        result.configurations[0].exploration?.exactKills[0].found = "another"
        let lines = CrashSummaryText.text(of: result, width: 60).split(separator: "\n")
        let rows = lines.indices.filter { lines[$0] == "private-writer" }
        #expect(rows.count == 2)
        for row in rows {
            #expect(lines[row + 1].hasPrefix("  wal/normal  "))
            #expect(lines[row + 2].hasPrefix("  wal/full    "))
        }
    }

    @Test
    func `It ends with the conclusion, what was judged, the model and the caution`() throws {
        let result = SampleCrash.make()
        let paragraphs = CrashSummaryText.text(of: result, width: 10_000)
            .split(separator: "\n").suffix(4)
        #expect(
            Array(paragraphs.prefix(2)).map(String.init) == [
                CrashConclusion.sentences(result.configurations),
                CrashConclusion.states(result.configurations),
            ])
        #expect(try #require(paragraphs.dropLast().last).hasPrefix("Model: sectors of 512 bytes"))
        #expect(paragraphs.last.map(String.init) == SummaryText.caution)
    }

    @Test
    func `It says how fast states were judged, where that was measured`() {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        #expect(!CrashSummaryText.text(of: result).contains("a second"))
        result.configurations[0].exploration?.judgingSeconds = 0.5
        result.configurations[0].exploration?.checkingSeconds = 1
        #expect(
            CrashSummaryText.text(of: result, width: 200).contains(
                "Each process judged 2,952 states a second, and checked 145 a second row by row."))
    }
}

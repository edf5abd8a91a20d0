import Reporting
import Results
import Testing

struct `Tables of faults and damage` {
    private var trial: FaultTrial {
        var trial = FaultTrial(
            call: "sync", file: "wal", occurrence: 3, isLasting: true, code: "full")
        trial.hits = 4
        trial.told = 2
        trial.errorCodes = "640/13"
        trial.ghost = .wasThere
        trial.retry = .ok
        return trial
    }

    private var result: FaultResult {
        var result = FaultResult(head: SmallResult.make())
        var configuration = FaultConfiguration(
            topology: "siblings", variant: "siblings:pool=1", mode: "wal/full")
        configuration.trials = [trial]
        result.configurations = [configuration]
        var scenario = FaultScenarioRecord(
            name: "a story", variant: "private-writer", mode: "wal/full")
        scenario.silentEdits = 3
        scenario.findings = [.init("the store", expected: "as before", found: "empty")]
        result.scenarios = [scenario]
        return result
    }

    private func rows(_ bytes: [UInt8]) -> [[String]] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test func `A trial is a row, and so is each finding of a story`() {
        let rows = rows(FaultTable.bytes(of: result))
        #expect(rows.count == 3)
        #expect(
            Array(rows[1][3...]) == [
                "siblings", "siblings:pool=1", "wal/full", "fault", "sync", "wal", "3", "true",
                "full", "4", "2", "0", "0", "false", "640/13", "was-there", "ok", "0", "",
            ])
        #expect(Array(rows[2][3..<7]) == ["private-writer", "private-writer", "wal/full", "story"])
        #expect(rows[2][15] == "3")
        #expect(result.violationCount == 1)
    }

    @Test func `A call that the run never makes is a row, and stands in the text as not tried`() {
        var result = result
        result.configurations[0].uncalled = [
            .init(call: "write", file: "wal"), .init(call: "open", file: "external"),
            .init(call: "write", file: "external"),
        ]
        result.omissions = ["the role sync changes nothing in it"]
        let rows = rows(FaultTable.bytes(of: result))
        #expect(rows.count == 6)
        #expect(rows[2][6...8] == ["not-called", "write", "wal"])
        #expect(rows[2...4].allSatisfy { $0.count == rows[0].count })
        let text = FaultSummaryText.text(of: result)
        // The run has made calls to one of the two files, and those were tried.
        let trial = result.configurations[0].trials[0]
        #expect(trial.file == "wal")
        #expect(text.contains("never called, and not tried: write wal, external\n"))
        #expect(text.contains("not tried: the role sync changes nothing in it"))
    }

    @Test func `The text tells what was otherwise than expected`() {
        let text = FaultSummaryText.text(of: result)
        #expect(text.contains("1 bad"))
        #expect(text.contains("the store: empty, NOT as before"))
        #expect(text.contains("loss.silent 3 edits"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 108 })
    }

    @Test func `Trials are counted by call, file and code`() {
        var silent = trial
        silent.told = 0
        silent.silentSaves = 2
        silent.silentEdits = 5
        silent.ghost = .wasNot
        var unheard = FaultTrial(
            call: "write", file: "main", occurrence: 1, isLasting: false, code: "full")
        unheard.hits = 1
        let summaries = FaultSummary.summaries(of: [trial, unheard, silent])
        #expect(summaries.map(\.trials) == [2, 1])
        #expect(summaries.map(\.told) == [1, 0])
        #expect(summaries.map(\.silent) == [1, 0])
        #expect(summaries.map(\.silentEdits) == [5, 0])
        #expect(summaries.map(\.swallowed) == [0, 1])
        #expect(summaries.map(\.ghosts) == [1, 0])
        #expect(summaries.map(\.absent) == [1, 0])
        #expect(summaries.map(\.retriedWell) == [2, 0])
    }

    @Test func `A damage that came out otherwise is a violation, and says so`() {
        var result = DamageResult(head: SmallResult.make())
        result.records = [
            DamageRecord(
                damage: "cut", store: "closed", expected: "refused: 259", found: "a new store"),
            DamageRecord(
                damage: "nothing", store: "closed", expected: "commit 4", found: "commit 4"),
        ]
        let rows = rows(DamageTable.bytes(of: result))
        #expect(rows.map { $0[7] } == ["verdict", "violation", "expected"])
        #expect(result.violationCount == 1)
        let text = DamageSummaryText.text(of: result)
        #expect(text.contains("closed, cut: a new store, where refused: 259 was expected"))
    }
}

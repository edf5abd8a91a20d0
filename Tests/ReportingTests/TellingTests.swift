import Reporting
import Results
import Testing
import Verdicts

/// What a report says of rounds that ran until the topologies were told apart.
@Suite struct `Rounds until all is told` {
    private static func result(_ end: TellingRecord.End, repetitions: Int) -> WorkloadResult {
        var result = SampleResult.make(repetitions: repetitions)
        result.telling = TellingRecord(
            end: end, looks: 2, level: Look(number: 2).level, rounds: repetitions, seconds: 100,
            limitSeconds: 600)
        return result
    }

    /// The text in one line.
    private static func text(_ result: WorkloadResult) -> String {
        SummaryText.text(of: result).replacing("\n", with: " ")
    }

    @Test func `What was told, in how many rounds and how long, stands below the table`() throws {
        let result = Self.result(.told, repetitions: 12)
        let sentence = "Told after 12 rounds in 1 min 40 s (2 looks, level 0.33 %)"
        #expect(Self.text(result).contains(sentence))
        let page = try ReportPage(of: result, charts: []).markdown()
        #expect(page.contains("**Rounds.** \(sentence)"))
        #expect(page.contains("The last was look 2, at 0.33 %."))
        #expect(page.contains("the time of 10 min is up"))
    }

    @Test func `What is open when time is up is named, with the rounds that would tell it`()
        throws
    {
        let result = Self.result(.timeUp, repetitions: 3)
        let text = Self.text(result)
        #expect(text.contains("Not told apart when time was up after 3 rounds in 1 min 40 s"))
        #expect(text.contains("Open are single-main and private-writer in main.delay.p99"))
        #expect(text.contains("; and 3 more pairs."))
        // Too few for an order: the next look would be the third.
        let pairs = Ranking(of: result).pairs.filter { $0.verdict == .tooFewRounds }
        #expect(!pairs.isEmpty && pairs.allSatisfy { $0.roundsNeeded == 24 })
        #expect(text.contains("About 24 rounds ("))
    }

    @Test func `A fixed number of rounds has no such sentence`() throws {
        let result = SampleResult.make(repetitions: 12)
        #expect(!Self.text(result).contains(" looks, level "))
        let page = try ReportPage(of: result, charts: []).markdown()
        #expect(!page.contains("**Rounds.**") && !page.contains("Look k"))
    }

    @Test func `Intervals are wider where the run could have ended at another look`() throws {
        let told = Self.result(.told, repetitions: 12)
        var fixed = told
        fixed.telling = nil
        let pairs = zip(Ranking(of: told).pairs, Ranking(of: fixed).pairs).filter {
            $1.change.map { $0.low! < $0.value } ?? false
        }
        #expect(!pairs.isEmpty)
        for (told, fixed) in pairs {
            let (wide, narrow) = (try #require(told.change), try #require(fixed.change))
            #expect(wide.value == narrow.value)
            #expect(wide.low ?? -.infinity < narrow.low!)
            #expect(wide.high ?? .infinity > narrow.high!)
        }
    }
}

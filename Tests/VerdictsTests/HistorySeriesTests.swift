import Foundation
import Results
import Testing
import Verdicts

@Suite struct HistorySeriesTests {
    @Test func `A step in a history is named with the commits that it lies between`() throws {
        var random = SplitMix(seed: 30)
        let values = (0..<40).map { ($0 < 25 ? 100 : 112) + random.normal() }
        let series = HistorySeries.series(of: HistoryTextTests.records(values))
        #expect(series.count == 1)
        let changes = try #require(series.first).changes()
        let change = try #require(changes.first)
        #expect(changes.count == 1)
        #expect(change.index == 25)
        #expect(change.commitBefore == "c24" && change.commitAfter == "c25")
        #expect(change.dateBefore < change.dateAfter)
        #expect(change.verdict == .regressed)
        #expect(abs(try #require(change.ratio) - 1.12) < 0.01)
    }

    @Test func `An acknowledged commit that ran for nights does not stand for the next change`()
        throws
    {
        let values = [100.0, 120, 150].flatMap { [Double](repeating: $0, count: 10) }
        var records = HistoryTextTests.records(values)
        // One commit at each level.
        for index in records.indices { records[index].commit = "level \(index / 10)" }
        let series = try #require(HistorySeries.series(of: records).first)
        let changes = series.changes()
        #expect(changes.map(\.index) == [10, 20])
        let known = Acknowledgement(of: changes[0], note: "as decided")
        #expect(changes.map { known.isOf($0, in: series.records) } == [true, false])
        // Where a level changes though its commit does not, that is what was acknowledged.
        for index in records.indices { records[index].commit = "unknown" }
        let same = try #require(HistorySeries.series(of: records).first)
        let change = try #require(same.changes().last)
        #expect(Acknowledgement(of: change, note: "a kernel").isOf(change, in: same.records))
    }

    @Test func `Where higher is better a rise is an improvement`() throws {
        let values = [Double](repeating: 1, count: 10) + [Double](repeating: 2, count: 10)
        let higher = HistoryTextTests.records(values, better: .higher)
        #expect(HistorySeries.series(of: higher)[0].changes().map(\.verdict) == [.improved])
        let neutral = HistoryTextTests.records(values, better: .neutral)
        #expect(HistorySeries.series(of: neutral)[0].changes().map(\.verdict) == [.inconclusive])
    }

    @Test func `Small changes can be left out, but not those of figures without noise`() {
        let values = [Double](repeating: 100, count: 10) + [Double](repeating: 101, count: 10)
        let measured = HistorySeries.series(of: HistoryTextTests.records(values))[0]
        #expect(measured.changes().count == 1)
        #expect(measured.changes(smallest: 0.05).isEmpty)
        let exact = HistoryTextTests.records(values, mode: "simulated")
        #expect(HistorySeries.series(of: exact)[0].changes(smallest: 0.05).count == 1)
    }

    @Test func `Values of two things are two series, in the order in which they appear`() {
        var records = HistoryTextTests.records([1, 2, 3])
        records += HistoryTextTests.records([4, 5], metric: "process.cpu")
        var other = records[1]
        other.build = "release"
        records.append(other)
        let series = HistorySeries.series(of: records)
        #expect(
            series.map(\.key.metric) == ["main.busy.total", "process.cpu.total", "main.busy.total"])
        #expect(series.map(\.records.count) == [3, 2, 1])
    }

    @Test func `Values of two machines are two series, and old ones are of the only known one`() {
        var records = HistoryTextTests.records([1, 2, 3, 4])
        #expect(HistoryRecord.unified(records) == records)
        records[2].machine = "EPYC, ext4"
        #expect(HistoryRecord.unified(records).allSatisfy { $0.machine == "EPYC, ext4" })
        #expect(HistorySeries.series(of: HistoryRecord.unified(records)).count == 1)
        records[3].machine = "Xeon, ext4"
        #expect(HistoryRecord.unified(records) == records)
        let series = HistorySeries.series(of: HistoryRecord.unified(records))
        #expect(series.map(\.records.count) == [2, 1, 1])
    }

    @Test func `A history is ordered by date, whatever the order of its lines`() {
        let records = HistoryTextTests.records([1, 2, 3, 4])
        let series = HistorySeries.series(of: records.reversed())
        #expect(series[0].records == records)
    }
}

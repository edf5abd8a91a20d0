import Foundation
import Results
import Testing
import Verdicts

@Suite struct HistoryTextTests {
    static func records(
        _ values: [Double], metric: String = "main.busy", mode: String = "measured",
        better: Polarity = .lower
    ) -> [HistoryRecord] {
        values.enumerated().flatMap { night, value in
            var figure = Fixture.figure(metric, "total", value)
            figure.better = better
            var result = Fixture.result(figures: [figure])
            result.commit = "c\(night)"
            let day = 1 + night % 28
            let month = 1 + night / 28
            result.started = "2026-\(pad(month))-\(pad(day))T02:00:00Z"
            result.mode = mode
            return HistoryRecord.records(of: ResultFigures(result), metrics: ["\(metric).total"])
        }
    }

    private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test func `Records are a line each and come back`() throws {
        let records = Self.records([1.5, 0.1, 3])
        let bytes = try HistoryText.addition(of: records)
        #expect(bytes.last == UInt8(ascii: "\n"))
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 3)
        let text = HistoryText(bytes)
        #expect(text.records == records)
        #expect(text.skipped.isEmpty)
        #expect(try HistoryText.addition(of: []) == [])
    }

    @Test func `A history cut off at any byte keeps the lines before, and names the last`() throws {
        let records = Self.records([1, 2, 3])
        let bytes = try HistoryText.addition(of: records)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        for length in 0...bytes.count {
            let text = HistoryText(bytes[..<length])
            // A line is whole with its brace, though its end is missing.
            let whole = ends.count { $0 <= length }
            #expect(text.records == Array(records.prefix(whole)))
            let isCut = length > 0 && !ends.contains(length) && !ends.contains(length - 1)
            #expect(text.skipped.map(\.line) == (isCut ? [whole + 1] : []), "at byte \(length)")
        }
    }

    @Test func `What is added after a torn line begins a new one, and only that one is lost`()
        throws
    {
        let records = Self.records([1, 2])
        let torn = Array(try HistoryText.addition(of: [records[0]]).prefix(40))
        let text = HistoryText(
            torn + (try HistoryText.addition(of: [records[1]], endsInLine: true)))
        #expect(text.records == [records[1]])
        #expect(
            text.skipped.map(\.description) == ["line 1 is skipped: it is cut off, or not JSON"])
    }

    @Test func `What is no record is skipped with its line and reason, the rest is kept`() throws {
        let record = try #require(Self.records([1]).first)
        let line = String(decoding: try HistoryText.addition(of: [record]), as: UTF8.self)
        let odd = [
            "", "no JSON\n", line.replacing("\"schema\":1", with: "\"schema\":2"),
            line.replacing("\"schema\":1,", with: ""), line.replacing("\"n\":3", with: "\"m\":3"),
            line.replacing("\"value\":1", with: "\"value\":\"x\""),
            line.replacing("2026-01-01T02:00:00Z", with: "yesterday"), "[1]\n", "  \n",
        ]
        let text = HistoryText((odd.joined(separator: line) + line).utf8)
        #expect(text.records.count == odd.count)
        #expect(text.records.allSatisfy { $0 == record })
        #expect(text.skipped.map(\.line) == [2, 4, 6, 8, 10, 12, 14])
        #expect(
            text.skipped.map(\.reason) == [
                "it is cut off, or not JSON", "it has schema 2, and this lab reads 1",
                "it names no schema", "it has no “n”", "its “value” is of another kind",
                "“yesterday” is not a date such as 2026-01-31T02:00:00Z",
                "it is cut off, or not JSON",
            ])
    }

    @Test func `A line with keys of later versions is read`() throws {
        let record = try #require(Self.records([1]).first)
        let line = String(decoding: try HistoryText.addition(of: [record]), as: UTF8.self)
        let later = line.replacing("{", with: "{\"weather\":\"rain\",")
        #expect(HistoryText(later.utf8).records == [record])
    }

    @Test func `What a history keeps exists, and holds the standard family`() {
        for name in HistoryRecord.standardMetrics {
            let found = Metric.find(name)
            #expect(found?.name == name)
        }
        let kept = Set(HistoryRecord.standardMetrics)
        #expect(kept.isSuperset(of: GateFamily.standard.members.map(\.name)))
    }

    @Test func `A failed topology and an interrupted run leave no record`() {
        var result = Fixture.result(figures: [Fixture.figure("main.busy", "total", 1)])
        let count = { (result: WorkloadResult) in
            HistoryRecord.records(of: ResultFigures(result)).count
        }
        #expect(count(result) == 1)
        result.isInterrupted = true
        #expect(count(result) == 0)
        result.isInterrupted = false
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "")
        #expect(count(result) == 0)
    }
}

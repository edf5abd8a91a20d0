import Foundation
import Results
import Testing
import Verdicts

@Suite struct OtavaTableTests {
    private static func text(_ table: OtavaTable) -> String {
        String(decoding: table.bytes, as: UTF8.self)
    }

    @Test func `A history becomes a row a run and a column a metric`() throws {
        var records = HistoryTextTests.records([1.5, 2, 1e-7])
        records += HistoryTextTests.records([9, 8, 7], metric: "import.rate", better: .higher)
        let tables = OtavaTable.tables(of: records.reversed())
        let table = try #require(tables.first)
        #expect(tables.count == 1)
        #expect(
            Self.text(table) == """
                time,commit,siblings/import/import.rate.total,siblings/import/main.busy.total
                2026-01-01T02:00:00Z,c0,9.0,1.5
                2026-01-02T02:00:00Z,c1,8.0,2.0
                2026-01-03T02:00:00Z,c2,7.0,1e-07

                """)
        #expect(
            table.configuration(file: "h's.csv") == """
                  'w-d-measured--debug-2':
                    type: csv
                    file: 'h''s.csv'
                    time_column: time
                    attributes: [commit]
                    metrics:
                      'siblings/import/import.rate.total':
                        direction: 1
                      'siblings/import/main.busy.total':
                        direction: -1

                """)
    }

    @Test func `A figure that a run lacks is left out, and told`() throws {
        var records = HistoryTextTests.records([1, 2, 3])
        records += HistoryTextTests.records([9, 8], metric: "process.cpu")
        let table = try #require(OtavaTable.tables(of: records).first)
        #expect(table.columns == ["siblings/import/main.busy.total"])
        #expect(table.omitted == ["siblings/import/process.cpu.total"])
        #expect(!Self.text(table).contains(",,"))
    }

    @Test func `Two builds are two tables`() {
        var records = HistoryTextTests.records([1, 2])
        records[1].build = "release"
        let tables = OtavaTable.tables(of: records)
        #expect(tables.map(\.name) == ["w-d-measured--debug-2", "w-d-measured--release-2"])
    }

    @Test func `A variant with a comma is quoted`() throws {
        var records = HistoryTextTests.records([1])
        records[0].variant = "private-writer:flush=5s,\"x\"=1"
        let table = try #require(OtavaTable.tables(of: records).first)
        #expect(
            Self.text(table).hasPrefix(
                "time,commit,\"private-writer:flush=5s,\"\"x\"\"=1/import/main.busy.total\"\n"))
    }
}

import Foundation
import Reporting
import Results
import Testing

struct `A sweep` {
    private func rows(_ bytes: [UInt8]) -> [[Substring]] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    @Test
    func `The table has a row for each topology and a column for each value`() throws {
        let text = SummaryText.text(of: SampleSweep.make())
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.contains("sweep of flush: 100ms and 1s"))
        let heads = lines.filter { $0.hasPrefix("topology ") }
        #expect(heads.joined().components(separatedBy: "100ms").count == 6, "five figures")
        #expect(heads.allSatisfy { $0.hasSuffix("without") })
        let losses = try #require(lines.first { $0.contains("lost at most, edits") })
        let place = try #require(lines.firstIndex(of: losses))
        let writer = try #require(lines[place...].first { $0.hasPrefix("private-writer ") })
        #expect(writer.split(separator: " ").contains("6"))
        #expect(lines.allSatisfy { $0.count <= 108 })
    }

    @Test
    func `Sentences say which value waits least, and what each loses`() {
        let text = SummaryText.text(of: SampleSweep.make()).replacing("\n", with: " ")
        #expect(text.contains("One repetition is too few to say which value waits least"))
        #expect(!text.contains("waits least (") && !text.contains("imports fastest"))
        #expect(
            text.contains(
                "single-main, siblings and child-of-main lose no saved edit to a kill at any "
                    + "value."))
        #expect(
            text.contains("private-writer loses up to 6 saved edits at 100ms and 62 at 1s."))
    }

    @Test
    func `Each row of a table names the workload that was run with its value`() {
        let result = SampleSweep.make()
        for bytes in [
            SweepTable.bytes(of: result), ResultsTable.bytes(of: result),
            StretchesTable.bytes(of: result),
        ] {
            let rows = rows(bytes)
            let digest = rows[0].firstIndex(of: "workload_digest")!
            let variant = rows[0].firstIndex(of: "variant")!
            for row in rows.dropFirst() {
                let value = row[variant].split(separator: "=").dropFirst().first ?? "none"
                #expect(row[digest] == "digest-\(value)")
            }
        }
    }

    @Test
    func `The file has each headline figure at each value`() {
        let rows = rows(SweepTable.bytes(of: SampleSweep.make()))
        let head = rows[0].map(String.init)
        #expect(
            head.suffix(11) == [
                "key", "value", "phase", "metric", "stat", "figure", "unit", "better", "n", "low",
                "high",
            ])
        // Five results, each with six figures.
        #expect(rows.count == 1 + 5 * 6)
        let value = head.firstIndex(of: "value")!
        #expect(rows.dropFirst().count { $0[value].isEmpty } == 3 * 6)
        #expect(rows.dropFirst().count { $0[value] == "1s" } == 6)
    }

    @Test
    func `The chart has three panels, a line a topology, and level ones where nothing is swept`()
        throws
    {
        let charts = Chart.all(of: SampleSweep.make())
        #expect(charts.map(\.name) == ["sweep"])
        let chart = try #require(charts.first)
        #expect(chart.script.components(separatedBy: "plot \\\n").count == 4)
        #expect(chart.script.contains("'siblings, without flush'"))
        #expect(chart.script.contains("compare orders and ratios, not seconds"))
        let data = chart.data.split(separator: "\n").filter { !$0.hasPrefix("#") }
        // Each panel has each of four topologies at both values.
        #expect(data.count == 3 * 4 * 2)
        let losses = data.filter {
            $0.contains("loss.kill.exposure") && $0.contains("private-writer")
        }
        #expect(losses.count == 2 && Set(losses.map { $0.split(separator: " ")[2] }).count == 2)
    }

    @Test(.enabled(if: `Charts`.hasGnuplot))
    func `gnuplot draws the chart, with values that are no numbers and topologies that failed`()
        throws
    {
        var failed = SampleSweep.make(repetitions: 3)
        failed.topologies[1].failure = RunFailure(kind: .stuck, message: "")
        failed.sweep?.values[0] = "it's `x`"
        for result in [SampleSweep.make(), failed] {
            try Scratch.withFolder { folder in
                let warnings = try ChartFolder(path: folder).write(Chart.all(of: result))
                #expect(warnings.isEmpty)
                let picture = try Scratch.text(folder + "/sweep.svg")
                #expect(picture.contains("child-of-main"))
            }
        }
    }

    @Test
    func `A value at which a topology failed has a dash`() throws {
        var result = SampleSweep.make()
        result.topologies[1].failure = RunFailure(kind: .stuck, message: "main waits for itself")
        let lines = SummaryText.text(of: result).split(separator: "\n").map(String.init)
        let row = try #require(lines.first { $0.hasPrefix("private-writer ") })
        #expect(row.split(separator: " ")[1] == "–")
        #expect(lines.contains("private-writer:flush=100ms has no figures: main waits for itself"))
    }

    @Test
    func `The page and the folder have the sweep, and an operations file for each stream`() throws {
        try Scratch.withFolder { path in
            let folder = ReportFolder(path: path)
            _ = try folder.write(
                SampleSweep.make(), operations: [[65], [66]], drawsCharts: false)
            let names = try Scratch.names(in: path)
            #expect(names.contains("sweep.csv"))
            #expect(names.filter { $0.hasPrefix("operations") }.count == 2)
            #expect(try Scratch.text(path + "/operations-2.csv") == "B")
            let page = try Scratch.text(path + "/report.md")
            #expect(page.contains("## Across flush"))
            #expect(page.contains("| topology | 100ms | 1s | without |"))
        }
    }
}

struct `Who keeps all limits` {
    private func sentence(_ kept: [[Bool]], sweep: Bool = false) -> String? {
        var result = sweep ? SampleSweep.make() : SampleResult.make(repetitions: 1)
        for (index, verdicts) in kept.enumerated() {
            result.topologies[index].limits = verdicts.enumerated().map { number, isKept in
                LimitVerdict(limit: "limit \(number)", isKept: isKept, value: 1, unit: "ms")
            }
        }
        return LimitSummary.sentence(of: result)
    }

    @Test
    func `Those who keep all are named`() {
        #expect(
            sentence([
                [true, true, true], [true, false, true], [true, true, true], [false, true],
            ])
                == "single-main and siblings keep all 3 limits.")
        #expect(
            sentence([[false, true], [true, true], [true, false], [true, false]])
                == "private-writer keeps both limits.")
        #expect(
            sentence([[false], [true], [false], [false]]) == "private-writer keeps the limit.")
    }

    @Test
    func `Where nobody does, the nearest is named`() {
        #expect(
            sentence([[true, false, false], [true, true, false], [false, false, false], []])
                == "No stack keeps all 3 limits; private-writer keeps the most, 2 of 3.")
        #expect(sentence([[false], [false], [false], [false]]) == "No stack keeps the limit.")
        #expect(sentence([[], [], [], []]) == nil)
    }

    @Test
    func `A topology that failed keeps none`() {
        var result = SampleResult.make(repetitions: 1)
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "")
        #expect(
            LimitSummary.sentence(of: result) == "siblings and child-of-main keep the limit.")
    }

    @Test
    func `In a sweep they are named with the values at which they do`() {
        #expect(
            sentence([[true], [true], [false], [false], [true]], sweep: true)
                == "single-main, private-writer at 100ms and child-of-main keep the limit.")
        #expect(
            sentence([[false], [true], [true], [false], [false]], sweep: true)
                == "private-writer at every value keeps the limit.")
    }

    @Test
    func `The table counts them, and has no such column without limits`() throws {
        var result = SampleResult.make(repetitions: 1)
        let lines = SummaryText.text(of: result).split(separator: "\n").map(String.init)
        let head = try #require(lines.first { $0.hasPrefix("topology ") })
        #expect(head.hasSuffix("limits  outcome"))
        let row = try #require(lines.first { $0.hasPrefix("private-writer ") })
        #expect(row.hasSuffix("0 of 1  correct"))
        for index in result.topologies.indices { result.topologies[index].limits = [] }
        #expect(!SummaryText.text(of: result).contains("limits"))
    }
}

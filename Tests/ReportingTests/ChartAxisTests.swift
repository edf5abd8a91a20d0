import Foundation
import Reporting
import Results
import Testing

struct `The axes of charts` {
    private func chart(_ name: String, _ result: WorkloadResult) throws -> Chart {
        try #require(Chart.all(of: result).first { $0.name == name })
    }

    // MARK: The delay's tail

    private func range(_ chart: Chart) throws -> (low: Double, high: Double) {
        let match = try #require(chart.script.firstMatch(of: /set xrange \[([\d.]+):([\d.]+)\]/))
        return (Double(match.1)!, Double(match.2)!)
    }

    private static func fast() -> WorkloadResult {
        let sample = SampleResult.make(repetitions: 1)
        return sample.topologies.indices.reduce(sample) { $0.slowed($1, by: 0.05) }
    }

    @Test
    func `The tail's axis begins below the shortest p99 and ends with the longest wait`() throws {
        for result in [Self.fast(), SampleResult.make(), Self.fast().slowed(0, by: 1000)] {
            let chart = try chart("delay-tail", result)
            let range = try range(chart)
            let p99s = chart.script.matches(of: /: p99 ([\d.,]+) ms'/).map {
                Double($0.1.replacing(",", with: ""))!
            }
            #expect(p99s.count == 4)
            #expect(range.low < p99s.min()! && range.low > p99s.min()! / 30)
            let longest = result.topologies.flatMap { $0.repetitions[0].record.stretches }
                .map { Double($0.ended - $0.began) / 1e6 }.max()!
            #expect(range.high < 1.5 * longest && range.high >= p99s.max()!)
            let decade = log10(range.low)
            #expect(abs(decade - decade.rounded()) < 1e-9)
        }
        #expect(try range(chart("delay-tail", Self.fast())).low < 1)
    }

    // MARK: The trade-off

    @Test
    func `Both axes of the trade-off name their scale, and the losses the table's mean`() throws {
        let script = try chart("trade-off", SampleResult.make()).script
        let labels = script.split(separator: "\n").filter {
            $0.hasPrefix("set xlabel") || $0.hasPrefix("set ylabel")
        }
        #expect(labels.count == 2)
        #expect(labels.allSatisfy { $0.contains("(scale linear near 0, logarithmic beyond)") })
        #expect(labels[1].contains("mean over time"))
    }

    @Test
    func `Points that lose nothing stand one above the other`() throws {
        let rows = try chart("trade-off", SampleResult.make()).data.split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }.filter { $0.count == 8 }
        let shifts = rows.filter { $0[3] == "0" }.map { Double($0[7])! }.sorted()
        #expect(shifts.count == 3)
        #expect(zip(shifts, shifts.dropFirst()).allSatisfy { $1 - $0 >= 12 })
        #expect(shifts.allSatisfy { $0 < 0 })
    }

    @Test(arguments: [
        (1, "one repetition each, so no bars"),
        (3, "bars: the smallest to the largest of 3 repetitions"),
        (7, "bars: 95 % interval of the median"),
    ])
    func `What bars span is said as it is`(repetitions: Int, words: String) throws {
        let script = try chart("trade-off", SampleResult.make(repetitions: repetitions)).script
        #expect(script.contains("; \(words)'"))
        #expect(script.contains("xerrorbars") == (repetitions > 1))
    }

    @Test
    func `A front that the repetitions do not show is dotted`() throws {
        let few = try chart("trade-off", SampleResult.make(repetitions: 3))
        #expect(few.script.contains("dt (2,5)"))
        #expect(few.script.contains("'Pareto front of the medians; dotted: not told apart'"))
        #expect(few.data.contains("\"siblings\" open"))
        let many = try chart("trade-off", SampleResult.make(repetitions: 8))
        #expect(!many.script.contains("dt (2,5)"))
        #expect(many.script.contains("'Pareto front'"))
        #expect(many.data.contains("\"siblings\" shown"))
    }

    // MARK: At risk

    @Test
    func `Edits in ten thousands have whole ticks with their thousands set off`() throws {
        var result = SmallResult.make()
        for index in result.topologies[0].repetitions[0].record.edits.indices {
            result.topologies[0].repetitions[0].record.edits[index].count = 30_000
        }
        let script = try chart("at-risk", result).script
        #expect(script.contains("'30,000' 30000"))
        // Left of the ticks gnuplot would draw it outside the picture.
        #expect(!script.contains("set ylabel"))
        #expect(script.contains("set label 'edits'"))
        #expect(script.contains("at most 30,000"))
    }

    @Test
    func `No axis has a number of five digits without its comma`() {
        var crash = SampleCrash.make()
        for index in crash.configurations.indices {
            for loss in crash.configurations[index].losses.indices {
                crash.configurations[index].losses[loss].value = 30_000
            }
        }
        let charts =
            Chart.all(of: SampleResult.make().slowed(0, by: 400)) + Chart.all(of: crash)
            + Chart.all(of: SampleSweep.make())
        for chart in charts {
            #expect(chart.script.firstMatch(of: #/'\d{4,}' /#) == nil, "\(chart.name)")
            let bare = chart.script.firstMatch(of: /set [xy]tics (\(\d|\d{2})/)
            #expect(bare == nil, "\(chart.name)")
        }
    }

    // MARK: A sweep

    @Test
    func `No line leads to a word, and panels name their scale`() throws {
        var result = SampleSweep.make()
        let chart = try chart("sweep", result)
        #expect(chart.script.contains("p99, in ms (scale linear near 0, logarithmic beyond)'"))
        #expect(chart.script.contains("objects a second'"))
        func blocks(_ chart: Chart) -> [String] {
            chart.data.components(separatedBy: "\n\n\n").filter {
                $0.contains("\"private-writer\"")
            }
        }
        #expect(blocks(chart).count == 3)
        #expect(blocks(chart).allSatisfy { !$0.contains("\n\n2") })
        result.sweep?.values[1] = "lifecycle"
        for index in result.topologies.indices where result.topologies[index].point?.value == "1s" {
            result.topologies[index].point?.value = "lifecycle"
        }
        let broken = blocks(try self.chart("sweep", result))
        #expect(broken.count == 3)
        #expect(broken.allSatisfy { $0.contains("\n\n2 \"lifecycle\"") })
    }

    @Test func `A percentage is the label of a tick as it is`() throws {
        var result = SampleSweep.make()
        result.sweep?.values[1] = "40%"
        for index in result.topologies.indices where result.topologies[index].point?.value == "1s" {
            result.topologies[index].point?.value = "40%"
        }
        // gnuplot takes labels of ticks for formats.
        #expect(try chart("sweep", result).script.contains("'40%%' 2"))
    }

    @Test(arguments: [
        ("100ms", "1s", true), ("10", "50", true), ("idle 100ms", "idle 1s", true),
        ("1s", "lifecycle", false), ("all", "none", false), ("idle 1s", "every 1s", false),
        ("10", "1s", false), ("5%", "10%", true), ("500", "1k", true), ("64KiB", "1MiB", true),
        ("1k", "1KiB", false),
    ])
    func `A line joins numbers of one unit`(first: String, second: String, isJoined: Bool) {
        #expect(SweptQuantity.areAlike(first, second) == isJoined)
    }
}

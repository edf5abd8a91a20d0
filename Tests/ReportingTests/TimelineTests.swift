import Foundation
import Reporting
import Results
import Testing

struct `The timeline` {
    private func timeline(_ result: WorkloadResult) throws -> Chart {
        try #require(Chart.all(of: result).first { $0.name == "timeline" })
    }

    private func rows(_ chart: Chart) -> [[Substring]] {
        chart.data.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ") }
    }

    /// The ends of the strips' scales.
    private func scales(_ chart: Chart) -> [Double] {
        chart.script.matches(of: /set yrange \[0:([\d.]+)\]/).map { Double($0.1)! }
    }

    /// The longest stretch of each strip, in milliseconds.
    private func longest(_ chart: Chart) -> [Double] {
        let rows = rows(chart)
        return Set(rows.map { Int($0[0])! }).sorted().map { strip in
            rows.filter { Int($0[0]) == strip }.map { Double($0[5])! }.max()!
        }
    }

    @Test
    func `Strips of like stretches have one scale, and none is named`() throws {
        let chart = try timeline(SampleResult.make(repetitions: 1).slowed(2, by: 4))
        #expect(Set(scales(chart)).count == 1)
        #expect(!chart.script.contains("scale to"))
        #expect(!chart.script.contains("scale of its own"))
    }

    @Test
    func `Beside a topology a hundred times slower every strip has bars to see`() throws {
        let chart = try timeline(SampleResult.make(repetitions: 1).slowed(0, by: 100))
        #expect(scales(chart).count == 4)
        for (longest, scale) in zip(longest(chart), scales(chart)) {
            #expect(longest / scale > 0.4 && longest < scale)
        }
        #expect(chart.script.contains("each strip has a scale of its own"))
        for scale in scales(chart) {
            #expect(chart.script.contains("'scale to \(NumberText.short(scale)) ms'"))
            #expect(chart.data.contains("scale to \(NumberText.exact(scale)) ms"))
        }
    }

    @Test
    func `A strip names its repetition, and a disturbed one as disturbed`() throws {
        var result = SampleResult.make(repetitions: 3)
        let calm = try timeline(result)
        #expect(calm.script.matches(of: /'repetition [123] of 3'/).count == 4)
        #expect(!calm.script.contains("disturbed"))
        for round in 0..<3 { result.topologies[1].repetitions[round].mark = .disturbed }
        let chart = try timeline(result)
        #expect(chart.script.matches(of: /'repetition [123] of 3, disturbed'/).count == 1)
        #expect(chart.description.contains("disturbed"))
        #expect(chart.data.contains(", disturbed: "))
    }

    @Test
    func `The label of a strip's longest stretch is its length in the data`() throws {
        let chart = try timeline(SampleResult.make())
        for longest in longest(chart) {
            #expect(chart.script.contains("longest \(NumberText.short(longest)) ms'"))
            #expect(chart.script.contains("set label '\(NumberText.short(longest)) ms "))
        }
    }

    @Test
    func `A threshold has the words of the delay's tail`() throws {
        let result = SampleResult.make(repetitions: 1).slowed(0, by: 5)
        let tail = try #require(Chart.all(of: result).first { $0.name == "delay-tail" })
        for words in ["one frame", "long task", "noticeable", "micro hang", "hang"] {
            #expect(tail.script.contains("'\(words)'"))
        }
        let script = try timeline(result).script
        for words in ["250 ms micro hang", "500 ms hang", "16.7 ms one frame"] {
            #expect(script.contains("'\(words)'"))
        }
    }

    @Test(.enabled(if: `Charts`.hasGnuplot), arguments: [700, 9000])
    func `Of thousands of stretches a thousand marks are left, with the longest`(
        count: Int
    ) throws {
        var result = SampleResult.make(repetitions: 1)
        let models = result.topologies
        // Eleven strips, as a run of the whole catalogue has.
        result.topologies = (0..<11).map { number in
            var topology = models[number % 4]
            topology.variant += ":pool=\(number + 1)"
            return topology
        }
        let crowded = result.crowded(count)
        let chart = try timeline(crowded)
        #expect(rows(chart).count <= 1000)
        #expect(chart.data.contains("# Thinned: "))
        #expect(chart.script.contains("the longest alone"))
        for (topology, drawn) in zip(crowded.topologies, longest(chart)) {
            let all = topology.repetitions[0].record.stretches
            let longest = Double(all.map { $0.ended - $0.began }.max()!) / 1e6
            #expect(abs(drawn - longest) < 0.001 * longest)
        }
        try Scratch.withFolder { folder in
            let warnings = try ChartFolder(path: folder).write([chart])
            #expect(warnings.isEmpty)
            let picture = try Scratch.text(folder + "/timeline.svg")
            #expect(picture.utf8.count < 200_000)
        }
    }

    @Test
    func `A line of steps keeps the first, lowest, highest and last of each column`() {
        typealias Step = (place: Double, level: Double)
        let levels = (0..<5000).map { number -> Step in
            (place: Double(number), level: Double((number * 7919) % 1009))
        }
        let thinned = Thinning.fitted([levels], place: { $0.place / 10 }) { column, _ in
            Thinning.outline(column, by: [{ $0.level }])
        }
        let kept = thinned.series[0]
        #expect(kept.count <= Thinning.most && kept.count > 100)
        #expect(thinned.width != nil)
        #expect(kept.map { $0.level }.max() == levels.map { $0.level }.max())
        #expect(kept.map { $0.level }.min() == levels.map { $0.level }.min())
        #expect(kept.first?.place == 0 && kept.last?.place == 4999)
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.place < $1.place })
        let few = Thinning.fitted([Array(levels.prefix(900))], place: { $0.place }) { column, _ in
            column
        }
        #expect(few.width == nil && few.series[0].count == 900)
    }
}

import Foundation
import Reporting
import Results
import Testing
import Topologies

struct `A topology's marks` {
    private static let own = ["chat-stack", "our-app", "legacy"]

    @Test
    func `Every topology of the catalogue has fixed marks, no two the same`() {
        let names = TopologyCatalogue.all.map(\.name)
        #expect(names.sorted() == TopologyMarks.fixedNames)
        let marks = TopologyMarks(names)
        #expect(Set(names.map { marks[$0].point }).count == names.count, "readable in grey")
        #expect(Set(names.map { "\(marks[$0].colour) \(marks[$0].dash)" }).count == names.count)
    }

    @Test
    func `Marks follow from names, whatever stands beside them and in which order`() {
        let all = TopologyCatalogue.all.map(\.name) + Self.own + ["siblings:pool=2"]
        let marks = TopologyMarks(all)
        let reversed = TopologyMarks(all.reversed())
        for name in all { #expect(marks[name] == reversed[name]) }
        for name in all where !Self.own.contains(name) {
            #expect(TopologyMarks([name])[name] == marks[name])
        }
        let alone = TopologyMarks(["chat-stack"])["chat-stack"]
        let beside = TopologyMarks(["siblings", "chat-stack", "chat-stack:flush=5s"])
        #expect(beside["chat-stack"] == alone)
    }

    @Test
    func `Stacks of a user's own have colours that no topology of the catalogue has`() {
        let marks = TopologyMarks(TopologyCatalogue.all.map(\.name) + Self.own)
        let colours = Set(Self.own.map { marks[$0].colour })
        #expect(colours.count == 3)
        #expect(colours.isDisjoint(with: TopologyMarks.fixedNames.map { marks[$0].colour }))
        let many = (0..<12).map { "stack-\($0)" }
        let crowd = TopologyMarks(many)
        #expect(Set(many.map { crowd[$0] }).count == many.count)
    }

    @Test(arguments: ["siblings:pool=2", "private-writer, batches of 50", "our-app:pool=2"])
    func `A variant keeps its topology's colour, with another point and dash`(_ variant: String) {
        let base = String(variant.prefix { $0 != ":" && $0 != "," })
        let marks = TopologyMarks([base, variant, "legacy"])
        #expect(marks[variant].colour == marks[base].colour)
        #expect(marks[variant].ink == marks[base].ink)
        #expect(marks[variant].point != marks[base].point)
        #expect(marks[variant].dash != marks[base].dash)
    }

    /// WCAG 2.1, contrast of text on white: 4.5 : 1 or more.
    @Test
    func `Every ink can be read on the chart's white`() {
        let names = TopologyCatalogue.all.map(\.name) + Self.own
        let marks = TopologyMarks(names)
        for name in names {
            let value = Int(marks[name].ink.dropFirst(), radix: 16)!
            let parts = [16, 8, 0].map { shift -> Double in
                let part = Double(value >> shift & 0xFF) / 255
                return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            let brightness = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
            #expect(1.05 / (brightness + 0.05) >= 4.5, "\(name)")
        }
    }

    /// The inks of a topology's labels in a chart.
    private func inks(of name: String, in chart: Chart) -> Set<String> {
        Set(
            chart.script.split(separator: "\n")
                .filter { $0.hasPrefix("set label '\(name)") }
                .compactMap { $0.firstMatch(of: /textcolor rgb "(#\w+)"/).map { String($0.1) } })
    }

    @Test
    func `siblings is green in every chart, at every place of the result`() {
        var results = [SampleResult.make(), SampleResult.make()]
        results[1].topologies.reverse()
        results[1].topologies.remove(at: 0)
        let charts =
            results.flatMap { Chart.all(of: $0) } + Chart.all(of: SampleSweep.make())
            + Chart.all(of: SampleCrash.make())
        #expect(charts.count == 4 + 4 + 1 + 3)
        let ink = TopologyMarks(["siblings"])["siblings"].ink
        for chart in charts {
            #expect(inks(of: "siblings", in: chart) == [ink], "\(chart.name)")
        }
    }
}

import Foundation
import Reporting
import Results
import Testing

struct `Charts of crashes` {
    private func chart(_ name: String, of result: CrashResult) throws -> Chart {
        try #require(Chart.all(of: result).first { $0.name == name })
    }

    /// The rows of a data file, without its comments.
    private func rows(_ chart: Chart) -> [String] {
        chart.data.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test
    func `A result has the three charts, each with the caution`() {
        let charts = Chart.all(of: SampleCrash.make())
        #expect(charts.map(\.name) == ["at-risk-kill-power", "expected-loss", "loss-map"])
        for chart in charts {
            #expect(chart.script.contains("compare orders and ratios, not seconds"))
            #expect(chart.script.contains("'\(chart.name).dat'"))
            for topology in SampleCrash.topologies {
                #expect(chart.script.contains("'\(topology)'"))
                #expect(chart.data.contains("\"\(topology)\""))
            }
        }
    }

    @Test
    func `The steps of what is at risk end where the run ends`() throws {
        let rows = rows(try chart("at-risk-kill-power", of: SmallCrash.make()))
        let names = "\"private-writer:flush=5s\" \"wal/normal\" "
        #expect(
            rows
                == ["0 0 0", "0.01 0 0", "0.02 3 3", "0.05 3 3", "0.12 0 3", "0.15 0 0", "0.2 0 0"]
                .map { names + $0 })
    }

    @Test
    func `Expected losses are split into dirty, memory and disk, never below zero`() throws {
        let result = SampleCrash.make(["private-writer"], ["wal/full"])
        let cells = rows(try chart("expected-loss", of: result)).map {
            $0.split(separator: " ")
        }
        #expect(cells.map { $0[4] } == ["\"importer\"", "\"ui\""])
        // On the disk before COMMIT returns: the difference is below zero, the loss is zero.
        #expect(cells.allSatisfy { $0[3] == "0" })
        let kill = try #require(
            result.configurations[0].losses.first {
                $0.name == "loss.kill.exposure" && $0.role == "importer"
            })
        #expect(cells[0][2] == NumberText.exact(kill.value)[...])
    }

    @Test
    func `Only nothing is white on the map, and what has no figure is not nothing`() throws {
        var result = SampleCrash.make(["siblings", "private-writer"], ["wal/full"])
        result.configurations.append(SampleCrash.trapped("single-main", "wal/full"))
        let cells = rows(try chart("loss-map", of: result)).map { $0.split(separator: " ") }
        #expect(cells.count == 6)
        for cell in cells {
            let isWhite = cell[6] == "16777215"
            #expect(isWhite == (cell[8] == "\"0\""))
            #expect((cell[10] == "\"single-main\"") == (cell[8] == "\"–\""))
        }
        #expect(cells.contains { $0[8] == "\"0\"" })
    }

    @Test
    func `A name with a quote cannot leave its string in a script`() {
        var result = SampleCrash.make()
        result.configurations[0].variant = "it's `ls`: \"x\"\nplot"
        for chart in Chart.all(of: result) {
            #expect(!chart.script.contains("\nplot'"))
            #expect(!chart.script.contains("it's `ls`: \"x\"\n"))
        }
    }

    @Test
    func `Without figures there are no charts`() {
        var result = SampleCrash.make()
        result.configurations = [SampleCrash.trapped("siblings", "wal/full")]
        #expect(Chart.all(of: result).isEmpty)
    }

    /// Each shape that a result may have.
    private static var shapes: [String: CrashResult] {
        var partial = SampleCrash.make()
        partial.head.isInterrupted = true
        partial.configurations[3].exploration = nil
        partial.configurations[3].losses = []
        partial.configurations[5] = SampleCrash.trapped("siblings", "wal/full")
        let long = "private-writer:flush=5s,route=perform-and-wait-then-perform,pool-size=1"
        return [
            "one": SampleCrash.make(["private-writer"], ["wal/normal"]),
            "four-two": SampleCrash.make(),
            "four-five": SampleCrash.make(SampleCrash.topologies, SampleCrash.modes),
            "nothing": SampleCrash.make(["siblings", "single-main"], ["wal/full"]),
            "partial": partial,
            "long": SampleCrash.make([long, "siblings"], SampleCrash.modes),
            "small": SmallCrash.make(),
        ]
    }

    @Test(.enabled(if: `Charts`.hasGnuplot))
    func `Every shape is drawn, twice the same`() throws {
        for (name, result) in Self.shapes {
            try Scratch.withFolder { folder in
                let charts = Chart.all(of: result)
                let report = ChartFolder(path: folder)
                #expect(try report.write(charts).isEmpty, "\(name)")
                let first = try charts.map { try Scratch.text("\(folder)/\($0.name).svg") }
                #expect(first.allSatisfy { $0.contains("</svg>") })
                #expect(try report.write(charts).isEmpty, "\(name)")
                #expect(
                    try charts.map { try Scratch.text("\(folder)/\($0.name).svg") } == first,
                    "\(name)")
            }
        }
    }
}

import Foundation
import Programs
import Reporting
import Results
import Testing

struct `Charts` {
    /// Whether gnuplot stands on the PATH of the tests.
    static let hasGnuplot = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/gnuplot")
        }

    private func chart(_ name: String, of result: WorkloadResult = SampleResult.make()) -> Chart? {
        Chart.all(of: result).first { $0.name == name }
    }

    /// The rows of a data file, without its comments.
    private func rows(_ chart: Chart?) -> [[Substring]] {
        (chart?.data ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ") }
    }

    @Test
    func `A result has the four charts, each with a caution and both axes named`() {
        let charts = Chart.all(of: SampleResult.make())
        #expect(charts.map(\.name) == ["timeline", "delay-tail", "trade-off", "at-risk"])
        for chart in charts {
            #expect(chart.script.contains("compare orders and ratios, not seconds"))
            #expect(chart.script.contains("set xlabel '"))
            #expect(chart.script.contains("'\(chart.name).dat'"))
            #expect(chart.script.contains("output = \"\(chart.name).svg\""))
        }
    }

    @Test
    func `A simulated result's charts name the device, and not this machine`() {
        var result = SampleResult.make()
        result.simulated = SimulatedDevice(
            name: "iphone-8", title: "iPhone 8 (2017)", core: "lab", marks: ["2 derived"],
            isMeasured: false, notModelled: ["heat"])
        for chart in Chart.all(of: result) {
            #expect(chart.script.contains("Simulated: iPhone 8 (2017), this lab’s core"))
            #expect(chart.description.contains("Simulated: iPhone 8 (2017), this lab’s core"))
            #expect(!chart.script.contains("this machine"))
        }
    }

    @Test
    func `The timeline has a piece for each cause, and the pieces add up to the stretch`() {
        let first = rows(chart("timeline", of: SmallResult.make())).prefix(4)
        // Kinds: merge 4, save 2, push 3, reading 1, own code 0; 30 ms from 0 s on.
        #expect(
            first.map { $0[1...5].joined(separator: " ") } == [
                "4 0 0.03 0 10", "2 0 0.03 10 19", "3 0 0.03 19 24", "1 0 0.03 24 28",
            ])
        #expect(rows(chart("timeline", of: SmallResult.make()))[4][1...5].last == "30")
    }

    @Test
    func `The timeline names the longest stretch of each strip`() throws {
        let script = try #require(chart("timeline")).script
        #expect(script.contains("ms import-batch: execute'"))
        #expect(script.contains("ms merge'"))
        #expect(script.components(separatedBy: "plot \\\n").count == 5)
    }

    @Test
    func `The tail of the delay falls from the busy share to zero`() throws {
        let small = rows(chart("delay-tail", of: SmallResult.make())).map { row in
            (Double(row[2])!, Double(row[3])!)
        }
        // 42.5 ms busy of 200; no wait is longer than 30 ms.
        #expect(try #require(small.first).1 > 21)
        #expect(try #require(small.first).1 <= 21.25)
        #expect(try #require(small.last).0 > 29.9)
        #expect(small.allSatisfy { $0.0 <= 30 })
        #expect(zip(small, small.dropFirst()).allSatisfy { $0.0 <= $1.0 && $0.1 >= $1.1 })
    }

    @Test
    func `A loss of zero has a place on the trade-off's axis`() throws {
        let chart = try #require(self.chart("trade-off"))
        let points = rows(chart).prefix(4)
        #expect(points.filter { $0[3] == "0" }.count == 3)
        // The axis begins below zero, so that a point at zero is drawn whole, and zero is ticked.
        let range = try #require(chart.script.firstMatch(of: /set yrange \[(-?[\d.]+):/))
        #expect(try #require(Double(range.1)) < 0)
        #expect(chart.script.contains("'0' loss(0)"))
    }

    @Test
    func `The step lines of what is at risk end where the run ends`() {
        let steps = rows(chart("at-risk", of: SmallResult.make())).map {
            $0.dropFirst().joined(separator: " ")
        }
        #expect(steps == ["0 0 0", "0.01 0 3", "0.02 3 0", "0.05 3 1", "0.12 0 1", "0.2 0 1"])
    }

    @Test
    func `A name with a quote cannot leave its string in a script`() throws {
        var result = SampleResult.make(repetitions: 1)
        result.topologies[0].variant = "it's `ls`: \"x\"\nplot"
        for chart in Chart.all(of: result) {
            #expect(!chart.script.contains("\nplot'"))
            #expect(!chart.script.contains("it's `ls`: \"x\"\n"))
        }
    }

    /// A line break of two scalars is one character; so is a quote with an accent.
    @Test(arguments: ["x\r\nsystem('ls')\r\n#", "x'\u{301}\u{2028}system('ls')\n#", "x\u{B}y\u{7}"])
    func `No name becomes a command of gnuplot's`(name: String) throws {
        var result = SampleResult.make(repetitions: 1)
        result.topologies[0].variant = name
        result.topologies[0].repetitions[0].record.phases[0].name = name
        for chart in Chart.all(of: result) {
            for text in [chart.script, chart.data] {
                let lines = text.unicodeScalars.split(separator: "\n")
                #expect(!lines.contains { String($0).hasPrefix("system") }, "\(chart.name)")
                #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
            }
            let commands = chart.script.unicodeScalars.split(separator: "\n").filter {
                $0.first != "#"
            }
            for command in commands {
                #expect(command.count { $0 == "'" }.isMultiple(of: 2), "\(chart.name)")
            }
        }
    }

    @Test
    func `A topology that failed is in no chart`() {
        var result = SampleResult.make(repetitions: 1)
        result.topologies[1].failure = RunFailure(kind: .stuck, message: "main waits for itself")
        for chart in Chart.all(of: result) {
            #expect(!chart.script.contains("private-writer"))
            #expect(!chart.data.contains("private-writer"))
        }
        for index in result.topologies.indices {
            result.topologies[index].failure = RunFailure(kind: .trapped, message: "")
        }
        #expect(Chart.all(of: result).isEmpty)
    }

    @Test(.enabled(if: hasGnuplot))
    func `Every chart is drawn, twice the same, and again by its script alone`() throws {
        try Scratch.withFolder { folder in
            let charts = Chart.all(of: SampleResult.make())
            let report = ChartFolder(path: folder)
            #expect(try report.write(charts).isEmpty)
            let first = try charts.map { try Scratch.text("\(folder)/\($0.name).svg") }
            #expect(try report.write(charts).isEmpty)
            for (chart, picture) in zip(charts, first) {
                #expect(picture.contains("</svg>"))
                #expect(picture.contains("siblings"))
                #expect(try Scratch.text("\(folder)/\(chart.name).svg") == picture)
            }
            try FileManager.default.removeItem(atPath: folder + "/timeline.svg")
            let gnuplot = Program(["gnuplot", "timeline.gp"], folder: folder)
            #expect(Program.end(of: try gnuplot.start()).code == 0)
            // What gnuplot alone draws lacks the title and the description.
            let plain = try Scratch.text(folder + "/timeline.svg")
            #expect(plain.contains("<title>Gnuplot</title>"))
            #expect(ChartPicture.finished(plain, of: charts[0]) == first[0])
            let names = try Scratch.names(in: folder)
            #expect(names.count == 12 && names.allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test(.enabled(if: hasGnuplot))
    func `Results without stretches, without loss or of one topology are drawn too`() throws {
        var still = SampleResult.make(repetitions: 1)
        for index in still.topologies.indices {
            still.topologies[index].repetitions[0].record.stretches = []
            still.topologies[index].repetitions[0].record.edits = []
        }
        var slow = SampleResult.make(repetitions: 1)
        for index in slow.topologies.indices {
            slow.topologies[index].summary = slow.topologies[index].summary.map { figure in
                var figure = figure
                figure.value = figure.unit == "ms" ? figure.value * 40 : 0
                return figure
            }
        }
        var lone = SampleResult.make(repetitions: 1)
        lone.topologies = Array(lone.topologies.prefix(1))
        for result in [still, slow, lone, SmallResult.make()] {
            try Scratch.withFolder { folder in
                let charts = Chart.all(of: result)
                #expect(!charts.isEmpty)
                let warnings = try ChartFolder(path: folder).write(charts)
                #expect(warnings.isEmpty)
            }
        }
    }

    @Test
    func `Without gnuplot there is one warning, and scripts and data are written`() throws {
        try Scratch.withFolder { folder in
            // A picture of an earlier run, which must not pass for one of this run.
            try AtomicFile.write("<svg/>", to: folder + "/timeline.svg")
            let charts = Chart.all(of: SmallResult.make())
            let warnings = try ChartFolder(path: folder, program: "no-such-gnuplot").write(charts)
            #expect(warnings.map(\.code) == ["gnuplot-missing"])
            #expect(warnings.first?.advice.contains("gnuplot-nox") == true)
            let expected = charts.flatMap { ["\($0.name).dat", "\($0.name).gp"] }.sorted()
            #expect(try Scratch.names(in: folder) == expected)
        }
    }

    @Test
    func `A gnuplot that fails is a warning for each chart, and leaves no picture`() throws {
        try Scratch.withFolder { folder in
            let charts = Chart.all(of: SmallResult.make())
            // It ends at once with an error, so the script is written to a closed pipe.
            let warnings = try ChartFolder(path: folder, program: "false").write(charts)
            #expect(warnings.map(\.code) == charts.map { _ in "gnuplot-failed" })
            #expect(try Scratch.names(in: folder).allSatisfy { !$0.hasSuffix("svg") })
        }
    }

    @Test(.enabled(if: hasGnuplot))
    func `A warning has gnuplot's own words`() throws {
        try Scratch.withFolder { folder in
            let chart = Chart(name: "broken", title: "", script: "plot nothing(x)\n", data: "")
            let warnings = try ChartFolder(path: folder).write([chart])
            let warning = try #require(warnings.first)
            #expect(warning.message.hasPrefix("broken.svg was not drawn: "))
            #expect(warning.message.contains("undefined function: nothing"))
        }
    }

    @Test
    func `Labels keep off lines and each other`() {
        var placer = LabelPlacer(bounds: Box(left: 0, bottom: 0, right: 200, top: 100))
        placer.avoid(line: [(0, 50), (200, 50)])
        let places: [LabelPlacer.Candidate] = [
            .init(anchor: (10, 50), align: .left), .init(anchor: (10, 70), align: .left),
            .init(anchor: (10, 20), align: .left, penalty: 0.5),
            .init(anchor: (190, 70), align: .left, penalty: 0.1),
        ]
        // The first stands on the line, the last would leave the chart.
        #expect(placer.place("first", size: 10, at: places).anchor.y == 70)
        #expect(placer.place("second", size: 10, at: places).anchor.y == 20)
    }

    @Test(arguments: [
        ((0.0, 0.0), (10.0, 10.0), true), ((0, 6), (3, 11), false), ((5, -5), (5, 20), true),
        ((0, 0), (3, 3), false), ((5, 5), (5.5, 5.5), true), ((7, 0), (20, 0), false),
    ])
    func `A box knows the lines that cross it`(
        from: (Double, Double), to: (Double, Double), isCrossed: Bool
    ) {
        let box = Box(left: 4, bottom: 4, right: 6, top: 6)
        #expect(box.isCrossed(from: from, to: to) == isCrossed)
    }
}

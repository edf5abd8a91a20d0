import Foundation
import Reporting
import Results
import Testing
import Verdicts

struct `The report of a study` {
    private static let text = """
        schema: 1
        title: Two stacks
        source: Somebody, 2013
        notes: [smaller here]
        workload: smoke
        arms:
          nested: { topology: child-of-main, published: { main.busy.total: 43s } }
          plain:
            topology: siblings
            set: { roles.ui.save: after-edit }
            published: { main.busy.total: 270ms }
        orders:
          - { metric: main.busy.total, least-first: [plain, nested], by: 50 }
        claims:
          - text: a child does not block main for a frame
            source: somebody else
            absolute: a frame is 16.7 ms
            holds-if: [{ arm: nested, figure: main.stall.max < 16.7ms }]
          - text: it waits longer
            source: somebody else
            holds-if:
              - { arm: nested, over: plain, ratio: main.stall.max >= 1 }
              - { arm: nested, over: plain, ratio: main.blocked.total >= 2 }
          - { text: a flag costs much, source: Apple, untestable: it is Apple's flag }

        """

    private static func figure(_ metric: String, _ statistic: String, _ value: Double) -> Figure {
        Figure(
            metric: metric, statistic: statistic, value: value, unit: "ms", better: .lower,
            phase: "import", count: 3, low: value - 1, high: value + 1)
    }

    /// An arm whose repetitions differ by a per cent, by another in each arm.
    private static func arm(
        _ label: String, of study: Study, busy: Double, rounds: Int, failure: RunFailure? = nil
    ) -> StudyArmResult {
        let arm = study.arms.first { $0.label == label }!
        var topology = TopologyResult(topology: arm.topology, variant: label, promise: "")
        func figures(_ share: Double) -> [Figure] {
            [
                figure("main.busy", "total", busy * share),
                figure("main.stall", "max", 31 * share), figure("main.blocked", "total", 0),
                figure("main.cause.execute", "total", 1), figure("main.cause.merge", "total", 8),
            ]
        }
        let shares =
            label == "plain" ? [1, 0.99, 1.01, 1, 1.02, 0.98] : [0.99, 1.01, 1, 1, 1, 1.01]
        topology.repetitions = (0..<rounds).map { index in
            RepetitionResult(
                record: RunRecord(
                    topology: arm.topology, variant: label, repetition: index + 1, build: "debug"),
                figures: figures(shares[index % 6]))
        }
        topology.summary = figures(1)
        topology.failure = failure
        return StudyArmResult(
            label: label, workload: "smoke", workloadDigest: "w1", seed: 5,
            variant: arm.topology, settings: arm.settings, launchArguments: [],
            headlinePhase: "import", result: topology)
    }

    private static func judgement(
        busy: Double = 600, rounds: Int = 6, failure: RunFailure? = nil
    ) throws -> StudyJudgement {
        let study = try Study.parse(text, file: "two-stacks.study.yaml")
        var result = StudyResult(
            run: "r1", commit: "c1", build: "debug", study: study.name, digest: "d1", started: "",
            host: SmallResult.make().host)
        result.arms = [
            arm("nested", of: study, busy: busy, rounds: rounds, failure: failure),
            arm("plain", of: study, busy: 10, rounds: rounds),
        ]
        return StudyJudgement(study, result)
    }

    /// The text with each paragraph on one line.
    private static func flat(_ judgement: StudyJudgement) -> String {
        StudyText.text(of: judgement).replacing(/\n +/, with: " ")
    }

    @Test func `The text has the arms, the pairs, and each verdict with its interval`() throws {
        let text = StudyText.text(of: try Self.judgement())
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("nested  ") && $0.contains("43,000") })
        let pair = try #require(lines.first { $0.hasPrefix("nested : plain") })
        #expect(
            pair.split(separator: " ").map(String.init)
                == ["nested", ":", "plain", "159", "60.1", "58.9–61.3", "holds"])
        #expect(lines.contains("holds: main.busy.total: plain < nested, by 50 : 1 at least"))
        #expect(lines.contains("    nested over plain: 60.1 (58.9–61.3)"))
        #expect(
            lines.contains(
                "does not hold: “a child does not block main for a frame” (somebody else)"))
        #expect(lines.allSatisfy { $0.count <= 108 })
        let flat = Self.flat(try Self.judgement())
        #expect(
            flat.contains(
                "main.stall.max of nested: 31 ms; the claim asks for < 16.7ms – the longest of any "
                    + "repetition is 31.3 ms absolute, and so about this machine: a frame is "
                    + "16.7 ms"
            ), "\(flat)")
        #expect(
            flat.contains("Of 3 claims 1 does not hold and 2 cannot be tested here."), "\(flat)")
    }

    @Test func `Zero over zero is printed as such, and a claim without a test has its reason`()
        throws
    {
        let flat = Self.flat(try Self.judgement())
        #expect(
            flat.contains(
                "main.blocked.total of nested over plain: both are zero; the claim asks for >= 2 – "
                    + "cannot be tested here: nothing divided by nothing is no ratio"), "\(flat)")
        #expect(flat.contains("cannot be tested here: “it waits longer”"), "\(flat)")
        #expect(
            flat.contains("cannot be tested here: “a flag costs much” (Apple) it is Apple's flag"),
            "\(flat)")
    }

    @Test func `What cannot be told names its reason and the rounds that it takes`() throws {
        let few = Self.flat(try Self.judgement(rounds: 2))
        #expect(few.contains("cannot be told: main.busy.total: plain < nested"), "\(few)")
        #expect(
            few.contains(
                "nested over plain: 60.3 – 2 undisturbed rounds, too few for an interval; 6 or "
                    + "more may tell"), "\(few)")
        #expect(few.contains("An interval takes 6 undisturbed rounds"), "\(few)")
        #expect(!few.contains("95 of 100"))
        let open = Self.flat(try Self.judgement(busy: 505))
        #expect(
            open.contains("nested over plain: 50.6 (49.6–51.6) – the interval leaves it open; "))
        #expect(open.contains(" rounds would tell"), "\(open)")
    }

    @Test func `Where an order does not hold the causes stand below it`() throws {
        let text = StudyText.text(of: try Self.judgement(busy: 5))
        #expect(text.contains("does not hold: main.busy.total: plain < nested"))
        #expect(text.contains("nested, main queue by cause: merge 8 ms, execute 1 ms"))
        let pair = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("nested : plain") })
        #expect(pair.contains("  0.501  ") && pair.hasSuffix("does not hold"), "\(pair)")
    }

    @Test func `An arm that failed is told, and has no rows`() throws {
        let failure = RunFailure(kind: .stuck, message: "nothing moved", details: ["main waits"])
        let judgement = try Self.judgement(failure: failure)
        let text = StudyText.text(of: judgement)
        #expect(text.contains("nested has no figures: nothing moved"))
        #expect(text.contains("    main waits"))
        #expect(text.contains("cannot be tested here: main.busy.total: plain < nested"))
        #expect(text.contains("nested over plain: no figure – nested failed"))
        let table = String(decoding: StudyTable.bytes(of: judgement), as: UTF8.self)
        #expect(!table.contains("nested"))
        #expect(table.split(separator: "\n").count == 1 + 5)
    }

    @Test func `study csv has every figure, and what was published beside its own`() throws {
        let judgement = try Self.judgement()
        let rows = String(decoding: StudyTable.bytes(of: judgement), as: UTF8.self)
            .split(separator: "\n")
        #expect(rows.count == 1 + 2 * 5)
        #expect(
            rows[1]
                == "1,r1,c1,debug,two-stacks,d1,nested,smoke,w1,child-of-main,5,import,,main.busy,"
                + "total,600,ms,lower,3,599,601,43000"
        )
        #expect(rows[2].hasSuffix(",main.stall,max,31,ms,lower,3,30,32,"))
        let ratios = String(decoding: StudyTable.ratios(of: judgement), as: UTF8.self)
            .split(separator: "\n")
        #expect(ratios.count == 2)
        #expect(ratios[1].hasPrefix("1,r1,two-stacks,d1,main.busy.total,nested,plain,159.259,60."))
        #expect(ratios[1].hasSuffix(",holds"))
    }

    @Test func `verdicts csv has a row for each part of an order or a claim`() throws {
        let bytes = StudyTable.verdicts(of: try Self.judgement())
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(rows.count == 1 + 1 + 1 + 2 + 1)
        let verdicts = rows.dropFirst().map { row in
            StudyVerdict.allCases.filter { row.contains(",\($0.rawValue),") }.map(\.rawValue)
        }
        #expect(
            verdicts == [
                ["holds"], ["does not hold"], ["cannot be told", "cannot be tested here"],
                ["cannot be tested here"], ["cannot be tested here"],
            ])
        #expect(rows[2].contains(",main.stall.max,nested,,< 16.7ms,31,"))
    }

    @Test func `The folder holds the page, the tables and the chart`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch + "/study-two-stacks")
            try folder.prepare()
            let warnings = try folder.write(try Self.judgement())
            #expect(warnings.isEmpty, "\(warnings)")
            #expect(
                try Scratch.names(in: folder.path) == [
                    "charts", "ratios.csv", "report.html", "report.md", "study.csv", "verdicts.csv",
                ])
            #expect(
                try Scratch.names(in: folder.path + "/charts") == [
                    "published.dat", "published.gp", "published.svg",
                ])
            let page = try Scratch.text(folder.page)
            for words in [
                "# Two stacks", "published by Somebody, 2013",
                "| nested : plain | 159 | 60.1 | 58.9–61.3 | holds |",
                "- **holds**: `main.busy.total`: plain < nested, by 50 : 1 at least",
                "- **does not hold**: “a child does not block main for a frame”", "- smaller here",
                "- **cannot be tested here**: “a flag costs much” (Apple)\n    - it is Apple's",
                "](charts/published.svg)", "**Found.** The one claimed order holds.",
                "`lab --workload smoke --topology siblings --set roles.ui.save=after-edit`",
            ] {
                #expect(page.contains(words), "\(words) is not in:\n\(page)")
            }
            #expect(!page.contains("{{"))
        }
    }

    @Test func `Without gnuplot the page names the script, and a warning says so`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch + "/study-two-stacks")
            let warnings = try folder.write(try Self.judgement(), gnuplot: "no-such-gnuplot")
            #expect(warnings.map(\.code) == ["gnuplot-missing"])
            let page = try Scratch.text(folder.page)
            #expect(page.contains("`charts/published.gp` draws it"))
            #expect(page.contains("there is no gnuplot on the PATH"))
            #expect(!page.contains("published.svg"))
        }
    }

    // MARK: The chart

    @Test func `The chart has each published ratio, and the measured one with its interval`() throws
    {
        let judgement = try Self.judgement()
        let chart = try #require(Chart.all(of: judgement).first)
        let rows = chart.data.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ") }
        #expect(rows.count == 2)
        #expect(Double(rows[0][0]) == 159.259)
        let estimate = try #require(judgement.pairs[0].finding.estimate)
        let numbers = rows[1].prefix(4).compactMap { Double($0) }
        #expect(abs(numbers[0] - estimate.value!) < 0.01)
        #expect(abs(numbers[2] - estimate.low!) < 0.01)
        #expect(abs(numbers[3] - estimate.high!) < 0.01)
        for words in ["set logscale x", "pt 6", "pt 7", "with xerrorbars", "'nested : plain'"] {
            #expect(chart.script.contains(words), "\(words) is not in:\n\(chart.script)")
        }
        // Hollow and filled marks are named in the plot, and the verdict stands beside its row.
        for words in ["'published'", "'here'", "'60.1 (58.9–61.3)'", "'holds'"] {
            #expect(chart.script.contains(words), "\(words) is not in:\n\(chart.script)")
        }
    }

    @Test func `A ratio that cannot be told is drawn without an interval, in its own block`() throws
    {
        let chart = try #require(Chart.all(of: try Self.judgement(rounds: 2)).first)
        // gnuplot counts blocks with rows alone: the published mark, then the measured one.
        #expect(chart.data.components(separatedBy: "\n\n\n").count == 2)
        #expect(chart.data.contains("\n60.3015 "))
        #expect(chart.script.contains("'published.dat' index 1 using"))
        #expect(!chart.script.contains("index 2"))
        #expect(chart.script.contains("'cannot be told'"))
    }

    @Test func `A study without published figures has no chart, and its folder none of an earlier`()
        throws
    {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch + "/study")
            _ = try folder.write(try Self.judgement())
            var unpublished = try Study.parse(Self.text, file: "two-stacks.study.yaml")
            for index in unpublished.arms.indices { unpublished.arms[index].published = [] }
            let judgement = StudyJudgement(unpublished, try Self.judgement().result)
            #expect(Chart.all(of: judgement).isEmpty)
            #expect(try folder.write(judgement).isEmpty)
            #expect(try Scratch.names(in: folder.path + "/charts").isEmpty)
            #expect(!(try Scratch.text(folder.page).contains("chart was not drawn")))
        }
    }
}

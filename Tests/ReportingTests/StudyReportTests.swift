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
          - text: a child does not block main
            source: somebody else
            holds-if: [{ arm: nested, figure: main.stall.max < 16.7ms }]

        """

    private static func figure(_ metric: String, _ statistic: String, _ value: Double) -> Figure {
        Figure(
            metric: metric, statistic: statistic, value: value, unit: "ms", better: .lower,
            phase: "import", count: 3, low: value - 1, high: value + 1)
    }

    private static func arm(
        _ label: String, of study: Study, busy: Double, failure: RunFailure? = nil
    ) -> StudyArmResult {
        let arm = study.arms.first { $0.label == label }!
        var topology = TopologyResult(topology: arm.topology, variant: label, promise: "")
        topology.summary = [
            figure("main.busy", "total", busy), figure("main.stall", "max", 31),
            figure("main.cause.execute", "total", 1), figure("main.cause.merge", "total", 8),
        ]
        topology.failure = failure
        return StudyArmResult(
            label: label, workload: "smoke", workloadDigest: "w1", seed: 5,
            variant: arm.topology, settings: arm.settings, launchArguments: [],
            headlinePhase: "import", result: topology)
    }

    private static func judgement(busy: Double = 600, failure: RunFailure? = nil) throws
        -> StudyJudgement
    {
        let study = try Study.parse(text, file: "two-stacks.study.yaml")
        var result = StudyResult(
            run: "r1", commit: "c1", build: "debug", study: study.name, digest: "d1", started: "",
            host: SmallResult.make().host)
        result.arms = [
            arm("nested", of: study, busy: busy, failure: failure),
            arm("plain", of: study, busy: 10),
        ]
        return StudyJudgement(study, result)
    }

    @Test func `The text has the arms, the pairs, and what holds`() throws {
        let text = StudyText.text(of: try Self.judgement())
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("nested  ") && $0.contains("43,000") })
        let pair = try #require(lines.first { $0.hasPrefix("nested : plain") })
        #expect(pair.split(separator: " ").suffix(3) == ["159", "60", "same"])
        #expect(lines.contains("holds: main.busy.total: plain < nested, by 50 : 1 at least"))
        #expect(text.contains("DOES NOT HOLD: “a child does not block main” (somebody else)"))
        #expect(
            text.contains(
                "NOT KEPT: main.stall.max of nested is 31 ms; the claim asks for < 16.7ms")
        )
        #expect(lines.allSatisfy { $0.count <= 108 })
    }

    @Test func `Where an order does not hold the causes stand below it`() throws {
        let text = StudyText.text(of: try Self.judgement(busy: 5))
        #expect(text.contains("DOES NOT HOLD: main.busy.total: plain < nested"))
        #expect(text.contains("nested, main queue by cause: merge 8 ms, execute 1 ms"))
        let pair = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("nested : plain") })
        #expect(pair.hasSuffix("0.5  OTHER"))
    }

    @Test func `An arm that failed is told, and has no rows`() throws {
        let failure = RunFailure(kind: .stuck, message: "nothing moved", details: ["main waits"])
        let judgement = try Self.judgement(failure: failure)
        let text = StudyText.text(of: judgement)
        #expect(text.contains("nested has no figures: nothing moved"))
        #expect(text.contains("    main waits"))
        #expect(text.contains("not measured: main.busy.total: plain < nested"))
        let table = String(decoding: StudyTable.bytes(of: judgement), as: UTF8.self)
        #expect(!table.contains("nested"))
        #expect(table.split(separator: "\n").count == 1 + 4)
    }

    @Test func `study csv has every figure, and what was published beside its own`() throws {
        let judgement = try Self.judgement()
        let rows = String(decoding: StudyTable.bytes(of: judgement), as: UTF8.self)
            .split(separator: "\n")
        #expect(rows.count == 1 + 2 * 4)
        #expect(
            rows[1]
                == "1,r1,c1,debug,two-stacks,d1,nested,smoke,w1,child-of-main,5,import,,main.busy,"
                + "total,600,ms,lower,3,599,601,43000"
        )
        #expect(rows[2].hasSuffix(",main.stall,max,31,ms,lower,3,30,32,"))
        let ratios = String(decoding: StudyTable.ratios(of: judgement), as: UTF8.self)
            .split(separator: "\n")
        #expect(ratios.count == 2)
        #expect(ratios[1].hasPrefix("1,r1,two-stacks,d1,main.busy.total,nested,plain,159.259,60,"))
        #expect(ratios[1].hasSuffix(",true"))
    }

    @Test func `The folder holds the page and both tables`() throws {
        try Scratch.withFolder { scratch in
            let folder = ReportFolder(path: scratch + "/study-two-stacks")
            try folder.prepare()
            try folder.write(try Self.judgement())
            #expect(
                try Scratch.names(in: folder.path) == ["ratios.csv", "report.md", "study.csv"])
            let page = try Scratch.text(folder.page)
            for words in [
                "# Two stacks", "published by Somebody, 2013",
                "| nested : plain | 159 | 60 | same |",
                "- **holds**: `main.busy.total`: plain < nested, by 50 : 1 at least",
                "- **DOES NOT HOLD**: “a child does not block main”", "- smaller here",
                "`lab --workload smoke --topology siblings --set roles.ui.save=after-edit`",
            ] {
                #expect(page.contains(words), "\(words) is not in:\n\(page)")
            }
            #expect(!page.contains("{{"))
        }
    }
}

import Results
import Testing
import Verdicts

@Suite struct StudyJudgementTests {
    /// An arm with a figure of `main.busy.total`, its range, and three causes of it.
    private static func arm(
        _ label: String, _ value: Double, low: Double? = nil, high: Double? = nil,
        failure: RunFailure? = nil
    ) -> StudyArmResult {
        var topology = TopologyResult(topology: "siblings", variant: label, promise: "")
        var figure = Fixture.figure("main.busy", "total", value)
        figure.low = low ?? value
        figure.high = high ?? value
        topology.summary = [
            figure, Fixture.figure("main.busy", "total", 1, phase: "all"),
            Fixture.figure("queue.cpu", "total", 7, role: "importer"),
            Fixture.figure("import.duration", "total", value / 1000, role: "importer"),
            Fixture.figure("main.cause.execute", "total", 1),
            Fixture.figure("main.cause.fetch", "total", 4),
            Fixture.figure("main.cause.save", "total", 5),
            Fixture.figure("main.cause.merge", "total", 9, phase: "all"),
        ]
        topology.failure = failure
        return StudyArmResult(
            label: label, workload: "w", workloadDigest: "d", seed: 1, variant: "siblings",
            settings: [], launchArguments: [], headlinePhase: "import", result: topology)
    }

    static func judgement(_ arms: [StudyArmResult]) throws -> StudyJudgement {
        let study = try Study.parse(StudyTests.text, file: "two-stacks.study.yaml")
        var result = StudyResult(
            run: "r", commit: "c", build: "debug", study: study.name, digest: study.digest,
            started: "", host: Fixture.result(figures: []).host)
        result.arms = arms
        return StudyJudgement(study, result)
    }

    @Test func `The published ratio stands beside the measured one, with the range of the latter`()
        throws
    {
        let judgement = try Self.judgement([
            Self.arm("nested", 600, low: 500, high: 700),
            Self.arm("side by side", 10, low: 8, high: 20),
        ])
        let pair = try #require(judgement.pairs.first)
        #expect(judgement.pairs.count == 1)
        #expect(abs(pair.published - 43_000 / 270) < 1e-9)
        #expect(pair.measured?.value == 60)
        #expect(pair.measured?.low == 25)
        #expect(pair.measured?.high == 87.5)
        #expect(pair.hasSameOrder == true)
    }

    @Test func `An order holds by the medians, and clearly where no range says otherwise`() throws {
        let clear = try Self.judgement([Self.arm("nested", 600), Self.arm("side by side", 10)])
        #expect(clear.orders[0].holds == true)
        #expect(clear.orders[0].isClear)
        #expect(clear.orders[0].steps[0].causes == [])
        let unclear = try Self.judgement([
            Self.arm("nested", 600, low: 400), Self.arm("side by side", 10),
        ])
        #expect(unclear.orders[0].holds == true)
        #expect(!unclear.orders[0].isClear)
    }

    @Test func `Where an order does not hold, the causes of both arms are named, largest first`()
        throws
    {
        let judgement = try Self.judgement([Self.arm("nested", 300), Self.arm("side by side", 10)])
        let verdict = judgement.orders[0]
        #expect(verdict.holds == false)
        let causes = verdict.steps[0].causes
        #expect(causes.map(\.arm) == ["side by side", "nested"])
        // The causes of the phase that the order concerns.
        #expect(causes[0].main.map(\.name) == ["save", "fetch", "execute"])
        #expect(causes[0].main.map(\.milliseconds) == [5, 4, 1])
        #expect(causes[0].queues == [])
    }

    @Test func `Arms are alike where the larger is within the part of the smaller`() throws {
        let alike = try Self.judgement([Self.arm("nested", 120), Self.arm("side by side", 100)])
        #expect(alike.orders[1].holds == true)
        for values in [(130.0, 100.0), (100, 130)] {
            let apart = try Self.judgement([
                Self.arm("nested", values.0), Self.arm("side by side", values.1),
            ])
            #expect(apart.orders[1].holds == false)
            // Without a figure of the main queue, the CPU of every queue is reported.
            #expect(
                apart.orders[1].steps[0].causes.map { $0.queues.map(\.name) }
                    == [["importer"], ["importer"]])
        }
    }

    @Test func `An arm that failed has no figures, and nothing is told of it`() throws {
        let failure = RunFailure(kind: .stuck, message: "stuck")
        let judgement = try Self.judgement([
            Self.arm("nested", 600, failure: failure), Self.arm("side by side", 10),
        ])
        #expect(judgement.figure("main.busy.total", of: "nested") == nil)
        #expect(judgement.pairs[0].measured == nil)
        #expect(judgement.pairs[0].hasSameOrder == nil)
        #expect(judgement.orders.map(\.holds) == [nil, nil])
        #expect(judgement.claims.map(\.holds) == [nil])
    }

    @Test func `Two figures of nothing are alike, and something is more than nothing`() throws {
        let nothing = try Self.judgement([Self.arm("nested", 0), Self.arm("side by side", 0)])
        #expect(nothing.pairs[0].measured?.value == 1)
        #expect(nothing.orders[0].holds == false)
        #expect(nothing.orders[1].holds == true)
        let some = try Self.judgement([Self.arm("nested", 5), Self.arm("side by side", 0)])
        #expect(some.pairs[0].measured?.value == .infinity)
        #expect(some.orders[0].holds == true)
        #expect(some.orders[1].holds == false)
    }

    @Test func `A claim holds where all of its bounds are kept`() throws {
        var arms = [Self.arm("nested", 12), Self.arm("side by side", 10)]
        #expect(try Self.judgement(arms).claims[0].holds == nil, "no stall was measured")
        arms[0].result.summary.append(Fixture.figure("main.stall", "max", 16.6))
        let kept = try Self.judgement(arms).claims[0]
        #expect(kept.holds == true)
        #expect(kept.bounds.map(\.value) == [16.6, 1.2])
        arms[0].result.summary[0].value = 20
        let broken = try Self.judgement(arms).claims[0]
        #expect(broken.holds == false)
        #expect(broken.bounds.map(\.holds) == [true, false])
    }
}

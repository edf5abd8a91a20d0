import Results
import Testing
import Verdicts

@Suite struct LimitEvaluatorTests {
    private static func verdict(
        _ limit: String, _ figures: [Figure], headlinePhase: String = "import"
    ) throws -> LimitVerdict {
        var result = Fixture.result(figures: figures, headlinePhase: headlinePhase)
        LimitEvaluator.judge([try Limit(limit)], of: &result)
        return try #require(result.topologies[0].limits.first)
    }

    @Test(arguments: [
        ("main.stall.max < 250ms", 249.9, true), ("main.stall.max < 250ms", 250, false),
        ("main.stall.max <= 250ms", 250, true), ("main.stall.max <= 250ms", 250.1, false),
        ("main.stall.max > 250ms", 250, false), ("main.stall.max > 250ms", 250.1, true),
        ("main.stall.max >= 250ms", 250, true), ("main.stall.max >= 250ms", 249.9, false),
    ])
    func `A limit is kept on its side of the bound`(
        limit: String, value: Double, isKept: Bool
    ) throws {
        let verdict = try Self.verdict(limit, [Fixture.figure("main.stall", "max", value)])
        #expect(verdict.isKept == isKept)
        #expect(verdict.value == value)
        #expect(verdict.unit == "ms")
        #expect(verdict.limit == limit)
    }

    @Test func `The headline phase is judged, and all phases where that has no such figure`() throws
    {
        let figures = [
            Fixture.figure("main.stall", "max", 10, phase: "idle"),
            Fixture.figure("main.stall", "max", 500, phase: "all"),
            Fixture.figure("main.stall", "max", 300, phase: "import"),
        ]
        #expect(try Self.verdict("main.stall.max < 400ms", figures).value == 300)
        let other = try Self.verdict("main.stall.max < 400ms", figures, headlinePhase: "burst")
        #expect(other.value == 500)
        #expect(!other.isKept)
    }

    @Test func `Roles together are judged where they have a figure, else the worst role`() throws {
        let roles = [
            Fixture.figure("loss.kill", "max", 500, role: "importer"),
            Fixture.figure("loss.kill", "max", 3, role: "ui"),
        ]
        #expect(try Self.verdict("loss.kill.max < 400", roles).value == 500)
        #expect(try Self.verdict("loss.kill.max > 400", roles).value == 3)
        let together = roles + [Fixture.figure("loss.kill", "max", 501)]
        #expect(try Self.verdict("loss.kill.max < 400", together).value == 501)
    }

    @Test func `A limit on a figure that does not exist is not kept`() throws {
        let verdict = try Self.verdict("operation.delete.p99 < 1s", [])
        #expect(!verdict.isKept)
        #expect(verdict.value == nil)
    }

    @Test func `A topology that failed keeps no limit`() throws {
        var result = Fixture.result(figures: [Fixture.figure("main.stall", "max", 1)])
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "")
        LimitEvaluator.judge([try Limit("main.stall.max < 1s")], of: &result)
        #expect(result.topologies[0].limits.first?.isKept == false)
    }
}

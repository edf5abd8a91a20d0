import Results
import Testing
import Verdicts

@Suite struct LimitEvaluatorTests {
    private static func verdict(
        _ limit: String, _ repetitions: [Figure]..., marks: [Mark] = []
    ) throws -> LimitVerdict {
        var result = Fixture.result(repetitions: repetitions, marks: marks)
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

    @Test func `Every measured phase is judged, or the one that the limit names`() throws {
        let figures = [
            Fixture.figure("main.stall", "max", 10, phase: "idle"),
            Fixture.figure("main.stall", "max", 500, phase: "all"),
            Fixture.figure("main.stall", "max", 500, phase: "settle"),
            Fixture.figure("main.stall", "max", 300, phase: "import"),
        ]
        let whole = try Self.verdict("main.stall.max < 400ms", figures)
        #expect(whole.value == 500 && !whole.isKept && whole.worstPhase == "settle")
        let named = try Self.verdict("main.stall.max < 400ms in import", figures)
        #expect(named.value == 300 && named.isKept)
        #expect(named.limit == "main.stall.max < 400ms in import")
        let unknown = try Self.verdict("main.stall.max < 400ms in burst", figures)
        #expect(unknown.value == nil && !unknown.isKept)
    }

    @Test func `A phase whose quantile is worse than that over all phases is told`() throws {
        let verdict = try Self.verdict(
            "main.delay.p99 < 20ms",
            [
                Fixture.figure("main.delay", "p99", 12, phase: "all"),
                Fixture.figure("main.delay", "p99", 30, phase: "import"),
            ])
        #expect(!verdict.isKept && verdict.worst == 30 && verdict.worstPhase == "import")
    }

    @Test func `Every repetition must keep a limit, and the worst is told beside the median`()
        throws
    {
        let stalls = [50.0, 57.5, 409].map { [Fixture.figure("main.stall", "max", $0)] }
        let verdict = try Self.verdict("main.stall.max < 250ms", stalls[0], stalls[1], stalls[2])
        #expect(!verdict.isKept && verdict.isKeptUndisturbed == false)
        #expect(verdict.value == 57.5 && verdict.worst == 409)
        #expect(verdict.kept == 2 && verdict.judged == 3)
    }

    @Test func `A repetition that the machine disturbed does not keep a limit for it`() throws {
        let stalls = [50.0, 57.5, 409].map { [Fixture.figure("main.stall", "max", $0)] }
        let verdict = try Self.verdict(
            "main.stall.max < 250ms", stalls[0], stalls[1], stalls[2],
            marks: [.none, .none, .disturbed])
        #expect(!verdict.isKept && verdict.isKeptUndisturbed == true)
        #expect(verdict.value == 53.75, "the median of those that count")
        #expect(verdict.worst == 409)
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
        var result = Fixture.result(repetitions: [[Fixture.figure("main.stall", "max", 1)]])
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "")
        LimitEvaluator.judge([try Limit("main.stall.max < 1s")], of: &result)
        #expect(result.topologies[0].limits.first?.isKept == false)
    }
}

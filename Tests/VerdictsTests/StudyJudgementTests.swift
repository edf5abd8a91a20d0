import Results
import Testing
import Verdicts

/// The four words of a study, and the evidence that each takes.
struct `The verdicts of a study` {
    private static let busy = "main.busy.total"
    private static let lost = "loss.kill.max"

    /// The verdict on a claim of one ratio.
    private func claim(
        _ condition: String, _ a: [Double], _ b: [Double], in metric: String = busy
    ) throws -> StudyClaimVerdict {
        let study = try StudyFixture.study(claims: [StudyFixture.ratio("\(metric) \(condition)")])
        return StudyFixture.judgement(study, metric, a, b).claims[0]
    }

    private func order(
        _ text: String, _ a: [Double], _ b: [Double], in metric: String = busy
    ) throws -> StudyOrderVerdict {
        let study = try StudyFixture.study(orders: ["{ metric: \(metric), \(text) }"])
        return StudyFixture.judgement(study, metric, a, b).orders[0]
    }

    // MARK: Claims

    @Test func `A ratio whose interval lies on one side of its bound is told`() throws {
        let a = StudyFixture.values(140)
        let b = StudyFixture.values(100, shift: 3)
        let kept = try claim("< 1.5", a, b)
        #expect(kept.verdict == .holds)
        let estimate = try #require(kept.bounds[0].finding.estimate)
        #expect(abs(try #require(estimate.value) - 1.4) < 0.01)
        #expect(try #require(estimate.low) > 1.3 && #require(estimate.high) < 1.5)
        #expect(try claim("< 1.3", a, b).verdict == .doesNotHold)
        #expect(try claim(">= 1.3", a, b).verdict == .holds)
    }

    @Test func `A ratio whose interval covers its bound cannot be told, and the rounds are named`()
        throws
    {
        // The medians keep the bound; the rounds do not agree on it.
        let a = [130.0, 160, 120, 155, 140, 139]
        let b = [100.0, 101, 99, 100, 100, 100]
        let open = try claim("< 1.5", a, b)
        #expect(open.verdict == .cannotBeTold)
        let finding = open.bounds[0].finding
        #expect(finding.reason == .wideInterval)
        #expect(try #require(finding.estimate?.value) < 1.5)
        #expect(try #require(finding.estimate?.high) > 1.5)
        #expect(try #require(finding.roundsNeeded) > 6)
    }

    @Test func `Rounds are pairs: what disturbs both arms alike decides nothing`() throws {
        let b = [100.0, 180, 90, 140, 250, 120]
        let a = StudyFixture.values(1.4).enumerated().map { $1 * b[$0] }
        #expect(try claim("< 1.5", a, b).verdict == .holds)
    }

    @Test func `With fewer rounds than an interval takes, times cannot be told`() throws {
        let study = try StudyFixture.study(claims: [StudyFixture.ratio("\(Self.busy) < 1.5")])
        let few = try claim("< 1.5", [100, 101, 99], [100, 100, 100])
        #expect(few.verdict == .cannotBeTold)
        #expect(few.bounds[0].finding.reason == .fewRounds)
        #expect(few.bounds[0].finding.roundsNeeded == 6)
        #expect(few.bounds[0].finding.estimate?.value == 1)
        #expect(few.bounds[0].finding.estimate?.low == nil)
        // A disturbed repetition does not count, nor does its partner.
        let disturbed = StudyFixture.judgement(
            study,
            [
                StudyFixture.arm("a", [Self.busy: StudyFixture.values(100)], disturbed: [2]),
                StudyFixture.arm("b", [Self.busy: StudyFixture.values(100, shift: 3)]),
            ])
        #expect(disturbed.claims[0].bounds[0].finding.reason == .fewRounds)
        #expect(disturbed.claims[0].bounds[0].finding.estimate?.rounds == 5)
        // Of arms that were disturbed throughout there are figures, and no evidence.
        let none = StudyFixture.judgement(
            study,
            [
                StudyFixture.arm("a", [Self.busy: [300, 300]], disturbed: [1, 2]),
                StudyFixture.arm("b", [Self.busy: [100, 100]]),
            ])
        #expect(none.claims[0].verdict == .cannotBeTold)
        #expect(none.claims[0].bounds[0].finding.estimate?.value == 3)
        #expect(none.claims[0].bounds[0].finding.estimate?.rounds == 0)
    }

    @Test func `Verdicts allow for the number of comparisons`() throws {
        // Alone it is told at 5 %, and of twelve one comes out so by chance.
        let a = [1.02, 1.1, 1.13, 1.0, 1.09, 1.05].map { $0 * 100 }
        let b = Array(repeating: 100.0, count: 6)
        let ratio = StudyFixture.ratio("\(Self.busy) >= 1.012")
        let one = StudyFixture.judgement(
            try StudyFixture.study(claims: [ratio]), Self.busy, a, b)
        #expect(one.claims[0].verdict == .holds)
        let many = StudyFixture.judgement(
            try StudyFixture.study(claims: Array(repeating: ratio, count: 12)), Self.busy, a, b)
        #expect(many.testedCount == 12)
        #expect(many.claims.allSatisfy { $0.verdict == .cannotBeTold })
        #expect(many.claims[0].bounds[0].finding.reason == .manyQuestions)
        let estimates = [one, many].map { $0.claims[0].bounds[0].finding.estimate }
        #expect(estimates[0] == estimates[1])
    }

    @Test func `Zero over zero is no ratio, and cannot be tested`() throws {
        for metric in [Self.lost, "main.blocked.total"] {
            let nothing = try claim("<= 1", [0, 0, 0], [0, 0, 0], in: metric)
            #expect(nothing.verdict == .cannotBeTested)
            #expect(nothing.bounds[0].finding.reason == .bothZero)
            #expect(nothing.bounds[0].finding.estimate?.value == nil)
        }
    }

    @Test func `A time beside zeros is judged without a logarithm`() throws {
        let some = StudyFixture.values(5)
        let none = Array(repeating: 0.0, count: 6)
        let blocked = "main.blocked.total"
        #expect(try claim(">= 2", some, none, in: blocked).verdict == .holds)
        #expect(try claim("< 1", some, none, in: blocked).verdict == .doesNotHold)
        #expect(try claim("< 1", none, some, in: blocked).verdict == .holds)
        #expect(
            try claim(">= 2", some, none, in: blocked).bounds[0].finding.estimate?.value
                == .infinity)
    }

    @Test func `Counts that repeat are judged exactly, with few repetitions`() throws {
        let count = "operation.import-batch.count"
        let five = try claim("<= 5", [5, 5], [1, 1], in: count)
        #expect(five.verdict == .holds)
        #expect(five.bounds[0].finding.isExact)
        #expect(try claim("< 5", [5, 5], [1, 1], in: count).verdict == .doesNotHold)
        // One repetition repeats nothing.
        #expect(try claim("< 5", [5], [1], in: count).verdict == .cannotBeTold)
        // A time that repeats did so by chance.
        #expect(try claim("< 5", [5, 5], [1, 1]).verdict == .cannotBeTold)
    }

    @Test func `Counts that depend on timing repeat by chance, until four repetitions do`() throws {
        for metric in [
            "main.hangs.count", "store.commits.total", "operation.fetch-page.rows",
            "operation.edit.refused",
        ] {
            for (first, second) in [(1.0, 2.0), (0, 2)] {
                func verdict(_ count: Int) throws -> StudyVerdict {
                    try claim(
                        "< 1", Array(repeating: first, count: count),
                        Array(repeating: second, count: count), in: metric
                    ).verdict
                }
                #expect(try verdict(1) == .cannotBeTold)
                #expect(try verdict(3) == .cannotBeTold)
                #expect(try verdict(4) == .holds)
            }
        }
    }

    @Test func `Hangs of a busy machine are no count that repeats`() throws {
        let study = try StudyFixture.study(claims: [StudyFixture.ratio("main.hangs.count < 1")])
        func verdict(disturbed: Set<Int>) -> StudyVerdict {
            let arms = [
                StudyFixture.arm("a", ["main.hangs.count": [0, 0, 0, 0]]),
                StudyFixture.arm(
                    "b", ["main.hangs.count": [1, 1, 1, 1]], disturbed: disturbed),
            ]
            return StudyFixture.judgement(study, arms).claims[0].verdict
        }
        #expect(verdict(disturbed: []) == .holds)
        #expect(verdict(disturbed: [2]) == .cannotBeTold)
        #expect(verdict(disturbed: [1, 2, 3, 4]) == .cannotBeTold)
    }

    @Test func `Where a save can be refused, two repetitions repeat no work`() throws {
        let inserted = "work.objects_inserted.total"
        let study = try StudyFixture.study(claims: [StudyFixture.ratio("\(inserted) > 1")])
        func verdict(_ more: [String: [Double]]) -> StudyVerdict {
            let arms = [("a", 100.0), ("b", 98)].map { label, value in
                StudyFixture.arm(
                    label, [inserted: [value, value]].merging(more) { own, _ in own })
            }
            return StudyFixture.judgement(study, arms).claims[0].verdict
        }
        #expect(verdict([:]) == .holds)
        #expect(verdict(["operation.edit.refused": [1, 0]]) == .cannotBeTold)
    }

    @Test func `Two that were published as nothing have no order`() throws {
        let study = try StudyFixture.study(published: ("0s", "0s"))
        let pair = try #require(
            StudyFixture.judgement(study, Self.busy, [60], [10]).pairs.first)
        #expect(pair.published == 1)
    }

    @Test func `Some lost edits beside none are exact after one repetition`() throws {
        let study = try StudyFixture.study(claims: [
            "holds-if: [{ arm: a, figure: \(Self.lost) >= 1 }, "
                + "{ arm: b, figure: \(Self.lost) <= 0 }]"
        ])
        let told = StudyFixture.judgement(study, Self.lost, [676], [0]).claims[0]
        #expect(told.verdict == .holds)
        #expect(told.bounds.map(\.finding.isExact) == [true, true])
        #expect(
            StudyFixture.judgement(study, Self.lost, [0], [0]).claims[0].verdict == .doesNotHold)
        // A bound in the middle of counts that vary is a matter of chance.
        let middle = try StudyFixture.study(claims: [
            "holds-if: [{ arm: a, figure: \(Self.lost) >= 700 }]"
        ])
        #expect(
            StudyFixture.judgement(middle, Self.lost, [676, 720], [0, 0]).claims[0].verdict
                == .cannotBeTold)
    }

    @Test func `A bound on a maximum does not hold once a repetition was seen beyond it`() throws {
        let stall = "main.stall.max"
        let study = try StudyFixture.study(claims: [
            "absolute: it names a frame, holds-if: [{ arm: a, figure: \(stall) < 16.7ms }]"
        ])
        let b = StudyFixture.values(1)
        let kept = StudyFixture.judgement(study, stall, StudyFixture.values(12), b).claims[0]
        #expect(kept.verdict == .holds)
        let seen = StudyFixture.judgement(study, stall, [12, 11, 12, 11, 12, 17], b).claims[0]
        #expect(seen.verdict == .doesNotHold)
        #expect(seen.bounds[0].finding.reason == .seen(worst: 17))
    }

    @Test func `A claim with a reason against testing it is not judged`() throws {
        let study = try StudyFixture.study(claims: ["untestable: it is about another core"])
        let claim = StudyFixture.judgement(study, Self.busy, [1], [1]).claims[0]
        #expect(claim.verdict == .cannotBeTested)
        #expect(claim.bounds.isEmpty)
    }

    @Test func `A failed arm, a missing figure and an arm that did not run are three reasons`()
        throws
    {
        let study = try StudyFixture.study(claims: [StudyFixture.ratio("\(Self.busy) < 2")])
        let b = StudyFixture.arm("b", [Self.busy: [1]])
        let failure = RunFailure(kind: .stuck, message: "stuck")
        for (a, verdict, reason) in [
            (
                StudyFixture.arm("a", [Self.busy: [1]], failure: failure),
                StudyVerdict.cannotBeTested, StudyFinding.Reason.failed(arm: "a")
            ),
            (StudyFixture.arm("a", ["main.delay.p99": [1]]), .cannotBeTested, .absent(arm: "a")),
            (StudyFixture.arm("a", [:]), .cannotBeTold, .notRun(arm: "a")),
        ] {
            let judged = StudyFixture.judgement(study, [a, b]).claims[0]
            #expect(judged.verdict == verdict)
            #expect(judged.bounds[0].finding.reason == reason)
        }
    }

    @Test func `A claim holds only if each of its bounds does`() {
        #expect(StudyVerdict.all([.holds, .holds]) == .holds)
        #expect(StudyVerdict.all([.holds, .cannotBeTold]) == .cannotBeTold)
        #expect(StudyVerdict.all([.cannotBeTested, .cannotBeTold, .holds]) == .cannotBeTested)
        #expect(StudyVerdict.all([.cannotBeTested, .doesNotHold]) == .doesNotHold)
    }

    // MARK: Orders

    @Test func `An order holds if each neighbour is told to be above the one before`() throws {
        let low = StudyFixture.values(100)
        let high = StudyFixture.values(130, shift: 3)
        #expect(try order("least-first: [b, a]", high, low).verdict == .holds)
        let other = try order("least-first: [a, b]", high, low)
        #expect(other.verdict == .doesNotHold)
        #expect(other.steps[0].finding.reason == nil)
        #expect(try order("least-first: [b, a], by: 2", high, low).verdict == .doesNotHold)
        #expect(try order("least-first: [b, a], by: 1.2", high, low).verdict == .holds)
    }

    @Test func `An order of two that are the same within what matters does not hold`() throws {
        let same = try order(
            "least-first: [b, a]", StudyFixture.values(100.5, count: 8),
            StudyFixture.values(100, count: 8))
        #expect(same.verdict == .doesNotHold)
        #expect(same.steps[0].finding.reason == .tooSmall)
        // 5 µs against 2 µs: a ratio of 2.5 that is nothing to a user.
        let tiny = try order(
            "least-first: [b, a]", StudyFixture.values(0.005), StudyFixture.values(0.002))
        #expect(tiny.verdict == .doesNotHold)
        #expect(tiny.steps[0].finding.reason == .tooSmall)
    }

    @Test func `An order between what is told and what is the same is open`() throws {
        let open = try order(
            "least-first: [b, a]", [110, 95, 108, 99, 112, 97], Array(repeating: 100, count: 6))
        #expect(open.verdict == .cannotBeTold)
        #expect(open.open.count == 1)
        #expect(try #require(open.steps[0].finding.roundsNeeded) > 6)
    }

    @Test func `Arms are alike if the interval lies within the share, either way round`() throws {
        let base = StudyFixture.values(100)
        for level in [110.0, 90] {
            let near = StudyFixture.values(level, shift: 3)
            #expect(try order("alike: [a, b], within: 25%", near, base).verdict == .holds)
            #expect(try order("alike: [a, b], within: 5%", near, base).verdict == .doesNotHold)
        }
        let wide = [110.0, 140, 95, 130, 120, 105]
        #expect(try order("alike: [a, b], within: 25%", wide, base).verdict == .cannotBeTold)
        #expect(
            try order("alike: [a, b], within: 25%", [0], [0], in: Self.lost).verdict == .holds)
    }

    @Test func `Where an order does not hold, the causes of both arms are named, largest first`()
        throws
    {
        let study = try StudyFixture.study(orders: [
            "{ metric: \(Self.busy), least-first: [a, b] }"
        ])
        let arms = [("a", 130.0), ("b", 100)].map { label, level in
            StudyFixture.arm(
                label,
                [
                    Self.busy: StudyFixture.values(level, shift: Int(level) % 7),
                    "main.cause.execute.total": Array(repeating: 1, count: 6),
                    "main.cause.save.total": Array(repeating: 5, count: 6),
                ])
        }
        let step = StudyFixture.judgement(study, arms).orders[0].steps[0]
        #expect(step.causes.map(\.arm) == ["a", "b"])
        #expect(step.causes[0].main.map(\.name) == ["save", "execute"])
        let open = StudyFixture.judgement(study, Self.busy, [1], [1])
        #expect(open.orders[0].steps[0].causes == [])
    }

    @Test func `An order with a reason against testing it is not judged`() throws {
        let told = try order(
            "least-first: [b, a], untestable: another bridge", StudyFixture.values(200),
            StudyFixture.values(100))
        #expect(told.verdict == .cannotBeTested)
        #expect(told.steps.isEmpty)
    }

    // MARK: Published pairs

    @Test func `A published pair has the larger figure first, and a verdict of its own`() throws {
        let study = try StudyFixture.study(published: ("30s", "10s"))
        let judgement = StudyFixture.judgement(
            study, Self.busy, StudyFixture.values(60), StudyFixture.values(10, shift: 3))
        let pair = try #require(judgement.pairs.first)
        #expect(judgement.pairs.count == 1)
        #expect([pair.first, pair.second] == ["a", "b"])
        #expect(pair.published == 3)
        #expect(pair.verdict == .holds)
        #expect(abs(try #require(pair.finding.estimate?.value) - 6) < 0.2)
        #expect(
            StudyFixture.judgement(study, Self.busy, [60], [10]).pairs[0].verdict == .cannotBeTold)
    }
}

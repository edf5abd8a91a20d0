import Reporting
import Results
import Statistics
import Testing
import Verdicts

struct `Findings` {
    @Test
    func `A stretch's cause is the one with the most time of its own`() {
        let stretch = SmallResult.record().stretches[0]
        // save lasts 14 ms with the push inside and 9 without; merge has 10.
        #expect(stretch.cause == "merge")
        #expect(
            stretch.causes.map(\.cause) == ["merge", "save", "push-to-parent", "fetch", "execute"])
        #expect(stretch.causes.map(\.own) == [10, 9, 5, 4, 2].map { $0 * 1_000_000 })
        #expect(stretch.leadingBlock?.operation == 7)
    }

    @Test
    func `Equal causes are told in the order of their names, and no span means own code`() {
        var stretch = SmallResult.record().stretches[1]
        #expect(stretch.cause == "execute")
        stretch.blocks[0].spans = ["save", "fetch"].map {
            SpanRecord(cause: $0, began: 0, ended: 6_250_000, depth: 0, own: 6_250_000)
        }
        #expect(stretch.causes.map(\.cause) == ["fetch", "save"])
    }

    @Test
    func `The worst stalls are the longest of each kind in each topology`() {
        let worst = Stall.worst(3, of: SampleResult.make())
        #expect(worst.map(\.topology) == ["single-main", "private-writer", "child-of-main"])
        #expect(worst.map(\.kind) == ["import-batch", "import-batch", "save"])
        let longest = SampleResult.make().topologies[0].repetitions
            .flatMap(\.record.stretches).map { $0.ended - $0.began }.max()
        #expect(worst.first?.length == longest)
    }

    @Test
    func `A stall outside the measured phases is not among the worst`() {
        var result = SmallResult.make()
        result.topologies[0].repetitions[0].record.phases[1].isMeasured = false
        #expect(Stall.worst(3, of: result).isEmpty)
    }

    @Test
    func `Edits are dirty until they are saved, and at risk until they are committed`() {
        let record = SmallResult.record()
        let time = Time.whole(of: record)
        let all = AtRisk(edits: record.edits, role: "", over: time)
        #expect(all.kill.max == 3)
        #expect(all.dirty.steps.last?.level == 1, "an edit that is never saved stays dirty")
        let ui = AtRisk(edits: record.edits, role: "ui", over: time)
        #expect(ui.kill.max == 0, "what is never saved is never at risk of a silent loss")
    }

    @Test
    func `An edit that was saved and never committed stays at risk to the end`() {
        var record = SmallResult.record()
        record.edits[0].committed = nil
        let atRisk = AtRisk(edits: record.edits, role: "", over: Time.whole(of: record))
        #expect(atRisk.kill.steps.last?.level == 3)
    }

    @Test
    func `What was committed before its save had returned is dirty no longer`() {
        var record = SmallResult.record()
        record.edits[0].committed = SmallResult.milliseconds(115)
        let atRisk = AtRisk(edits: record.edits, role: "importer", over: Time.whole(of: record))
        #expect(
            atRisk.dirty.steps.map(\.time) == [
                SmallResult.zero, SmallResult.milliseconds(110), SmallResult.milliseconds(115),
            ])
        #expect(atRisk.kill.max == 0)
    }

    @Test
    func `A loss of power takes what is saved until it is durable, where somebody looked`() {
        let record = SmallCrash.make().configurations[0].exploration!
        let time = Interval(began: record.phases.began, ended: record.phases[1].ended)
        let atRisk = AtRisk(edits: record.edits, role: "", over: time, knowsDurability: true)
        #expect(
            atRisk.power?.steps.map(\.time) == [
                SmallResult.zero, SmallResult.milliseconds(120), SmallResult.milliseconds(250),
            ])
        #expect(atRisk.joined.map(\.power) == [0, 0, 3, 3, 3, 0])
        let unknown = AtRisk(edits: record.edits, role: "", over: time)
        #expect(unknown.power == nil && unknown.joined.allSatisfy { $0.power == nil })
    }

    @Test
    func `The Pareto front holds what nothing beats in both prices`() {
        #expect(ParetoFront.indices(of: [(5, 0), (1, 30), (9, 0), (3, 30), (3, 10)]) == [1, 4, 0])
        #expect(ParetoFront.indices(of: [(2, 2), (2, 2)]) == [0, 1])
        #expect(ParetoFront.indices(of: []).isEmpty)
    }

    @Test
    func `The typical repetition has the median longest stretch`() {
        let topology = SampleResult.make().topologies[0]
        let longest = topology.repetitions.map { repetition in
            repetition.record.stretches.map { $0.ended - $0.began }.max()!
        }
        let typical = topology.typicalRepetition!.record.stretches.map { $0.ended - $0.began }.max()
        #expect(typical == longest.sorted()[1])
    }

    private static func sentence(_ result: WorkloadResult) -> String? {
        Conclusion.sentence(of: result, Ranking(of: result))
    }

    @Test
    func `The conclusion names the fastest, what it pays, and what the others lose`() {
        #expect(
            Self.sentence(SampleResult.make(repetitions: 8)) == """
                siblings has the shortest waits: delay p99 16.3 ms; single-main, private-writer \
                and child-of-main wait 2.8–6.7 times as long (medians). single-main, siblings \
                and child-of-main lose no saved edit to a kill; private-writer loses up to 62 \
                saved edits.
                """)
    }

    @Test
    func `Three repetitions rank no delays, and tell who loses nothing`() {
        #expect(
            Self.sentence(SampleResult.make()) == """
                3 repetitions are too few to rank delays: 6 or more may tell. single-main, \
                siblings and child-of-main lose no saved edit to a kill; private-writer loses up \
                to 62 saved edits.
                """)
    }

    @Test
    func `Topologies that are not told apart are not ordered`() throws {
        var result = SampleResult.make(repetitions: 8)
        result.topologies = [result.topologies[2], result.topologies[2]]
        result.topologies[1].variant = "siblings:pool=4"
        for round in result.topologies[1].repetitions.indices {
            for index in result.topologies[1].repetitions[round].figures.indices {
                // Every other round is slower, the rest faster.
                result.topologies[1].repetitions[round].figures[index].value *=
                    round.isMultiple(of: 2) ? 1.3 : 0.75
            }
        }
        let sentence = try #require(Self.sentence(result))
        #expect(
            sentence.hasPrefix(
                "siblings and siblings:pool=4 are not told apart by their waits: delay p99 "))
        #expect(sentence.contains("All lose no saved edit to a kill."))
        #expect(!sentence.contains("shortest") && !sentence.contains("times as long"))
    }

    @Test
    func `Of two that are told apart only the scattered best is said to be like both`() throws {
        var result = SampleResult.make(repetitions: 16)
        let usual = result.topologies[2]
        let names = ["scattered", "siblings", "siblings:pool=4"]
        result.topologies = names.map { name in
            var topology = usual
            topology.variant = name
            for round in topology.repetitions.indices {
                let factor =
                    name == "siblings"
                    ? 1.1 + 0.01 * Double(round % 3)
                    : name == names[2]
                        ? 1.4 + 0.02 * Double(round % 5) : round.isMultiple(of: 2) ? 0.2 : 1.75
                for index in topology.repetitions[round].figures.indices {
                    topology.repetitions[round].figures[index].value *= factor
                }
            }
            return topology
        }
        let ranking = Ranking(of: result)
        let measure = Metric.mainDelay[.p99]
        #expect(ranking.isBetter(measure, 1, than: 2))
        #expect(ranking.best(measure)?.group == [0, 1, 2])
        let sentence = try #require(Self.sentence(result))
        #expect(
            sentence.hasPrefix(
                "siblings and siblings:pool=4 are not told apart from scattered by their waits: "))
    }

    @Test
    func `A loss is the most of any repetition, and disturbed ones rank nothing`() throws {
        var result = SampleResult.make(repetitions: 1)
        result.topologies.removeLast(2)
        result.topologies[1].repetitions[0].mark = .disturbed
        let sentence = try #require(Self.sentence(result))
        #expect(sentence.hasPrefix("No undisturbed repetitions are left to rank delays by."))
        #expect(sentence.contains("private-writer loses up to 62 saved edits."))
    }

    @Test
    func `One topology, or none, is compared with nothing`() throws {
        var result = SampleResult.make(repetitions: 1)
        result.topologies = [result.topologies[2]]
        let sentence = try #require(Self.sentence(result))
        #expect(sentence.hasSuffix("one topology alone says nothing about the others."))
        result.topologies[0].failure = RunFailure(kind: .trapped, message: "")
        #expect(Self.sentence(result) == nil)
    }

    @Test
    func `A quantile of the chart's tail is that of the table`() throws {
        let result = SampleResult.make(repetitions: 5)
        for headline in Headline.all(of: result) {
            let tail = try #require(headline.topology.delays(in: "import"))
            let table = try #require(headline.delay)
            #expect(abs(tail.quantileMilliseconds(0.99) - table) < 1e-9)
            let points = tail.points()
            for (left, right) in zip(points, points.dropFirst()) {
                #expect(left.milliseconds < right.milliseconds)
                #expect(left.probability > right.probability)
            }
        }
    }

    @Test
    func `Limits say who keeps them and who does not`() throws {
        let limit = try #require(LimitSummary.all(of: SampleResult.make()).first)
        #expect(limit.limit == "loss.kill.max <= 0")
        #expect(
            limit.text == """
                kept by single-main (0 edits), siblings (0 edits), child-of-main (0 edits); NOT by \
                private-writer (61 edits)
                """)
    }

    @Test
    func `Noise and the probes' cost are told when they were recorded`() throws {
        var result = SmallResult.make()
        #expect(RunQuality(result) == nil)
        result.topologies[0].repetitions[0].record.noise = [100_000, 2_500_000]
        result.topologies[0].repetitions[0].record.stretches[0].blocks[0].cpu = 10_000_000
        result.topologies[0].repetitions[0].record.probes = [
            ProbeCost(name: "block", count: 1000, unitNanoseconds: 50, isOnMain: true),
            ProbeCost(name: "vfs", count: 1000, unitNanoseconds: 900, isOnMain: false),
        ]
        #expect(
            try #require(RunQuality(result)).text == """
                machine and probes: an idle 1 ms timer was late by max 2.5 ms; the probes cost at \
                most 0.5 % of main.busy (private-writer:flush=5s)
                """)
    }
}

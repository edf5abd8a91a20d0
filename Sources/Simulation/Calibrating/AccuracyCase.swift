import Execution
import Results
import Statistics
import Verdicts

/// One workload, measured and simulated on the same topologies.
package struct AccuracyCase: Sendable {
    package let workload: String
    private let headlinePhase: String
    private let measured: [TopologyResult]
    private let simulated: [TopologyResult]
    private let ranking: Ranking

    /// The figures whose error is looked at, fixed before any value is known.
    package static let measures = [
        Metric.mainBusy[.total], Metric.mainDelay[.p99], Metric.mainStall[.max],
        Metric.importDuration[.total], Metric.uiFreshness[.p50],
    ]

    private static let mainMetrics = [Metric.mainBusy, Metric.mainDelay, Metric.mainStall]
        .map(\.name)

    /// - Parameters:
    ///   - measured: with all repetitions; a topology that failed has no figures.
    ///   - simulated: those of the same variants count, with their summaries.
    package init(
        workload: String, headlinePhase: String, measured: [TopologyResult],
        simulated: [TopologyResult]
    ) {
        let whole = measured.filter { one in
            one.failure == nil
                && simulated.contains { $0.variant == one.variant && $0.failure == nil }
        }
        self.workload = workload
        self.headlinePhase = headlinePhase
        self.measured = whole
        self.simulated = whole.map { one in simulated.first { $0.variant == one.variant }! }
        ranking = Ranking(
            of: whole, headlinePhase: headlinePhase, measures: Self.measures)
    }

    /// The topologies' figures of a measure, in their order; those without it are left out.
    func values(of measure: Measure) -> [AccuracyValue] {
        let known = measured.indices.compactMap { index -> AccuracyValue? in
            guard let value = figure(measure, measured[index].summary),
                let simulated = figure(measure, simulated[index].summary)
            else { return nil }
            var one = AccuracyValue(
                workload: workload, variant: measured[index].variant, measure: measure,
                measured: value, simulated: simulated)
            one.work = work(of: measure, in: measured[index])
            one.halves = halves(of: measure, in: measured[index])
            one.doubt = doubt(about: measure, at: index)
            return one
        }
        return known.indices.map { index in
            var one = known[index]
            if known.count > 1 { one.other = known[(index + 1) % known.count].measured }
            return one
        }
    }

    /// The pieces of work behind a figure: in its phase, of the kinds that have costs.
    private func work(of measure: Measure, in topology: TopologyResult) -> Double? {
        let figures = HeadlineScope.figures(
            of: measure, in: topology.summary, headlinePhase: headlinePhase)
        let family = Self.mainMetrics.contains(measure.metric) ? Metric.mainWork : Metric.work
        let amounts = figures.first.map { topology.amounts(of: family, in: $0.phase) } ?? [:]
        return amounts.isEmpty ? nil : Work.priced.reduce(0) { $0 + amounts[$1, default: 0] }
    }

    /// The busy time is the processor's, which the machine's other load hardly changes.
    private func doubt(about measure: Measure, at index: Int) -> AccuracyValue.Doubt? {
        if measure != Metric.mainBusy[.total], measured[index].isDisturbedThroughout {
            return .disturbed
        }
        let isDelay =
            measure.metric == Metric.mainDelay.name || measure.metric == Metric.mainStall.name
        return isDelay && simulated[index].isSaturated(in: headlinePhase) ? .saturated : nil
    }

    /// The pairs of topologies that the measured runs tell apart, the better one first.
    func toldPairs(_ measure: Measure) -> [(better: String, worse: String)] {
        ranking.pairs.filter { $0.measure == measure && $0.isTold }.map { pair in
            let names = [ranking.variants[pair.first], ranking.variants[pair.second]]
            return pair.verdict == .firstIsBetter
                ? (names[0], names[1]) : (names[1], names[0])
        }
    }

    /// What kills lose in the topologies that lose as many edits at most whenever they execute the
    /// same operations.
    var losses: [Accuracy.Loss] {
        let measure = Metric.lossKill[.max]
        return measured.indices.compactMap { index in
            var draws: [(measured: Double, simulated: Double)] = []
            for draw in Self.draws(of: measured[index]) {
                let values = draw.compactMap { figure(measure, $0.figures) }
                guard values.count > 1 else { continue }
                let operations = draw[0].record.executedDigest
                let same = simulated[index].repetitions.first {
                    $0.record.executedDigest == operations
                }
                guard Set(values).count == 1,
                    let simulated = same.flatMap({ figure(measure, $0.figures) })
                else { return nil }
                draws.append((values[0], simulated))
            }
            guard let shown = draws.first(where: { $0.measured != $0.simulated }) ?? draws.first
            else { return nil }
            // Only a topology that flushes has the field.
            let settings = measured[index].settings ?? []
            return Accuracy.Loss(
                workload: workload, variant: measured[index].variant,
                kind: settings.contains { $0.field == "flush" } ? .flushed : .exact,
                measured: shown.measured, simulated: shown.simulated)
        }
    }

    /// The repetitions that count, by the operations that they execute, in order.
    private static func draws(of topology: TopologyResult) -> [[RepetitionResult]] {
        var draws: [[RepetitionResult]] = []
        for one in topology.countedRepetitions {
            let place = draws.firstIndex {
                $0[0].record.executedDigest == one.record.executedDigest
            }
            if let place { draws[place].append(one) } else { draws.append([one]) }
        }
        return draws
    }

    private func figure(_ measure: Measure, _ figures: [Figure]) -> Double? {
        HeadlineScope.figures(of: measure, in: figures, headlinePhase: headlinePhase).first?.value
    }

    /// The medians of even and odd repetitions of the same operations: the machine against itself.
    private func halves(
        of measure: Measure, in topology: TopologyResult
    ) -> (even: Double, odd: Double)? {
        let draws = Self.draws(of: topology).filter { $0.count > 1 }
        let medians = [0, 1].map { rest in
            Sample(
                draws.flatMap { draw in
                    draw.indices.filter { $0 % 2 == rest }.compactMap { index in
                        figure(measure, draw[index].figures)
                    }
                }
            ).median
        }
        guard let even = medians[0], let odd = medians[1] else { return nil }
        return (even, odd)
    }
}

import Results
import Statistics

/// Which topologies of one run the repetitions distinguish, figure by figure.
///
/// Repetitions are interleaved, so the n-th repetitions of two topologies met the same machine and
/// are a pair. Repetitions that the machine disturbed are left out with their partners.
///
///     the same in every repetition, or nothing against something → exact
///     fewer than six pairs                                       → too few rounds
///     interval within what does not matter                       → equal
///     beyond it, and chance does not explain it                  → one is better
///     neither                                                    → not told apart
///
/// "Chance does not" is one statement for all pairs and figures of a run together: Holm's procedure
/// corrects their probabilities. A run until topologies are told apart is judged at the look that
/// ended it (`Look`).
package struct Ranking: Sendable {
    /// The smallest number of pairs for an order, except exact ones: with fewer, no interval of 95
    /// % exists without an assumed distribution.
    package static let minimumRounds = 6

    /// The figures that are ranked, fixed before any value is known.
    package static let measures = [
        Metric.mainDelay[.p99], Metric.mainBusy[.total], Metric.importRate[.total],
        Metric.uiFreshness[.p50], Metric.lossKill[.exposure], Metric.lossKill[.max],
    ]

    /// The look at which the topologies are ranked.
    package let look: Look
    /// The topologies' variants, as `Pair` numbers them.
    package let variants: [String]
    /// By measure, then by first and second.
    package let pairs: [RankedPair]
    /// The medians of each measure, by topology; `nil` for a topology without such a figure.
    private let medians: [Measure: [Double?]]

    /// Ranks topologies.
    ///
    /// - Parameters:
    ///   - topologies: the topologies of one run; a failed one has no figures and no pairs.
    ///   - measures: the figures to rank, fixed before any value is known.
    ///   - level: the probability that any two equal topologies get different ranks in any figure,
    ///     at any look.
    ///   - look: the look at which they are ranked.
    package init(
        of topologies: [TopologyResult], headlinePhase: String,
        measures: [Measure] = Ranking.measures, level: Double = GateFamily.level,
        at look: Look = .only
    ) {
        self.look = look
        variants = topologies.map(\.variant)
        var drafts: [PairDraft] = []
        var medians: [Measure: [Double?]] = [:]
        let fewestSignedRanks = look.fewestSignedRanks(
            level: level,
            questions: measures.count * topologies.count * (topologies.count - 1) / 2)
        for measure in measures {
            let values = topologies.map { Self.values(of: measure, in: $0, headlinePhase) }
            medians[measure] = values.map { Sample($0.values).median }
            for first in values.indices {
                for second in values.indices where second > first {
                    let rounds = values[first].keys.filter { values[second][$0] != nil }.sorted()
                    guard !rounds.isEmpty else { continue }
                    drafts.append(
                        PairDraft(
                            measure, first, second, rounds.map { values[first][$0]! },
                            rounds.map { values[second][$0]! }, at: look,
                            fewestSignedRanks: fewestSignedRanks))
                }
            }
        }
        self.medians = medians
        pairs = PairDraft.judged(drafts, level: level, at: look)
    }

    /// Ranks the topologies of a run, at the look that ended it.
    package init(of result: WorkloadResult) {
        self.init(
            of: result.topologies, headlinePhase: result.headlinePhase,
            at: result.telling.map(Look.init) ?? .only)
    }

    /// A measure's values by round, of the repetitions that count.
    static func values(
        of measure: Measure, in topology: TopologyResult, _ headlinePhase: String
    ) -> [Int: Double] {
        guard topology.failure == nil else { return [:] }
        var values: [Int: Double] = [:]
        for repetition in topology.repetitions where repetition.mark != .disturbed {
            values[repetition.record.repetition] =
                HeadlineScope.figures(
                    of: measure, in: repetition.figures, headlinePhase: headlinePhase
                ).first?.value
        }
        return values
    }

    /// The smallest number of pairs of a measure between two topologies; 0 if no two have the
    /// measure.
    package func rounds(of measure: Measure) -> Int {
        pairs.filter { $0.measure == measure }.map(\.rounds).min() ?? 0
    }

    /// The pair of two topologies, the first against the second.
    package func pair(_ measure: Measure, _ first: Int, _ second: Int) -> RankedPair? {
        pairs.first {
            $0.measure == measure && $0.first == min(first, second)
                && $0.second == max(first, second)
        }
    }

    /// Whether the repetitions show that the first topology is better than the second.
    package func isBetter(_ measure: Measure, _ first: Int, than second: Int) -> Bool {
        guard let pair = pair(measure, first, second) else { return false }
        return pair.verdict == (first < second ? .firstIsBetter : .secondIsBetter)
    }

    /// The topology with the best median; `nil` if fewer than two have the figure.
    package func leader(_ measure: Measure) -> Int? {
        let known = known(measure)
        guard known.count > 1 else { return nil }
        let sign = measure.better == .higher ? -1.0 : 1.0
        return known.min { (sign * $0.median, $0.index) < (sign * $1.median, $1.index) }?.index
    }

    /// The topologies that have a figure, with their medians.
    private func known(_ measure: Measure) -> [(index: Int, median: Double)] {
        medians[measure, default: []].enumerated().compactMap { index, median in
            median.map { (index, $0) }
        }
    }

    /// The topology with the best median, and those that the repetitions do not distinguish from
    /// it.
    ///
    /// - Returns: `nil` if fewer than two topologies have the figure, or if the repetitions are too
    ///   few.
    package func best(_ measure: Measure) -> Best? {
        guard let leader = leader(measure) else { return nil }
        let others = known(measure).map(\.index).filter { $0 != leader }
        let verdicts = others.compactMap { pair(measure, leader, $0)?.verdict }
        guard verdicts.count == others.count, !verdicts.contains(.tooFewRounds) else { return nil }
        let worse = others.filter { isBetter(measure, leader, than: $0) }
        let sign = measure.better == .higher ? -1.0 : 1.0
        let told = known(measure).filter { worse.contains($0.index) }.map { sign * $0.median }
        let alike = known(measure).filter { !worse.contains($0.index) }
        // A scattered figure can lie beyond a topology that is shown to be worse, and still be
        // undecided.
        let isBeyond = { (median: Double) in told.contains { sign * median > $0 } }
        return Best(
            leader: leader, group: alike.filter { !isBeyond($0.median) }.map(\.index),
            open: alike.filter { isBeyond($0.median) }.map(\.index), worse: worse)
    }

    /// Whether the repetitions distinguish two of several topologies.
    package func tellsApart(_ topologies: [Int], _ measure: Measure) -> Bool {
        topologies.contains { first in
            topologies.contains { first != $0 && isBetter(measure, first, than: $0) }
        }
    }

    /// The largest number of rounds that an open pair with the leader needs.
    ///
    /// `nil` if no pair with the leader is open, or if one needs more than `RoundsNeeded.most`.
    package func roundsNeeded(_ measure: Measure) -> Int? {
        guard let leader = leader(measure) else { return nil }
        let open = pairs.filter {
            $0.measure == measure && $0.isOpen && ($0.first == leader || $0.second == leader)
        }.map(\.roundsNeeded)
        return open.contains(nil) ? nil : open.compactMap(\.self).max()
    }

    /// The best of a measure.
    package struct Best: Sendable, Hashable {
        /// The topology with the best median.
        package let leader: Int
        /// The leader and the topologies that are not distinguished from it, in order.
        package let group: [Int]
        /// Topologies that are not distinguished from the leader either, though their medians lie
        /// beyond the median of one that is.
        package let open: [Int]
        /// The topologies that the repetitions show to be worse.
        package let worse: [Int]

        /// Whether the repetitions show no topology to be worse.
        package var isOfAll: Bool { worse.isEmpty }
    }
}

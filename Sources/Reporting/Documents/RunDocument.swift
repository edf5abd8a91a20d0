import Results
import Verdicts

/// A run's result for programs: the figures of the table, with what the text says about them.
///
/// run.json has all repetitions and their records, too.
package struct RunDocument: Encodable, Sendable {
    struct Topology: Encodable {
        let topology: String
        let variant: String
        let promise: String
        /// In the words of the table.
        let outcome: String
        let failure: RunFailure?
        /// How many repetitions ran, and how many of them the machine disturbed.
        let repetitions: Int
        let disturbed: Int
        let point: SweepPoint?
        let settings: [TopologySetting]?
        /// Medians over the repetitions that count: those of results.csv without a repetition.
        let figures: [Figure]
        let limits: [LimitVerdict]
    }

    /// A row of pairs.csv.
    struct Pair: Encodable {
        let metric: String
        let first: String
        let second: String
        let rounds: Int
        let verdict: String
        let isExact: Bool
        let change: ComparisonRow.Change?
        let probability: Double?
        let roundsNeeded: Int?
    }

    let run: String
    let commit: String
    let build: String
    let started: String
    let workload: String
    let workloadDigest: String
    let seed: UInt64
    let headlinePhase: String
    let sweep: SweepRecord?
    let isInterrupted: Bool
    let topologies: [Topology]
    let pairs: [Pair]
    /// The sentences below the table.
    let sentences: [String]

    package init(of result: WorkloadResult) {
        run = result.run
        commit = result.commit
        build = result.build
        started = result.started
        workload = result.workload
        workloadDigest = result.workloadDigest
        seed = result.seed
        headlinePhase = result.headlinePhase
        sweep = result.sweep
        isInterrupted = result.isInterrupted
        topologies = Headline.all(of: result).map(Self.topology)
        let ranking = Ranking(of: result)
        // Topologies at the points of a sweep are not ranked: they ran different workloads.
        pairs = result.sweep == nil ? ranking.pairs.map { Self.pair($0, ranking.variants) } : []
        let conclusion =
            Sweep(result).map { SweepConclusion.sentences($0, of: result, ranking) }
            ?? Conclusion.sentence(of: result, ranking)
        sentences = [LimitSummary.sentence(of: result), conclusion].compactMap(\.self)
    }

    private static func topology(_ headline: Headline) -> Topology {
        let topology = headline.topology
        return Topology(
            topology: topology.topology, variant: topology.variant, promise: topology.promise,
            outcome: headline.outcome, failure: topology.failure,
            repetitions: topology.repetitions.count, disturbed: topology.disturbedCount,
            point: topology.point, settings: topology.settings,
            figures: topology.failure == nil ? topology.summary : [], limits: topology.limits)
    }

    private static func pair(_ pair: RankedPair, _ variants: [String]) -> Pair {
        Pair(
            metric: pair.measure.name, first: variants[pair.first], second: variants[pair.second],
            rounds: pair.rounds, verdict: pair.verdict.rawValue, isExact: pair.isExact,
            change: pair.change, probability: pair.probability, roundsNeeded: pair.roundsNeeded)
    }
}

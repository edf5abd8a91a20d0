import Results
import Statistics

/// How far the machine and the probes themselves are in the figures.
package struct RunQuality: Sendable {
    /// Lateness of the 1 ms timer on an idle thread, over all runs: the noise of the machine alone.
    package let noise: Sample
    /// The cost of the probes on the main queue, in percent of its CPU, in the topology with the
    /// highest cost; `nil` without probes.
    package let probeShare: Double?
    package let probeTopology: String

    /// - Returns: `nil` when the runs recorded neither.
    package init?(_ result: WorkloadResult) {
        var noise: [Double] = []
        var worst: (topology: String, share: Double)?
        for topology in result.topologies where topology.failure == nil {
            let records = topology.repetitions.map(\.record)
            noise += records.flatMap(\.noise).map { Double($0) / 1e6 }
            if let share = RunQuality.probeShare(of: records), share > worst?.share ?? -1 {
                worst = (topology.variant, share)
            }
        }
        guard !noise.isEmpty || worst != nil else { return nil }
        self.noise = Sample(noise)
        probeShare = worst?.share
        probeTopology = worst?.topology ?? ""
    }

    /// How many repetitions count, and how many the machine disturbed: `6 repetitions`,
    /// `4–6 repetitions, 3 more disturbed by the machine and left out`; `8 draws` if simulated.
    package static func repetitions(of result: WorkloadResult) -> String {
        repetitions(of: result.topologies, called: noun(of: result))
    }

    /// What the runs of a topology are called: `repetition`, or `draw` if simulated.
    static func noun(of result: WorkloadResult) -> String {
        result.simulated == nil ? "repetition" : "draw"
    }

    /// `3 repetitions are too few`; or that so few rounds were undisturbed in all topologies, where
    /// each alone has more.
    static func tooFew(_ rounds: Int, of result: WorkloadResult) -> String {
        let noun = noun(of: result)
        let counts = result.topologies.filter { $0.failure == nil && !$0.isDisturbedThroughout }
            .map(\.countedRepetitions.count)
        if let fewest = counts.min(), fewest > rounds {
            let disturbed = "in which the machine disturbed no topology"
            return rounds == 1
                ? "One round \(disturbed) is too few" : "\(rounds) rounds \(disturbed) are too few"
        }
        return rounds == 1 ? "One \(noun) is too few" : "\(rounds) \(noun)s are too few"
    }

    /// How many repetitions of several topologies, or of a study's arms, count.
    static func repetitions(
        of topologies: [TopologyResult], called noun: String = "repetition"
    ) -> String {
        let counts = topologies.filter { !$0.repetitions.isEmpty }
            .map(\.countedRepetitions.count)
        let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
        let count = low == high ? "\(low)" : "\(low)–\(high)"
        let text = high == 1 ? "1 \(noun)" : "\(count) \(noun)s"
        let left = topologies.filter { !$0.isDisturbedThroughout }
            .reduce(0) { $0 + $1.disturbedCount }
        return left == 0 ? text : "\(text), \(left) more disturbed by the machine and left out"
    }

    /// In percent; both sides cover the whole run, unmeasured phases too.
    private static func probeShare(of records: [RunRecord]) -> Double? {
        let probes = records.flatMap(\.probes).filter(\.isOnMain)
        let busy = records.flatMap(\.stretches).reduce(0) { $0 + $1.busy }
        guard !probes.isEmpty, busy > 0 else { return nil }
        let cost = probes.reduce(0) { $0 + Double($1.count) * $1.unitNanoseconds }
        return 100 * cost / Double(busy)
    }

    /// One sentence for people.
    package var text: String {
        var parts: [String] = []
        if let last = noise.max {
            let p99 = noise.quantile(0.99).map { "p99 \(NumberText.short($0)) ms, " } ?? ""
            parts.append("an idle 1 ms timer was late by \(p99)max \(NumberText.short(last)) ms")
        }
        if let probeShare {
            parts.append(
                "the probes cost at most \(NumberText.short(probeShare)) % of main.busy "
                    + "(\(probeTopology))")
        }
        return "machine and probes: " + parts.joined(separator: "; ")
    }
}

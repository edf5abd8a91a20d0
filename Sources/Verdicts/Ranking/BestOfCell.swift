import Results

/// The best topology of one cell of a decision map.
///
///     a limit is broken in any draw        → it is no candidate
///     six draws or more                    → those that `Ranking` does not tell from the best
///     fewer                                → those whose medians are within a tenth of the best,
///                                            or within what never matters
package enum BestOfCell {
    /// The figure that decides, fixed before any value is known.
    package static let measure = Metric.mainDelay[.p99]
    /// With few draws a smaller difference decides nothing: another world may turn it round.
    package static let margin = 0.1

    /// The variants, the one with the best median first; empty if none keeps every limit.
    ///
    /// - Parameter topologies: with their limits judged.
    package static func variants(of topologies: [TopologyResult], headlinePhase: String)
        -> [String]
    {
        let candidates = topologies.filter { isKept($0) }
        let medians = candidates.map { median(of: $0, headlinePhase) }
        let known = candidates.indices.filter { medians[$0] != nil }
        guard let leader = known.min(by: { (medians[$0]!, $0) < (medians[$1]!, $1) }) else {
            return []
        }
        let ranking = Ranking(
            of: candidates, headlinePhase: headlinePhase, measures: [measure])
        let alike: [Int]
        if let best = ranking.best(measure) {
            alike = best.group
        } else {
            let best = medians[leader]!
            let limit = max(
                best * (1 + margin), best + NoiseFloor.smallest(measure.unit.rawValue))
            alike = known.filter { medians[$0]! <= limit }
        }
        return ([leader] + alike.filter { $0 != leader }).map { candidates[$0].variant }
    }

    /// Whether a topology ran and keeps every limit.
    package static func isKept(_ topology: TopologyResult) -> Bool {
        topology.failure == nil && !topology.repetitions.isEmpty
            && topology.limits.allSatisfy(\.isKept)
    }

    private static func median(of topology: TopologyResult, _ phase: String) -> Double? {
        HeadlineScope.figures(of: measure, in: topology.summary, headlinePhase: phase).first?.value
    }
}

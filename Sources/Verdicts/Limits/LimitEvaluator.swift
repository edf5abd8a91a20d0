import Results

/// Judges limits by the figures of a result. Every command judges through it.
///
/// A limit is judged by the summary over repetitions in the headline phase, or by that over all
/// phases where the headline phase cannot have the metric. Where figures exist for single roles
/// only, the worst of them counts. A limit whose figure does not exist is not kept: what cannot be
/// told must not pass for kept.
package enum LimitEvaluator {
    /// Judges each topology's limits and writes the verdicts into the result.
    package static func judge(_ limits: [Limit], of result: inout WorkloadResult) {
        for index in result.topologies.indices {
            result.topologies[index].limits = verdicts(
                on: limits, of: result.topologies[index], headlinePhase: result.headlinePhase)
        }
    }

    /// The verdicts on one topology, in the order of the limits.
    package static func verdicts(
        on limits: [Limit], of topology: TopologyResult, headlinePhase: String
    ) -> [LimitVerdict] {
        // A topology that failed has no figures that mean anything.
        let figures = topology.failure == nil ? topology.summary : []
        return limits.map { verdict(on: $0, in: figures, headlinePhase: headlinePhase) }
    }

    /// The verdict on one limit by the figures over repetitions.
    static func verdict(on limit: Limit, in figures: [Figure], headlinePhase: String)
        -> LimitVerdict
    {
        let value = value(for: limit, in: figures, headlinePhase: headlinePhase)
        return LimitVerdict(
            limit: limit.description,
            isKept: value.map { limit.comparison.holds($0, limit.bound) } ?? false,
            value: value, unit: limit.measure.unit.rawValue)
    }

    private static func value(
        for limit: Limit, in figures: [Figure], headlinePhase: String
    ) -> Double? {
        let values = HeadlineScope.figures(
            of: limit.measure, in: figures, headlinePhase: headlinePhase
        ).map(\.value)
        return limit.comparison.isUpper ? values.max() : values.min()
    }
}

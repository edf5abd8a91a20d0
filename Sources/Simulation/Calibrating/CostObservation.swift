import Execution
import Results

/// What one topology did on the main queue in one measured phase of a workload, and how long it
/// took: a row of the fit.
package struct CostObservation: Sendable, Hashable {
    package var workload: String
    package var variant: String
    package var phase: String
    /// The median of `main.busy` over the undisturbed repetitions.
    package var busyNanoseconds: Double
    /// The medians of `main.work.<kind>`.
    package var amounts: [Work: Double]
    /// The shares of the busy time by its cause, without waits and syncs.
    package var causes: [Cause: Double]

    /// The least busy time of an observation, in ms: below it, the clock's reading and the first
    /// use of a page of code weigh more than the work.
    package static let leastMilliseconds = 1.0

    package init(
        workload: String, variant: String, phase: String, busyNanoseconds: Double,
        amounts: [Work: Double], causes: [Cause: Double] = [:]
    ) {
        self.workload = workload
        self.variant = variant
        self.phase = phase
        self.busyNanoseconds = busyNanoseconds
        self.amounts = amounts
        self.causes = causes
    }

    package var part: CalibrationPart { CalibrationPart(workload: workload, variant: variant) }

    /// The observations of a topology, one for each phase that was busy long enough.
    ///
    /// - Parameter topology: with its summary; one that failed has no observations.
    package static func observations(
        of topology: TopologyResult, workload: String
    ) -> [CostObservation] {
        guard topology.failure == nil else { return [] }
        let busy = topology.summary.filter {
            $0.isOf(Metric.mainBusy[.total]) && $0.phase != PhaseName.all && $0.role.isEmpty
                && $0.value >= leastMilliseconds
        }
        return busy.map { figure in
            CostObservation(
                workload: workload, variant: topology.variant, phase: figure.phase,
                busyNanoseconds: figure.value * 1e6,
                amounts: topology.amounts(of: Metric.mainWork, in: figure.phase),
                causes: causes(in: figure.phase, of: topology))
        }
    }

    /// Causes have wall time: what is not the processor's is left out, and the rest shared.
    private static func causes(in phase: String, of topology: TopologyResult) -> [Cause: Double] {
        var times: [Cause: Double] = [:]
        for cause in Cause.allCases where !cause.isWait && cause != .sync {
            guard let metric = Metric.mainCause[cause] else { continue }
            times[cause] =
                topology.summary.first { $0.phase == phase && $0.isOf(metric[.total]) }?.value
        }
        let sum = times.values.reduce(0, +)
        return sum > 0 ? times.mapValues { $0 / sum } : [:]
    }
}

extension TopologyResult {
    /// The medians of counted work in a phase, of the kinds that occurred there.
    ///
    /// - Parameter family: `work` or `main.work`.
    func amounts(of family: MetricFamily<Work>, in phase: String) -> [Work: Double] {
        var amounts: [Work: Double] = [:]
        for (work, metric) in zip(family.keys, family.metrics) {
            amounts[work] =
                summary.first { $0.phase == phase && $0.isOf(metric[.total]) }?.value
        }
        return amounts
    }
}

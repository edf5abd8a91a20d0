import Results

/// The figures that judge a topology at a glance, from the result's headline phase.
package struct Headline: Sendable {
    package let topology: TopologyResult
    package let phase: String

    /// The headlines of a result; no figures of a topology that failed.
    package static func all(of result: WorkloadResult) -> [Headline] {
        result.topologies.map { Headline(topology: $0, phase: result.headlinePhase) }
    }

    /// The topology's figure of a measure (`HeadlineScope`), of the first role if several have it
    /// (`import.rate` is the importer's).
    package func figure(_ measure: Measure) -> Figure? {
        guard topology.failure == nil else { return nil }
        return HeadlineScope.figures(
            of: measure, in: topology.summary, headlinePhase: phase
        ).first
    }

    package func value(_ measure: Measure) -> Double? { figure(measure)?.value }

    /// The highest value of any repetition that counts.
    package func highest(_ measure: Measure) -> Double? {
        guard topology.failure == nil else { return nil }
        let values = topology.countedRepetitions.compactMap {
            HeadlineScope.figures(of: measure, in: $0.figures, headlinePhase: phase).first?.value
        }
        return values.max() ?? value(measure)
    }

    /// The p99 of the delay on the main queue, in milliseconds.
    package var delay: Double? { value(Metric.mainDelay[.p99]) }
    /// The most saved edits that a kill could have taken in any repetition.
    package var loss: Double? { highest(Metric.lossKill[.max]) }

    /// The role whose edits are most of the loss, with the most that a kill could have taken of
    /// them; `nil` if only one role has edits, or nothing is lost.
    var lossOwner: (role: String, most: Double)? {
        let measure = Metric.lossKill[.max]
        var most: [String: Double] = [:]
        for figure in topology.countedRepetitions.flatMap(\.figures)
        where figure.metric == measure.metric && figure.statistic == measure.statistic.rawValue
            && figure.phase == phase && !figure.role.isEmpty
        {
            most[figure.role] = max(most[figure.role] ?? 0, figure.value)
        }
        guard most.count > 1,
            let owner = most.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), owner.value > 0
        else { return nil }
        return (owner.key, owner.value)
    }

    /// How many of the repetitions count: `6 of 8`.
    package var repetitions: String {
        let all = topology.repetitions.count
        let counted = all - topology.disturbedCount
        return counted == all ? "\(all)" : "\(counted) of \(all)"
    }

    /// The number of limits that it keeps: `1 of 2`; `nil` without limits or without figures.
    package var limits: String? {
        let verdicts = topology.limits
        guard topology.failure == nil, !verdicts.isEmpty else { return nil }
        return "\(verdicts.count(where: \.isKept)) of \(verdicts.count)"
    }

    /// How the topology's runs ended, in words for a table.
    package var outcome: String {
        guard let failure = topology.failure else {
            return topology.repetitions.isEmpty ? "not run" : "correct"
        }
        return switch failure.kind {
        case .trapped: "TRAPPED"
        case .offQueue: "OFF ITS QUEUE"
        case .stuck: "STUCK"
        case .overdue: "OVERDUE"
        case .outcomeDiffers: "DATA DIFFERS"
        case .operationsDiffer: "OPERATIONS DIFFER"
        case .recoveryDiffers: "RECOVERY DIFFERS"
        case .notWritten: "NOT WRITTEN"
        case .incomparable: "ANOTHER RUN"
        }
    }
}

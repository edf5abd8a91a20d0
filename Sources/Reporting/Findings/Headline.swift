import Results

/// The figures by which a topology is judged at a glance: those of the result's headline phase.
package struct Headline: Sendable {
    package let topology: TopologyResult
    package let phase: String

    /// The headlines of a result; no figures of a topology that failed.
    package static func all(of result: WorkloadResult) -> [Headline] {
        result.topologies.map { Headline(topology: $0, phase: result.headlinePhase) }
    }

    /// The summary's figure by its whole name, `main.delay.p99`, for all roles together.
    ///
    /// A metric that has only one statistic is found by its own name too: `import.rate`. Where no
    /// figure stands for all roles, the first role's is taken (`import.rate` is the importer's).
    package func figure(_ name: String) -> Figure? {
        guard topology.failure == nil else { return nil }
        let here = topology.summary.filter { $0.phase == phase }
        let named = here.filter { $0.name == name }
        let found = named.isEmpty ? here.filter { $0.metric == name } : named
        return found.first { $0.role.isEmpty } ?? found.first
    }

    package func value(_ name: String) -> Double? { figure(name)?.value }

    /// The p99 of the delay on the main queue, in milliseconds.
    package var delay: Double? { value("main.delay.p99") }
    /// The most saved edits that a kill could have taken.
    package var loss: Double? { value("loss.kill.max") }

    /// How many limits it keeps: `1 of 2`; `nil` where there are none, or no figures.
    package var limits: String? {
        let verdicts = topology.limits
        guard topology.failure == nil, !verdicts.isEmpty else { return nil }
        return "\(verdicts.count(where: \.isKept)) of \(verdicts.count)"
    }

    /// How the topology's runs ended, in words for a table.
    package var outcome: String {
        guard let failure = topology.failure else { return "correct" }
        return switch failure.kind {
        case .trapped: "TRAPPED"
        case .stuck: "STUCK"
        case .outcomeDiffers: "DATA DIFFERS"
        case .operationsDiffer: "OPERATIONS DIFFER"
        case .recoveryDiffers: "RECOVERY DIFFERS"
        case .notWritten: "NOT WRITTEN"
        case .incomparable: "ANOTHER RUN"
        }
    }
}

import Results

/// The division of an arm's time: the causes of its spans on the main queue, and the CPU of its
/// queues.
package struct StudyCauses: Sendable, Hashable {
    /// One part, in milliseconds: the median of the repetitions.
    package struct Part: Sendable, Hashable {
        package let name: String
        package let milliseconds: Double
    }

    package let arm: String
    /// By wall time, the largest first.
    package let main: [Part]
    /// By CPU time, the largest first; empty for a figure of the main queue.
    package let queues: [Part]

    /// Whether time explains a metric: it does not explain memory, nor a count.
    static func explain(_ metric: String) -> Bool {
        let unit = Metric.find(metric)?.unit
        return unit.map { ![.mebibytes, .bytes, .count, .rows, .edits].contains($0) } ?? false
    }

    /// - Returns: `nil` of an arm without a run.
    init?(of metric: String, arm label: String, _ figures: StudyFigures) {
        guard let arm = figures.arm(label), arm.result.failure == nil,
            !arm.result.summary.isEmpty
        else { return nil }
        self.arm = label
        main = Self.mainParts(of: arm)
        queues = metric.hasPrefix("main.") ? [] : Self.queueParts(of: arm)
    }

    private static func mainParts(of arm: StudyArmResult) -> [Part] {
        sorted(
            arm.result.summary.filter { $0.phase == arm.headlinePhase }.compactMap { figure in
                Metric.mainCause.key(ofMetric: figure.metric).map {
                    Part(name: $0.rawValue, milliseconds: figure.value)
                }
            })
    }

    private static func queueParts(of arm: StudyArmResult) -> [Part] {
        sorted(
            arm.result.summary
                .filter { $0.isOf(Metric.queueCPU[.total]) && $0.phase == arm.headlinePhase }
                .map { Part(name: $0.role, milliseconds: $0.value) })
    }

    private static func sorted(_ parts: [Part]) -> [Part] {
        parts.sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }
    }
}

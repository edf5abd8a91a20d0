import Results
import Statistics

/// The figures of a study's arms, as claims and orders ask for them.
struct StudyFigures {
    private let arms: [StudyArmResult]

    init(_ result: StudyResult) {
        arms = result.arms
    }

    func arm(_ label: String) -> StudyArmResult? { arms.first { $0.label == label } }

    /// The summary's figure in the headline phase, or over all phases if that has none; `nil` for
    /// an arm that failed or did not run.
    func figure(_ metric: String, of label: String) -> Figure? {
        guard let arm = arm(label), arm.result.failure == nil else { return nil }
        return HeadlineScope.figures(
            named: metric, in: arm.result.summary, headlinePhase: arm.headlinePhase
        ).first
    }

    /// A metric's values by round.
    ///
    /// - Parameter areUndisturbed: whether those of disturbed repetitions are left out.
    func values(
        _ metric: String, of label: String, areUndisturbed: Bool
    ) -> [Int: Double] {
        guard let arm = arm(label), arm.result.failure == nil else { return [:] }
        var values: [Int: Double] = [:]
        for repetition in arm.result.repetitions
        where !areUndisturbed || repetition.mark != .disturbed {
            values[repetition.record.repetition] =
                HeadlineScope.figures(
                    named: metric, in: repetition.figures, headlinePhase: arm.headlinePhase
                ).first?.value
        }
        return values
    }

    /// Whether an arm's saves can be refused.
    func isContested(_ label: String) -> Bool {
        arm(label)?.result.repetitions.contains { repetition in
            repetition.figures.contains { $0.statistic == Statistic.refused.rawValue }
        } ?? false
    }

    /// The reason why an arm has no value of a metric; `nil` if it has one.
    func absence(of metric: String, in label: String) -> StudyFinding.Reason? {
        guard let arm = arm(label), arm.result.failure == nil else { return .failed(arm: label) }
        guard !arm.result.repetitions.isEmpty else { return .notRun(arm: label) }
        return values(metric, of: label, areUndisturbed: false).isEmpty
            ? .absent(arm: label) : nil
    }
}

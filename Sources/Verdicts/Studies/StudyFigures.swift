import Results

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

    /// One arm's figure over another's; `nil` if one is missing.
    func ratio(_ metric: String, of first: String, over second: String) -> StudyRatio? {
        guard let left = figure(metric, of: first), let right = figure(metric, of: second) else {
            return nil
        }
        return StudyRatio(left, over: right)
    }
}

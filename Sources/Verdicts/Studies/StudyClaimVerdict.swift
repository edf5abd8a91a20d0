/// The verdict on a claim, bound by bound.
package struct StudyClaimVerdict: Sendable {
    /// One bound and the finding on it.
    package struct Judged: Sendable {
        package let bound: StudyClaim.Bound
        package let finding: StudyFinding
    }

    package let claim: StudyClaim
    package let bounds: [Judged]
    package let verdict: StudyVerdict

    /// - Parameter findings: of `questions(of:_:)`.
    init(_ claim: StudyClaim, _ findings: [StudyFinding]) {
        self.claim = claim
        bounds = zip(claim.bounds, findings).map { Judged(bound: $0, finding: $1) }
        verdict =
            claim.untestable == nil ? .all(findings.map(\.verdict)) : .cannotBeTested
    }

    /// One question a bound; none of a claim that cannot be tested.
    static func questions(
        of claim: StudyClaim, _ figures: StudyFigures
    ) -> [StudyQuestion] {
        claim.bounds.map { bound in
            StudyQuestion(
                .bounded(bound.comparison, bound.bound), bound.metric, of: bound.arm,
                over: bound.over, figures)
        }
    }
}

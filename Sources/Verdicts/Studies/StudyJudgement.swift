import Results

/// A study's figures beside the measured ones, with verdicts on its claims.
///
/// A pure function of the study's file and a result.
package struct StudyJudgement: Sendable {
    package let study: Study
    package let result: StudyResult
    /// For each metric that more than one arm was published in, every pair of those arms.
    package let pairs: [StudyPair]
    package let orders: [StudyOrderVerdict]
    package let claims: [StudyClaimVerdict]

    package init(_ study: Study, _ result: StudyResult) {
        self.study = study
        self.result = result
        let figures = StudyFigures(result)
        pairs = study.metrics.flatMap { metric in
            Self.pairs(in: metric, of: study.arms, figures)
        }
        orders = study.orders.map { StudyOrderVerdict($0, figures) }
        claims = study.claims.map { StudyClaimVerdict($0, figures) }
    }

    /// The figure of an arm; `nil` if it has none, or its runs failed.
    package func figure(_ metric: String, of arm: String) -> Figure? {
        StudyFigures(result).figure(metric, of: arm)
    }

    private static func pairs(
        in metric: String, of arms: [Study.Arm], _ figures: StudyFigures
    ) -> [StudyPair] {
        let published = arms.compactMap { arm in
            arm.published(metric).map { (label: arm.label, value: $0.value) }
        }
        return published.indices.flatMap { first in
            published[(first + 1)...].map { second in
                StudyPair(
                    metric: metric, first: published[first].label, second: second.label,
                    published: published[first].value / second.value,
                    measured: figures.ratio(metric, of: published[first].label, over: second.label)
                )
            }
        }
    }
}

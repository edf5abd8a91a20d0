import Results

/// A study's figures beside the measured ones, with verdicts on its claims.
///
/// A pure function of the study's file and a result. The steps of its orders and the bounds of its
/// claims are one family, whose verdicts are corrected for their number; the published pairs, which
/// stand for themselves in a table, are another.
package struct StudyJudgement: Sendable {
    package let study: Study
    package private(set) var result: StudyResult
    /// For each metric that more than one arm was published in, every pair of those arms.
    package let pairs: [StudyPair]
    package let orders: [StudyOrderVerdict]
    package let claims: [StudyClaimVerdict]

    package init(_ study: Study, _ result: StudyResult) {
        self.study = study
        self.result = result
        let figures = StudyFigures(result)
        pairs = Self.pairs(of: study, figures)
        let ofOrders = study.orders.map { StudyOrderVerdict.questions(of: $0, figures) }
        let ofClaims = study.claims.map { StudyClaimVerdict.questions(of: $0, figures) }
        var findings = StudyQuestion.judged((ofOrders + ofClaims).flatMap(\.self))[...]
        func next(_ questions: [StudyQuestion]) -> [StudyFinding] {
            defer { findings = findings.dropFirst(questions.count) }
            return Array(findings.prefix(questions.count))
        }
        orders = zip(study.orders, ofOrders).map { StudyOrderVerdict($0, next($1), figures) }
        claims = zip(study.claims, ofClaims).map { StudyClaimVerdict($0, next($1)) }
    }

    /// Adds warnings to the result's own.
    package mutating func warn(_ warnings: [RunWarning]) { result.warnings += warnings }

    /// The figure of an arm; `nil` if it has none, or its runs failed.
    package func figure(_ metric: String, of arm: String) -> Figure? {
        StudyFigures(result).figure(metric, of: arm)
    }

    /// The findings of orders and claims.
    package var findings: [StudyFinding] {
        orders.flatMap { $0.steps.map(\.finding) } + claims.flatMap { $0.bounds.map(\.finding) }
    }

    /// How many comparisons the verdicts on orders and claims are corrected for.
    package var testedCount: Int { findings.count { $0.probability != nil } }

    private static func pairs(of study: Study, _ figures: StudyFigures) -> [StudyPair] {
        let published = study.metrics.flatMap { Self.published(in: $0, of: study.arms) }
        let questions = published.map {
            StudyQuestion(.above, $0.metric, of: $0.first, over: $0.second, figures)
        }
        // Two that were published as equal have no order to be judged, and do not count.
        let ordered = published.indices.filter { published[$0].ratio != 1 }
        let judged = StudyQuestion.judged(ordered.map { questions[$0] })
        var findings = questions.map(\.finding)
        for (index, finding) in zip(ordered, judged) { findings[index] = finding }
        return zip(published, findings).map { pair, finding in
            StudyPair(
                metric: pair.metric, first: pair.first, second: pair.second,
                published: pair.ratio, finding: finding)
        }
    }

    /// A pair of published figures, the larger first.
    private struct Published {
        let metric: String
        let first: String
        let second: String
        let ratio: Double
    }

    private static func published(in metric: String, of arms: [Study.Arm]) -> [Published] {
        let known = arms.compactMap { arm in
            arm.published(metric).map { (label: arm.label, value: $0.value) }
        }
        return known.indices.flatMap { first in
            known[(first + 1)...].map { other in
                let one = known[first]
                let (larger, smaller) = one.value < other.value ? (other, one) : (one, other)
                return Published(
                    metric: metric, first: larger.label, second: smaller.label,
                    // Two zeros are equal, too.
                    ratio: larger.value == smaller.value ? 1 : larger.value / smaller.value)
            }
        }
    }
}

extension StudyJudgement {
    /// The duration of one round of all arms, in seconds; `nil` if no repetition contains it.
    package var roundSeconds: Double? {
        ResultFigures.roundSeconds(
            result.arms.map { arm in
                arm.result.repetitions.compactMap {
                    ResultFigures.seconds(of: $0.record.phases)
                }
            })
    }
}

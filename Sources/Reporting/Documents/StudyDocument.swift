import Results
import Verdicts

/// The result of a study for programs: the arms' figures, and the findings with their verdicts.
package struct StudyDocument: Encodable, Sendable {
    struct Arm: Encodable {
        let arm: String
        let workload: String
        let variant: String
        let failure: RunFailure?
        let figures: [Figure]
    }

    struct Finding: Encodable {
        /// `order` or `claim`.
        let kind: String
        let text: String
        /// In the words of the table.
        let verdict: String
    }

    let study: String
    let title: String
    let source: String
    let run: String
    let commit: String
    let build: String
    let isInterrupted: Bool
    let arms: [Arm]
    let findings: [Finding]

    package init(of judgement: StudyJudgement) {
        study = judgement.study.name
        title = judgement.study.title
        source = judgement.study.source
        run = judgement.result.run
        commit = judgement.result.commit
        build = judgement.result.build
        isInterrupted = judgement.result.isInterrupted
        arms = judgement.result.arms.map { arm in
            Arm(
                arm: arm.label, workload: arm.workload, variant: arm.variant,
                failure: arm.result.failure, figures: arm.result.summary)
        }
        findings =
            judgement.orders.map { verdict in
                Finding(
                    kind: "order", text: "\(verdict.order.metric): \(verdict.order.description)",
                    verdict: verdict.verdict.rawValue)
            }
            + judgement.claims.map { verdict in
                Finding(
                    kind: "claim", text: verdict.claim.text,
                    verdict: verdict.verdict.rawValue)
            }
    }
}

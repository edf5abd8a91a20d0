import Results
import Verdicts

/// An order or a claim in print: its verdict, its text, and the figures behind it.
struct StudyEntry {
    // The template reads these properties by name.
    let verdict: String
    let text: String
    let details: [String]

    /// All orders and all claims of a study.
    ///
    /// - Parameter mark: what a metric's name is set in, as the page's backquotes.
    static func all(
        of judgement: StudyJudgement, mark: String = ""
    ) -> (orders: [StudyEntry], claims: [StudyEntry]) {
        (
            judgement.orders.map { StudyEntry($0, in: judgement, mark: mark) },
            judgement.claims.map { StudyEntry($0, in: judgement) }
        )
    }

    private init(_ order: StudyOrderVerdict, in judgement: StudyJudgement, mark: String) {
        verdict = order.verdict.rawValue
        text = "\(mark)\(order.order.metric)\(mark): \(order.order.description)"
        let steps = order.steps.map { step in
            let text = StudyFindingText(step.finding, in: judgement)
            let ratio = "\(step.upper) over \(step.lower): \(text.value)"
            return Self.line(ratio, text, isOneOf: order.steps.count)
        }
        details =
            [order.order.untestable].compactMap(\.self) + steps + Self.causes(of: order)
    }

    private init(_ claim: StudyClaimVerdict, in judgement: StudyJudgement) {
        verdict = claim.verdict.rawValue
        text = "“\(claim.claim.text)” (\(claim.claim.source))"
        let bounds = claim.bounds.map { judged in
            let text = StudyFindingText(judged.finding, in: judgement)
            return Self.line(
                "\(judged.bound.subject): \(text.value); the claim asks for "
                    + judged.bound.condition, text, isOneOf: claim.bounds.count)
        }
        let absolute = claim.claim.absolute.map {
            "absolute, and so about this machine: \($0)"
        }
        details =
            [claim.claim.untestable].compactMap(\.self) + bounds
            + [absolute].compactMap(\.self)
    }

    /// A part's figures, its own verdict where there are several parts, and the reason.
    private static func line(
        _ figures: String, _ text: StudyFindingText, isOneOf count: Int
    ) -> String {
        let verdict = count > 1 ? [text.finding.verdict.rawValue] : []
        let rest = (verdict + [text.reason].compactMap(\.self)).joined(separator: ": ")
        return rest.isEmpty ? figures : "\(figures) – \(rest)"
    }

    /// The causes of all steps that do not hold, each arm's once.
    private static func causes(of order: StudyOrderVerdict) -> [String] {
        var told: Set<String> = []
        return order.steps.flatMap(\.causes).filter { told.insert($0.arm).inserted }
            .flatMap(StudyNames.texts)
    }
}

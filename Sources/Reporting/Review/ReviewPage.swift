import Results
import Verdicts

/// The page of a review, from the answer to the method: what decides comes first.
///
///     answer ─ scorecard ─ pairs ─ trade-off ─ crash ─ main's time ─ what would change it
///     ─ the stacks ─ operations and work ─ method
package enum ReviewPage {
    /// The file's bytes.
    ///
    /// - Precondition: the review has a result.
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package static func text(of review: Review) throws(ReportingError) -> String {
        guard let head = review.head else { preconditionFailure("a review is of a result") }
        let ranking = review.leading?.ranking
        var sections = [ReviewAnswer.section(of: review, ranking)]
        if let leading = review.leading, let ranking {
            sections += [
                Scorecard.section(of: leading, ranking), ReviewPairs.section(of: leading, ranking),
            ]
        }
        sections.append(ReviewLoss.section(of: review))
        if let leading = review.leading { sections.append(ReviewTime.section(of: leading)) }
        sections.append(ReviewChanges.section(of: review))
        if let leading = review.leading {
            sections += [ReviewStacks.section(of: leading), ReviewWork.section(of: leading)]
        }
        sections.append(ReviewMethod.section(of: review))
        return try HTMLPage(
            title: head.title, origin: origin(of: review, head),
            sections: sections.compactMap(\.self)
        ).text()
    }

    /// `Workload import-10k, measured on host, 2026-11-24, release build, seed 20130429`.
    private static func origin(of review: Review, _ head: WorkloadResult) -> String {
        let isExplored = review.leading == nil
        let place =
            head.simulated.map { "simulated on \($0.title)" }
            ?? (isExplored ? "crash states explored" : "measured on \(head.device)")
        let build = isExplored || head.simulated != nil ? "" : "\(head.build) build, "
        return "Workload \(head.workload), \(place), \(head.started.prefix(10)), \(build)seed "
            + "\(head.seed)"
    }
}

import Results
import Verdicts

/// The first section: the question, the answer, and what the answer does not carry.
enum ReviewAnswer {
    static func section(of review: Review, _ ranking: Ranking?) -> PageSection? {
        var blocks: [PageBlock] = []
        if let head = review.head { blocks += notices(head) }
        var entries: [(name: String, text: Prose)] = []
        func add(_ name: String, _ text: String?) {
            if let text { entries.append((name, Prose(text))) }
        }
        if let leading = review.leading, let ranking {
            let result = leading.content
            add("Question", result.question)
            add("Expected", result.expect)
            if let sweep = Sweep(result) {
                add("Answer", SweepConclusion.sentences(sweep, of: result, ranking))
            } else {
                let found = Conclusion.parts(of: result, ranking)
                let answer = [found?.delays, found?.losses].compactMap(\.self)
                add("Answer", answer.isEmpty ? nil : answer.joined(separator: " "))
                add("It costs", found?.price)
                add("Limits", LimitSummary.sentence(of: result))
                add("How sure", sureness(of: result, ranking, outlook: found?.outlook))
            }
            add("Where costs are uncertain", UncertaintyText.sentence(of: result))
            add("Would change it", ReviewSensitivity.sentence(of: review))
            for change in changes(review) { add(change.name, change.text) }
        }
        for crash in review.crashes {
            add("Crashes", CrashConclusion.sentences(crash.content.configurations))
        }
        blocks.append(.entries(entries))
        if let head = review.head { blocks.append(.notice(Caution.text(of: head))) }
        return PageSection("answer", "The answer", blocks)
    }

    /// What the repetitions tell of all pairs and figures, and what would tell the rest.
    private static func sureness(
        of result: WorkloadResult, _ ranking: Ranking, outlook: String?
    ) -> String? {
        guard !ranking.pairs.isEmpty else { return nil }
        let told = ranking.pairs.count(where: \.isTold)
        let same = ranking.pairs.count { $0.verdict == .equal }
        let count =
            "\(RunQuality.repetitions(of: result)): of \(ranking.pairs.count) comparisons of two "
            + "topologies in a ranked figure, \(told) are told apart, \(same) are the same, and "
            + "\(ranking.pairs.count - told - same) are open."
        return [count, TellingText.sentence(of: result, ranking) ?? outlook].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The answers of sweeps and other devices in short; where none was asked for, what is open.
    private static func changes(_ review: Review) -> [(name: String, text: String)] {
        let sweeps = review.sweeps.filter { $0.content.run != review.leading?.content.run }
        let found = sweeps.compactMap { part -> (name: String, text: String)? in
            guard let sweep = Sweep(part.content), let ranking = part.ranking else { return nil }
            return SweepConclusion.sentences(sweep, of: part.content, ranking)
                .map { (name: "With another \(sweep.key)", text: $0) }
        }
        let others = review.others.compactMap { part -> (name: String, text: String)? in
            guard let ranking = part.ranking else { return nil }
            let name = "On \(part.content.simulated?.title ?? part.content.device)"
            return Conclusion.parts(of: part.content, ranking).map {
                (name: name, text: $0.delays)
            }
        }
        let isSwept = review.leading?.content.sweep != nil
        guard found.isEmpty, others.isEmpty, !isSwept else { return found + others }
        return [
            (
                "Would change it",
                "Not asked here: no field was swept, and no other device simulated."
            )
        ]
    }

    private static func notices(_ head: WorkloadResult) -> [PageBlock] {
        var notices: [PageBlock] = []
        if head.isInterrupted {
            notices.append(.notice("**Interrupted.** What follows is what had run until then."))
        }
        let planted = head.topologies.filter { $0.isPlanted == true }.map { "`\($0.variant)`" }
        if !planted.isEmpty {
            notices.append(
                .notice(
                    "**Planted.** This run committed a fault on purpose in "
                        + "\(TextLines.list(planted)), to prove that it is found. Its figures are "
                        + "no stack's."))
        }
        for topology in head.topologies {
            guard let failure = topology.failure else { continue }
            notices.append(.notice("**\(topology.variant) went wrong.** \(failure.message)"))
        }
        return notices
    }
}

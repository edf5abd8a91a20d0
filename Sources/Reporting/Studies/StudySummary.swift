import Results
import Verdicts

/// What a study's verdicts come to: head counts, the rounds that would decide the open ones, and
/// what an interval and a verdict mean.
enum StudySummary {
    /// The head counts, and the rounds that would decide what is open; `nil` for a study without
    /// verdicts.
    static func sentence(_ judgement: StudyJudgement) -> String? {
        let parts = [
            count(judgement.orders.map(\.verdict), "claimed order"),
            count(judgement.claims.map(\.verdict), "claim"),
            count(judgement.pairs.compactMap(\.verdict), "published pair"),
            outlook(judgement),
        ]
        let sentences = parts.compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// A head count: `Of 11 claimed orders 6 hold, 3 do not hold and 2 cannot be told`.
    private static func count(_ verdicts: [StudyVerdict], _ noun: String) -> String? {
        guard let first = verdicts.first else { return nil }
        guard verdicts.count > 1 else { return "The one \(noun) \(first.rawValue)." }
        guard Set(verdicts).count > 1 else {
            return "Each of \(verdicts.count) \(noun)s \(first.rawValue)."
        }
        let counts = StudyVerdict.allCases.compactMap { verdict -> String? in
            let count = verdicts.count { $0 == verdict }
            return count == 0 ? nil : "\(count) \(words(verdict, count))"
        }
        return "Of \(verdicts.count) \(noun)s \(TextLines.list(counts))."
    }

    private static func words(_ verdict: StudyVerdict, _ count: Int) -> String {
        switch verdict {
        case .holds: count == 1 ? "holds" : "hold"
        case .doesNotHold: count == 1 ? "does not hold" : "do not hold"
        case .cannotBeTold, .cannotBeTested: verdict.rawValue
        }
    }

    /// The rounds that would decide the open orders and claims.
    private static func outlook(_ judgement: StudyJudgement) -> String? {
        let open = judgement.findings.filter { $0.verdict == .cannotBeTold }
        if open.contains(where: { $0.reason == .fewRounds }) {
            return "An interval takes \(Ranking.minimumRounds) undisturbed rounds: --repetitions "
                + "sets their number."
        }
        let needed = open.compactMap(\.roundsNeeded)
        guard let rounds = needed.max() else { return nil }
        let text = StudyFindingText.rounds(rounds, judgement.roundSeconds)
        let which =
            needed.count == open.count
            ? "what cannot be told" : "\(needed.count) of \(open.count) open comparisons"
        return text.prefix(1).uppercased() + text.dropFirst()
            + " would tell \(which) of orders and claims, if the arms differ as much as here."
    }

    /// What an interval and a verdict mean; `nil` if no verdict rests on an interval.
    ///
    /// The legend of the pairs' table explains the intervals of a study that has one.
    static func method(_ judgement: StudyJudgement) -> String? {
        let tested = judgement.testedCount
        guard tested > 0 else { return nil }
        let intervals =
            "each ratio is the mean over rounds, in which the arms took turns, with its interval "
            + "of 95 %; "
        let family =
            tested == 1
            ? "the verdict is wrong in at most 5 of 100 studies"
            : "verdicts allow for the number of comparisons (\(tested) of orders and claims): any "
                + "of them is wrong in at most 5 of 100 studies"
        return judgement.pairs.isEmpty ? intervals + family : family
    }
}

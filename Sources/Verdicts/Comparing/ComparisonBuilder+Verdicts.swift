import Foundation
import Statistics

extension ComparisonBuilder {
    /// The rows with their verdicts.
    func judgedRows() -> [ComparisonRow] {
        var drafts = drafts
        for part in Part.allCases {
            let members = drafts.indices.filter { Part(of: drafts[$0].row) == part }
            // Rows that no value could make better or worse ask no question.
            let questions = members.filter {
                drafts[$0].estimate != nil && drafts[$0].row.rounds >= Comparison.minimumRounds
            }
            let adjusted = Holm.adjusted(questions.map { drafts[$0].estimate!.probability })
            for (index, probability) in zip(questions, adjusted) {
                drafts[index].row.probability = probability
            }
            for index in members { judge(&drafts[index], questions: max(questions.count, 1)) }
        }
        return drafts.map(\.row)
    }

    /// A family of rows, whose probabilities are corrected together.
    private enum Part: CaseIterable {
        case standard, added, described

        init(of row: ComparisonRow) {
            self =
                !row.isGate ? .described : GateFamily.standard[row.name] == nil ? .added : .standard
        }
    }

    private func judge(_ draft: inout Draft, questions: Int) {
        guard let estimate = draft.estimate else {
            if draft.row.verdict == .inconclusive, draft.row.reason == nil {
                draft.row.reason = .fewRounds
                draft.row.roundsNeeded = Comparison.minimumRounds
            }
            return
        }
        let rounds = draft.row.rounds
        let isBeyond = abs(estimate.center) > draft.margin
        let isWithin = Equivalence(estimate, margin: draft.equivalenceMargin).isShown
        if isWithin, rounds >= Comparison.minimumEquivalenceRounds {
            draft.row.verdict = .equivalent
            return
        }
        if isBeyond, let probability = draft.row.probability, probability <= GateFamily.level {
            Self.direct(&draft.row, isHigher: estimate.center > 0)
            return
        }
        draft.row.verdict = .inconclusive
        if !isBeyond, abs(estimate.center) > draft.equivalenceMargin {
            // No number of rounds separates a change from the difference of two builds of one
            // program.
            draft.row.reason = .withinNoise
            return
        }
        let isChange = estimate.low > 0 || estimate.high < 0
        if rounds < Comparison.minimumRounds, isBeyond || isWithin {
            draft.row.reason = .fewRounds
        } else if isChange {
            draft.row.reason = isBeyond ? .manyQuestions : .smallChange
        } else {
            draft.row.reason = .wideInterval
        }
        draft.row.roundsNeeded = roundsNeeded(
            estimate, margin: isBeyond ? draft.margin : draft.equivalenceMargin, rounds: rounds,
            questions: questions)
    }

    /// Calls a real change better or worse.
    static func direct(_ row: inout ComparisonRow, isHigher: Bool) {
        switch row.better {
        case .neutral:
            row.verdict = .inconclusive
            row.reason = .noDirection
        case .lower: row.verdict = isHigher ? .regressed : .improved
        case .higher: row.verdict = isHigher ? .improved : .regressed
        }
    }

    /// The rounds with which four of five comparisons would distinguish a change of this size from
    /// chance, or from one that matters.
    private func roundsNeeded(
        _ estimate: ShiftEstimate, margin: Double, rounds: Int, questions: Int
    ) -> Int? {
        let size = abs(estimate.center)
        let isBeyond = size > margin
        let error = GateFamily.level / Double(questions)
        guard
            var needed = RoundsNeeded.toTell(
                isBeyond ? size : margin - size, deviation: estimate.deviation,
                level: isBeyond ? 1 - error : ShiftEstimate.level, power: 0.8)
        else { return nil }
        if isBeyond, estimate.test == .signedRank {
            // All signs alike have a probability of 2 / 2ⁿ: with fewer rounds it cannot reject.
            needed = max(needed, Int((1 - log2(error)).rounded(.up)))
        }
        // A verdict that these rounds could have had and have not takes more of them.
        return max(needed, Comparison.minimumRounds, rounds + 1)
    }
}

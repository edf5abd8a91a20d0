import Foundation

extension Comparison {
    /// The summary of a comparison, from which the sentence above its table is made.
    package struct Headline: Codable, Sendable, Hashable {
        /// Over all gates and exact counters: incomparable if a gate is; regressed if one is; then,
        /// over all gates, improved if one is; then inconclusive if one is, or if the machine
        /// disturbed a topology throughout; then equivalent; identical if all are.
        package var verdict: Verdict
        /// The number of gates with each verdict, in the order of `Verdict`, without verdicts that
        /// no gate has.
        package var counts: [Count]
        /// The gate that regressed by the largest ratio.
        package var worst: ComparisonRow?
        /// The gate that improved by the largest ratio.
        package var best: ComparisonRow?
        /// The fewest and the most rounds that a gate's verdict rests on.
        package var fewestRounds: Int
        package var mostRounds: Int
        /// The rounds that all inconclusive gates together need; `nil` if none is inconclusive, or
        /// if one needs more than can be given.
        package var roundsNeeded: Int?

        /// How many gates have a verdict.
        package struct Count: Codable, Sendable, Hashable {
            package var verdict: Verdict
            package var count: Int
        }
    }

    /// The rows that the command may fail for.
    package var gates: [ComparisonRow] { rows.filter(\.isGate) }

    /// The summary of all gates.
    package var headline: Headline {
        let gates = gates
        let counts = Verdict.allCases.compactMap { verdict in
            let count = gates.count { $0.verdict == verdict }
            return count > 0 ? Headline.Count(verdict: verdict, count: count) : nil
        }
        let inconclusive = gates.filter { $0.verdict == .inconclusive }
        let needed = inconclusive.map(\.roundsNeeded)
        let rounds = gates.filter { $0.verdict != .incomparable }.map(\.rounds)
        return Headline(
            verdict: verdict, counts: counts, worst: largest(.regressed),
            best: largest(.improved), fewestRounds: rounds.min() ?? 0,
            mostRounds: rounds.max() ?? 0,
            roundsNeeded: needed.contains(nil) ? nil : needed.compactMap { $0 }.max())
    }

    /// The verdict over all gates.
    package var verdict: Verdict {
        var verdicts = Set(gates.map(\.verdict))
        guard incomparability == nil, unmatched.isEmpty else { return .incomparable }
        // More work is worse whatever the times say; less of it is no verdict on the times.
        if !regressedCounters.isEmpty { verdicts.insert(.regressed) }
        // Rounds on a busy machine are evidence neither for nor against.
        if verdicts.isEmpty, !excluded.isEmpty { return .inconclusive }
        if !disturbedThroughout.isEmpty { verdicts.insert(.inconclusive) }
        let order: [Verdict] = [
            .incomparable, .regressed, .improved, .inconclusive, .equivalent, .identical,
        ]
        return order.first { verdicts.contains($0) } ?? .incomparable
    }

    private func largest(_ verdict: Verdict) -> ComparisonRow? {
        let rows = gates.filter { $0.verdict == verdict }
        var best: (row: ComparisonRow, size: Double)?
        for row in rows {
            let size = Self.size(of: row)
            if size > best?.size ?? -1 { best = (row, size) }
        }
        return best?.row
    }

    /// The size of a change, in tolerances if it is a difference, so that both kinds compare.
    private static func size(of row: ComparisonRow) -> Double {
        guard let change = row.change else { return 0 }
        switch change.scale {
        case .ratio: return abs(log(change.value))
        case .difference:
            let level = abs(row.baseline ?? 0)
            // From nothing to something is more than any ratio.
            return level > 0 ? abs(change.value) / level : .greatestFiniteMagnitude
        }
    }
}

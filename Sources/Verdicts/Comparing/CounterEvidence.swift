import Foundation

/// Decides whether the repetitions show that a counter repeats exactly, so that any difference is a
/// change and needs no test.
///
/// A counter may depend on timing: an edit falls before one import batch or after it, and the list
/// that is read then has other rows. Such a counter seldom has the same value in every repetition
/// of both arms. The greatest probability that it has, and that the arms differ, is that of two
/// values which the counter takes with p and q = 1 − p:
///
///     max over p of  pᵐqⁿ + qᵐpⁿ        m repetitions in the baseline, n in the candidate
///
///     3 and 3: 3.1 %     4 and 4: 0.8 %     3 and 4: 1.6 %     1 and 1: 50 %
///
/// Up to `GateFamily.level` the counter counts as exact: from four repetitions of each arm on.
enum CounterEvidence {
    /// - Parameter isFixed: whether the operations and the topology determine the counter:
    ///   `Metric.fixedCounters`, in a run that can refuse no save.
    static func isExact(_ baseline: [Double], _ candidate: [Double], isFixed: Bool) -> Bool {
        guard Set(baseline).count == 1, Set(candidate).count == 1 else { return false }
        return isFixed || chance(baseline.count, candidate.count) <= GateFamily.level
    }

    /// The greatest probability that a counter with two values by chance looks exact and changed.
    static func chance(_ first: Int, _ second: Int) -> Double {
        let (m, n) = (Double(first), Double(second))
        // The maximum is flat: steps of 0.5 % miss it by less than a thousandth of it.
        return (1...100).map { step in
            let p = Double(step) / 200
            return pow(p, m) * pow(1 - p, n) + pow(1 - p, m) * pow(p, n)
        }.max() ?? 1
    }

    /// How many repetitions each arm needs for an exact verdict.
    static let repetitions = (1...).first { chance($0, $0) <= GateFamily.level } ?? 1
}

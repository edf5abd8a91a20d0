import Foundation
import Results
import Statistics

/// One look at the rounds so far, and the share of the error that it may spend.
///
/// `lab run --until-told` ranks its topologies more than once, and each time chance may tell equal
/// ones apart. So each look has a part of the run's probability of error, fixed before the first
/// round:
///
///     look     1     2     3      4      5 …
///     rounds   6    12    24     48     96        twice as many each time
///     share   1/2   1/6   1/12   1/20   1/30      1 / (k (k + 1)); k of them: 1 − 1 / (k + 1)
///
/// All shares together are 1. So the probability that any look tells equal topologies apart is at
/// most the level of one look (Bonferroni), however many looks there are and whatever ends the run.
/// Spending a level over looks is Lan and DeMets, *Discrete sequential boundaries for clinical
/// trials*, Biometrika 70 (1983); this series needs neither a last look nor independence.
package struct Look: Sendable, Hashable {
    /// From 1; `nil` for the only look of a run with a fixed number of rounds.
    package let number: Int?
    /// The share of the error that it may spend: 0 to 1.
    package let share: Double

    /// The look at a run with a fixed number of rounds.
    package static let only = Look(number: nil, share: 1)

    private init(number: Int?, share: Double) {
        self.number = number
        self.share = share
    }

    /// A look of a run until topologies are told apart.
    ///
    /// - Precondition: the number is from 1.
    package init(number: Int) {
        precondition(number >= 1, "looks count from 1, and \(number) is none")
        self.init(number: number, share: 1 / (Double(number) * Double(number + 1)))
    }

    /// The look that ended a recorded run, with the level that it was judged at.
    package init(_ record: TellingRecord) {
        self.init(
            number: max(1, record.looks),
            share: min(1, max(record.level, .leastNormalMagnitude) / GateFamily.level))
    }

    /// The probability that this look tells equal topologies apart.
    package var level: Double { GateFamily.level * share }

    /// The level of an interval that holds the true change at every look with the probability of
    /// a usual interval.
    package var intervalLevel: Double { 1 - (1 - ShiftEstimate.level) * share }

    /// The number of rounds after which a look comes.
    package static func rounds(before number: Int) -> Int {
        Ranking.minimumRounds << (number - 1)
    }

    /// The number of pairs from which on signed ranks can reject.
    ///
    /// `count` signs that are all alike have a probability of 2 / 2ⁿ. A fixed number of rounds
    /// supposes one question; the small level of a look would never be met in twelve rounds if it
    /// did not count the questions that may share it.
    ///
    /// - Parameters:
    ///   - level: the probability of error of all looks together.
    ///   - questions: the most questions that may share it.
    func fewestSignedRanks(level: Double, questions: Int) -> Int {
        // 2 / 2⁷ is the first probability below 2 %.
        guard number != nil else { return 7 }
        return Int((1 - log2(level * share / Double(max(questions, 1)))).rounded(.up))
    }

    /// The number of rounds with which there is an order at all.
    var roundsToRank: Int {
        number == nil ? Ranking.minimumRounds : Self.rounds(before: nextNumber(after: 0))
    }

    /// The least number of rounds that suffices, of those after which this run could look.
    ///
    /// - Parameters:
    ///   - rounds: the rounds so far.
    ///   - needed: the rounds that a verdict takes at a look; `nil` if there is no such number.
    /// - Returns: `nil` if it exceeds `RoundsNeeded.most`.
    func roundsNeeded(after rounds: Int, _ needed: (Look) -> Int?) -> Int? {
        guard number != nil else {
            return needed(self).map { max($0, Ranking.minimumRounds, rounds + 1) }
        }
        var planned = rounds
        var least = rounds + 1
        // A later look needs more rounds, because its share is smaller.
        while planned < least {
            let later = nextNumber(after: least - 1)
            planned = Self.rounds(before: later)
            guard planned <= RoundsNeeded.most, let count = needed(Look(number: later)) else {
                return nil
            }
            least = count
        }
        return planned
    }

    /// The next planned look that has more rounds.
    private func nextNumber(after rounds: Int) -> Int {
        var next = (number ?? 0) + 1
        while Self.rounds(before: next) <= rounds { next += 1 }
        return next
    }
}

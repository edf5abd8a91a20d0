import Results

/// A run until its topologies are told apart: after each round it decides whether another one runs.
///
///     rounds   1 2 3 4 5 6      7 8 … 12          time is up
///     looks               1             2      …    the last one, if rounds were run since
///                         │             └ every pair told or the same: end
///                         └ some open: twice as many rounds
///
/// When it looks follows from numbers of rounds, from the machine's disturbances and from the
/// clock, and never from a figure; the levels of the looks allow for the rest (`Look`). A round in
/// which the machine disturbed a repetition is made up for by a further one, for all topologies, so
/// that the n-th repetitions stay pairs. At most a quarter more than planned are run, so that a
/// busy machine delays a look and does not prevent it.
package struct Telling: Sendable {
    /// How many looks there were.
    package private(set) var looks = 0
    /// The topologies as the last look ranks them; `nil` before the first.
    package private(set) var ranking: Ranking?

    private let limitSeconds: Double
    private let headlinePhase: String
    private var rounds = 0
    private var roundsAtLook = 0
    private var seconds = 0.0
    private var end: TellingRecord.End?

    /// - Parameter limitSeconds: the time after which no round begins that would not end in it.
    package init(within limitSeconds: Double, headlinePhase: String) {
        self.limitSeconds = limitSeconds
        self.headlinePhase = headlinePhase
    }

    /// Takes the results after a round, and decides.
    ///
    /// - Parameters:
    ///   - topologies: all repetitions so far.
    ///   - seconds: the time since the beginning.
    /// - Returns: whether another round runs.
    package mutating func goesOn(with topologies: [TopologyResult], after seconds: Double) -> Bool {
        rounds += 1
        self.seconds = seconds
        let judged = topologies.filter { $0.failure == nil }
        guard judged.count > 1 else {
            look(at: topologies)
            end = .oneLeft
            return false
        }
        let isLate = seconds + seconds / Double(rounds) > limitSeconds
        if isDue(judged) || isLate && rounds > roundsAtLook {
            look(at: topologies)
            // Without a common round nothing is open, and nothing is told.
            if Self.fewestPairs(judged) > 0, openPairs.isEmpty { end = .told }
        }
        if isLate, end == nil { end = .timeUp }
        return end == nil
    }

    /// Whether the next planned look comes now.
    private func isDue(_ judged: [TopologyResult]) -> Bool {
        let planned = Look.rounds(before: looks + 1)
        guard rounds >= planned else { return false }
        return rounds >= planned + Self.spareRounds(planned) || Self.fewestPairs(judged) >= planned
    }

    /// The record of the run as far as it got.
    package var record: TellingRecord {
        // A run that is interrupted between looks is judged at what would have been the next.
        let looks = end == nil && rounds > roundsAtLook || looks == 0 ? looks + 1 : looks
        return TellingRecord(
            end: end ?? .interrupted, looks: looks, level: Look(number: looks).level,
            rounds: rounds, seconds: seconds, limitSeconds: limitSeconds)
    }

    /// The share of the time that is over.
    package func share(after seconds: Double) -> Double { min(1, seconds / limitSeconds) }

    /// `look 2: 3 of 6 pairs told`; the next look before the first.
    package var status: String {
        guard let ranking else { return "first look after \(Look.rounds(before: 1))" }
        guard !ranking.pairs.isEmpty else { return "look \(looks): no undisturbed round in common" }
        let told = ranking.pairs.count - openPairs.count
        return "look \(looks): \(told) of \(ranking.pairs.count) pairs told"
    }

    private var openPairs: [RankedPair] { ranking?.pairs.filter(\.isOpen) ?? [] }

    private mutating func look(at topologies: [TopologyResult]) {
        looks += 1
        roundsAtLook = rounds
        ranking = Ranking(
            of: topologies, headlinePhase: headlinePhase, at: Look(number: looks))
    }

    /// The most rounds that replace disturbed ones before a look, as in a run with a fixed number.
    private static func spareRounds(_ planned: Int) -> Int { (planned + 3) / 4 }

    /// The undisturbed rounds that two topologies share, of the two that share fewest.
    private static func fewestPairs(_ topologies: [TopologyResult]) -> Int {
        let clean = topologies.map { topology in
            Set(
                topology.repetitions.filter { $0.mark != .disturbed }.map(\.record.repetition))
        }
        var fewest = Int.max
        for first in clean.indices {
            for second in clean.indices where second > first {
                fewest = min(fewest, clean[first].intersection(clean[second]).count)
            }
        }
        return fewest == .max ? 0 : fewest
    }
}

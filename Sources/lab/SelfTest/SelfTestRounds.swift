import Execution
import Foundation
import Results
import Statistics
import Verdicts

/// How many rounds find a planted slow-down, with the machine's speed divided out and without: from
/// one long pair of arms, by drawing rounds of it.
///
/// A number of rounds suffices if four of five draws of that many rounds find `main.busy.total`
/// longer by more than the assumed floor, at the level of a comparison, corrected for the standard
/// family's number. Draws of nearly all rounds resemble each other: a number close to the recorded
/// one is a rough one.
package struct SelfTestRounds: Sendable, Hashable {
    /// The least rounds that suffice; `nil` if the recorded ones do not.
    package let alone: Int?
    package let atEqualSpeed: Int?
    /// How many rounds were recorded.
    package let recorded: Int
    /// The correlation of the times with the reference computation's, over the rounds.
    package let correlation: Double

    /// How often a number of rounds is drawn.
    private static let draws = 300
    private static let power = 0.8

    /// - Parameters:
    ///   - differences: the logarithms of the ratios of a time, one a round.
    ///   - speeds: those of the reference computation's times.
    /// - Precondition: as many of both.
    package init(differences: [Double], speeds: [Double], seed: UInt64 = 1) {
        precondition(differences.count == speeds.count, "a round has a time and a reference")
        recorded = differences.count
        correlation = Self.correlation(differences, speeds)
        var random = RandomStream(seed: seed).keyed("selftest rounds")
        var found: [Bool: Int] = [:]
        for count in stride(from: SpeedAdjustment.fewestPairs, through: differences.count, by: 2) {
            var hits = [false: 0, true: 0]
            for _ in 0..<Self.draws {
                let rounds = Self.draw(count, of: differences.count, &random)
                let (d, x) = (rounds.map { differences[$0] }, rounds.map { speeds[$0] })
                guard let raw = ShiftEstimate(differences: d) else { continue }
                let adjusted = SpeedAdjustment(differences: d, speeds: x)?.estimate ?? raw
                if Self.isFound(raw) { hits[false]! += 1 }
                if Self.isFound(adjusted) { hits[true]! += 1 }
            }
            for method in [false, true] where found[method] == nil {
                if Double(hits[method]!) >= Self.power * Double(Self.draws) {
                    found[method] = count
                }
            }
            if found.count == 2 { break }
        }
        (alone, atEqualSpeed) = (found[false], found[true])
    }

    /// From the first topology of two arms that alternated; `nil` without undisturbed rounds that
    /// have both figures.
    init?(_ baseline: ResultFigures, _ candidate: ResultFigures) {
        func values(_ result: ResultFigures, _ measure: Measure) -> [Int: Double] {
            var values: [Int: Double] = [:]
            for repetition in result.topologies.first?.repetitions ?? []
            where repetition.mark == .none {
                let figures = HeadlineScope.figures(
                    of: measure, in: repetition.figures, headlinePhase: result.headlinePhase)
                if let value = figures.first?.value, value > 0 { values[repetition.number] = value }
            }
            return values
        }
        let (busy, reference) = (Metric.mainBusy[.total], Metric.machineReference[.total])
        let (first, second) = (values(baseline, busy), values(candidate, busy))
        let (slow, slower) = (values(baseline, reference), values(candidate, reference))
        var pairs: [(Double, Double)] = []
        for round in first.keys.sorted() {
            guard let a = first[round], let b = second[round], let x = slow[round],
                let y = slower[round]
            else { continue }
            pairs.append((log(b / a), log(y / x)))
        }
        guard pairs.count >= SpeedAdjustment.fewestPairs else { return nil }
        self.init(differences: pairs.map(\.0), speeds: pairs.map(\.1))
    }

    /// `rounds that find it in four of five: 28 alone, 20 at equal speed (correlation 0.61)`.
    package var text: String {
        func rounds(_ count: Int?) -> String { count.map(String.init) ?? "more than \(recorded)" }
        let share = String(format: "%.2f", correlation)
        return "rounds that find it in main.busy in four of five draws: \(rounds(alone)) alone, "
            + "\(rounds(atEqualSpeed)) with the machine's speed divided out "
            + "(correlation \(share) over \(recorded) rounds)"
    }

    private static func isFound(_ estimate: ShiftEstimate) -> Bool {
        let family = Double(GateFamily.standard.members.count)
        return estimate.center > log(1.03) && estimate.probability * family <= GateFamily.level
    }

    /// Some of the rounds, each at most once.
    private static func draw(_ count: Int, of all: Int, _ random: inout RandomStream) -> [Int] {
        var rounds = Array(0..<all)
        for place in 0..<count {
            rounds.swapAt(place, place + Int(random.next() % UInt64(all - place)))
        }
        return Array(rounds.prefix(count))
    }

    private static func correlation(_ first: [Double], _ second: [Double]) -> Double {
        let (a, b) = (SampleMoments(first), SampleMoments(second))
        let product = zip(first, second).reduce(0) { $0 + ($1.0 - a.mean) * ($1.1 - b.mean) }
        let scale = (a.variance * b.variance).squareRoot() * Double(first.count - 1)
        return scale > 0 ? product / scale : 0
    }
}

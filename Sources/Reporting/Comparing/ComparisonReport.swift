import Foundation
import Results
import Verdicts

/// A comparison with its outcome, ready to be printed and written.
package struct ComparisonReport: Sendable {
    package let comparison: Comparison
    package let outcome: GateOutcome
    /// The duration of one round of both arms, in seconds; `nil` if the runs do not contain it.
    package let roundSeconds: Double?

    package init(_ comparison: Comparison, outcome: GateOutcome, roundSeconds: Double?) {
        self.comparison = comparison
        self.outcome = outcome
        self.roundSeconds = roundSeconds
    }

    /// The file beside a report that people read.
    package static let pageName = "comparison.md"
    /// The same for a browser.
    package static let htmlName = "comparison.html"
    /// The file beside it for programs.
    package static let dataName = "comparison.json"
}

extension ComparisonReport {
    /// The outcome in one sentence: `Regressed: 1 of 32 gates; worst …`.
    var sentence: String {
        if let incomparability = comparison.incomparability {
            return "Incomparable: \(incomparability)."
        }
        let headline = comparison.headline
        let counts = headline.counts.map { "\($0.count) \($0.verdict.rawValue)" }
        var text = headline.verdict.rawValue.capitalizedFirst
        let nothing =
            comparison.excluded.isEmpty
            ? "there is no gate to judge" : "the machine disturbed what could be compared"
        text += ": " + (counts.isEmpty ? nothing : counts.joined(separator: ", "))
        let disturbed = comparison.disturbedThroughout
        if !counts.isEmpty, !disturbed.isEmpty {
            text += "; the machine disturbed what could be compared of \(TextLines.list(disturbed))"
        }
        if let worst = headline.worst {
            text += "; worst \(worst.variant) \(worst.name) \(ComparisonCells.change(worst))"
        } else if let best = headline.best {
            text += "; best \(best.variant) \(best.name) \(ComparisonCells.change(best))"
        }
        let regressed = comparison.regressedCounters
        if let first = regressed.first {
            let name = "\(first.variant) \(ComparisonCells.figure(first))"
            text += "; more work: \(name) \(ComparisonCells.change(first))"
            if regressed.count > 1 { text += " and \(regressed.count - 1) more" }
        }
        return text + "."
    }

    /// How it was judged, a sentence each.
    var method: [String] {
        let headline = comparison.headline
        guard comparison.incomparability == nil else { return [] }
        let rounds =
            headline.fewestRounds == headline.mostRounds
            ? "\(headline.mostRounds)" : "\(headline.fewestRounds) to \(headline.mostRounds)"
        let way =
            comparison.isPaired
            ? "\(rounds) rounds, both arms interleaved, their ratios paired"
            : "\(rounds) repetitions of each arm, not interleaved"
        let tests = Set(comparison.gates.compactMap(\.change?.test.rawValue)).sorted()
        let tested = tests.isEmpty ? "" : "; tested with \(TextLines.list(tests))"
        return [
            way + tested,
            family,
            floor,
        ] + [speed].compactMap(\.self)
    }

    /// By how much the intervals are narrower because the machine's speed was divided out; `nil` if
    /// the runs have no reference computation.
    private var speed: String? {
        let hasReference = comparison.rows.contains {
            $0.metric == Metric.machineReference.name && $0.rounds > 0
        }
        guard hasReference, comparison.isPaired else { return nil }
        let narrowings = comparison.gates.compactMap(\.narrowing)
        guard let least = narrowings.min(), let most = narrowings.max() else {
            return "the machine's speed, measured beside each repetition, was divided out of no "
                + "gate: it explains too little of their noise"
        }
        let texts = [least, most].map { NumberText.short($0 * 100) }
        let share = texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])"
        let times =
            narrowings.count == 1
            ? "1 gate: its interval is"
            : "\(narrowings.count) gates: "
                + "their intervals are"
        return "the machine's speed, measured beside each repetition, was divided out of \(times) "
            + "\(share) % narrower"
    }

    /// The family of figures that the comparison tests, and the correction for their number.
    private var family: String {
        let level = "by Holm's procedure at \(NumberText.exact(GateFamily.level * 100)) %"
        let added = Set(comparison.family.added.map(\.name))
        let addedCount = comparison.gates.count { added.contains($0.name) }
        let standardCount = comparison.gates.count - addedCount
        let standard =
            "gates: the family “\(GateFamily.standard.name)”, corrected for "
            + "\(standardCount) questions "
        guard !added.isEmpty else { return standard + level }
        return standard + "and beside it what was named, corrected for \(addedCount), each "
            + level
    }

    private var floor: String {
        switch comparison.floorUse {
        case .measured: "noise floors were measured on this machine"
        case .assumed:
            "noise floors are assumed; lab doctor --calibrate-noise measures this machine's"
        case .measuredElsewhere:
            "the noise floors were measured on another machine or build, so floors are assumed"
        case .exact: "the figures are of virtual time and have no noise"
        }
    }

    /// The rounds that the inconclusive gates need; `nil` if no gate is inconclusive, and in
    /// virtual time, in which no more rounds tell more.
    var roundsNeeded: String? {
        let headline = comparison.headline
        guard comparison.floorUse != .exact,
            headline.counts.contains(where: { $0.verdict == .inconclusive })
        else { return nil }
        guard let needed = headline.roundsNeeded else {
            return "some gate would need more rounds than are worth running: allow it more with "
                + "--fail-on 'METRIC:SHARE', or run on a quieter machine"
        }
        let time = roundSeconds.map { ", about \(Self.duration(Double(needed) * $0))" } ?? ""
        let way =
            comparison.isPaired ? "--rounds \(needed)" : "--repetitions \(needed) for both runs"
        return "a verdict on every gate takes about \(needed) rounds (\(way))\(time)"
    }

    /// `40 s`, `12 min`, `3.5 h`.
    static func duration(_ seconds: Double) -> String {
        if seconds < 90 { return "\(Int(seconds.rounded(.up))) s" }
        if seconds < 5400 { return "\(Int((seconds / 60).rounded(.up))) min" }
        return "\(NumberText.short(seconds / 3600)) h"
    }

    /// The topologies that are others under the same name, a line each.
    var redefinitions: [String] {
        (comparison.redefined ?? []).map { topology in
            let sides = [topology.baseline, topology.candidate].map { lines in
                lines.isEmpty
                    ? "nothing"
                    : lines.map { "“\($0.trimmingCharacters(in: .whitespaces))”" }
                        .joined(separator: ", ")
            }
            return "\(topology.variant) is defined otherwise in the candidate: \(sides[0]) became "
                + "\(sides[1]); a change of its figures may be the definition's"
        }
    }

    /// The topologies and figures that the comparison left out, a line each.
    var omissions: [String] {
        let unmatched = comparison.unmatched.map {
            "\($0.variant) is not compared: \($0.reason)"
        }
        var groups: [(what: String, count: Int)] = []
        for excluded in comparison.excluded {
            let what = "\(excluded.mark.rawValue) in the \(excluded.arm), \(excluded.variant)"
            if let place = groups.firstIndex(where: { $0.what == what }) {
                groups[place].count += 1
            } else {
                groups.append((what, 1))
            }
        }
        return unmatched
            + groups.map {
                "left out: \($0.count) repetition\($0.count == 1 ? "" : "s"), \($0.what)"
            }
    }

    /// The cause of each regressed gate, if the main queue's stretches show one, a line each.
    var blames: [String] {
        comparison.gates.filter { $0.verdict == .regressed }.map { row in
            let head = "\(row.variant) \(row.name) \(ComparisonCells.change(row))"
            switch comparison.blame(for: row) {
            case .elsewhere: return "\(head): the causes on the main queue do not account for it"
            case .none: return "\(head): no cause on the main queue grew beyond noise"
            case .grew(let causes):
                guard causes.count > 1 else {
                    return "\(head): \(causes[0].cause) on the main queue took "
                        + Self.growth(of: causes[0])
                }
                let named = causes.enumerated().map { index, one in
                    "\(one.cause) \(index == 0 ? "took " : "")\(Self.growth(of: one))"
                }
                return "\(head): several causes on the main queue grew: "
                    + named.joined(separator: ", ")
            }
        }
    }

    /// `15 ms instead of 12 ms`.
    private static func growth(of blame: Comparison.Blame) -> String {
        "\(NumberText.short(blame.candidate)) ms instead of "
            + "\(NumberText.short(blame.baseline)) ms"
    }

    /// The gates that were named and that do not hold, a line each.
    var gateLines: [String] { GateText.broken(of: outcome) }

    /// `named gates: 11 of 12 held`; `nil` if the user named none.
    var gateCount: String? { GateText.count(of: outcome) }
}

extension String {
    /// With a capital at its begin.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

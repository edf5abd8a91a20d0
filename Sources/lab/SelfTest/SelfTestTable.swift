import Foundation
import Reporting
import Results
import Statistics
import Verdicts

/// The text and the file that `lab selftest` writes.
package enum SelfTestTable {
    /// The share of runs that may be called other than themselves, and of slow-downs that may be
    /// missed.
    private static let tolerated = 0.05
    /// The share of runs that may be called worse than themselves.
    private static let toleratedRegressions = 0.01

    /// The exit code of the command.
    ///
    /// 0 if the lab found every planted effect, or nearly all if there are many of a kind; 8 if all
    /// that it missed ran beside other work; 1 if other work does not explain a miss.
    package static func code(of cases: [SelfTestCase]) -> ExitCode {
        guard isPassed(cases.filter { !$0.isUndecidable }) else { return .bug }
        return isPassed(cases) ? .ok : .inconclusive
    }

    private static func isPassed(_ cases: [SelfTestCase]) -> Bool {
        SelfTestCase.Kind.allCases.allSatisfy { kind in
            let ofKind = cases.filter { $0.kind == kind }
            let missed = Double(ofKind.count { !$0.isFound })
            let all = Double(ofKind.count)
            switch kind {
            case .comparison:
                return missed <= tolerated * all
                    && Double(regressions(ofKind)) <= toleratedRegressions * all
            case .slowDown, .toldCost, .toldLoss, .toldNothing: return missed <= tolerated * all
            case .identical, .moreWork, .disturbed, .lostWrite: return missed == 0
            }
        }
    }

    private static func regressions(_ cases: [SelfTestCase]) -> Int {
        cases.count { $0.verdict == .regressed }
    }

    /// The text, each line with its newline.
    package static func text(
        of cases: [SelfTestCase], width: Int = TextLines.fileWidth
    ) -> String {
        var lines: [String] = []
        for kind in SelfTestCase.Kind.allCases {
            let ofKind = cases.filter { $0.kind == kind }
            guard let first = ofKind.first else { continue }
            let found = ofKind.count(where: \.isFound)
            let undecidable = ofKind.filter(\.isUndecidable)
            let mark =
                found == ofKind.count
                ? "ok    "
                : found + undecidable.count == ofKind.count
                    ? "busy  " : found == 0 ? "MISSED" : "partly"
            var text = "\(kind.rawValue): expected \(first.expected); "
            text +=
                ofKind.count == 1
                ? "found \(first.found)" : "found in \(found) of \(ofKind.count): \(tally(ofKind))"
            if kind == .comparison, ofKind.count > 1 {
                text += "; worse than itself \(regressions(ofKind)) times"
            }
            if let telling = telling(ofKind) { text += "; \(telling)" }
            if let cores = undecidable.compactMap(\.otherCores).max() {
                text +=
                    "; other processes kept up to \(NumberText.short(cores)) cores busy, so that "
                    + (ofKind.count == 1 ? "this" : "\(undecidable.count) of them")
                    + " cannot be told: end what else runs here, and test again"
            }
            lines += TextLines.wrapped(text, width: width, first: mark + "  ")
            // Of several slow-downs the file has them all.
            if ofKind.count == 1, let rounds = first.rounds {
                lines += TextLines.wrapped(rounds.text, width: width, first: "        ")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `in 12 rounds and 25 s (6–24 rounds, 13–49 s)`.
    private static func telling(_ cases: [SelfTestCase]) -> String? {
        let records = cases.compactMap(\.telling)
        let rounds = Sample(records.map { Double($0.rounds) })
        let seconds = Sample(records.map { $0.seconds.rounded() })
        guard let median = rounds.median, let time = seconds.median else { return nil }
        let text = "in \(NumberText.short(median)) rounds and \(NumberText.short(time)) s"
        guard records.count > 1 else { return text }
        func range(_ sample: Sample) -> String {
            "\(NumberText.short(sample.sorted[0]))–\(NumberText.short(sample.max ?? 0))"
        }
        return "\(text) (\(range(rounds)) rounds, \(range(seconds)) s)"
    }

    /// `190 × equivalent, 10 × inconclusive`.
    private static func tally(_ cases: [SelfTestCase]) -> String {
        var counts: [(found: String, count: Int)] = []
        for one in cases {
            if let place = counts.firstIndex(where: { $0.found == one.found }) {
                counts[place].count += 1
            } else {
                counts.append((one.found, 1))
            }
        }
        return counts.map { "\($0.count) × \($0.found)" }.joined(separator: "; ")
    }

    /// selftest.csv: a row for each planted fault.
    ///
    /// Each row has the evidence of its comparison: the rounds, the marked rounds, and the change
    /// of `main.busy`.
    static func bytes(of cases: [SelfTestCase]) -> [UInt8] {
        var table = CSVTable(columns: [
            "number", "planted", "expected", "found", "is_found", "verdict", "code", "blame",
            "rounds", "marked", "busy", "busy_low", "busy_high", "other_cores",
            "rounds_alone", "rounds_equal_speed", "correlation", "looks", "seconds",
        ])
        for (index, one) in cases.enumerated() {
            let busy = one.comparison?.gates.first { $0.name == Metric.mainBusy[.total].name }?
                .change
            let count = one.comparison?.headline.fewestRounds ?? one.telling?.rounds
            var row = [
                "\(index + 1)", one.kind.rawValue, one.expected, one.found,
                one.isFound ? "yes" : "no", one.verdict?.rawValue ?? "",
                "\(one.code.rawValue)", one.blame,
                count.map { "\($0)" } ?? "",
                one.comparison.map { "\($0.excluded.count)" } ?? "",
            ]
            row += [busy?.value, busy?.low, busy?.high, one.otherCores].map {
                $0.map(NumberText.exact) ?? ""
            }
            let rounds = one.rounds
            row += [rounds?.alone, rounds?.atEqualSpeed].map { $0.map(String.init) ?? "" }
            row.append(rounds.map { NumberText.exact($0.correlation) } ?? "")
            table.append(row + tellingCells(one.telling))
        }
        return table.bytes
    }

    private static func tellingCells(_ telling: TellingRecord?) -> [String] {
        guard let telling else { return ["", ""] }
        return ["\(telling.looks)", NumberText.exact(telling.seconds)]
    }
}

import Results
import Verdicts

/// The engine's and the store's counters, which repeat exactly: no statistics, one run.
extension ComparisonReport {
    /// How many counters were compared exactly, and each that changed, a line each; empty if none
    /// was compared so.
    var work: [String] {
        let counters = comparison.counters
        guard !counters.isEmpty else { return [] }
        let changed = comparison.changedCounters
        let count = "\(counters.count) counter\(counters.count == 1 ? "" : "s") of work"
        let rest = changed.isEmpty ? "all identical" : "\(counters.count - changed.count) identical"
        return ["\(count) repeat exactly, \(rest)"] + changed.map(line)
    }

    /// `REGRESSED: single-main work.statements +1 for each of 40 commits: 400 → 440 (+10 %)`.
    private func line(_ row: ComparisonRow) -> String {
        let multiple = comparison.multiple(of: row).map { multiple in
            let each = "\(multiple.each < 0 ? "−" : "+")\(abs(multiple.each))"
            return " \(each) for each of \(multiple.count) \(Self.plural(multiple.event))"
        }
        let verdict: String
        switch row.verdict {
        case .regressed: verdict = "REGRESSED"
        case .equivalent: verdict = "too little to matter"
        default: verdict = row.verdict.rawValue
        }
        let values = [row.baseline, row.candidate].map { $0.map(NumberText.grouped) ?? "–" }
        return "\(verdict): \(row.variant) \(ComparisonCells.figure(row))\(multiple ?? ""): "
            + "\(values[0]) → \(values[1]) (\(ComparisonCells.change(row)))"
    }

    private static func plural(_ event: String) -> String {
        event == "commit" ? "commits" : "\(event) operations"
    }
}

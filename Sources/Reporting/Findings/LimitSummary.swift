import Results

/// One limit, and the topologies that keep it.
package struct LimitSummary: Sendable {
    /// As written: `main.stall.max < 250ms`.
    package let limit: String
    package private(set) var verdicts: [(topology: TopologyResult, verdict: LimitVerdict)]
    /// The values of a sweep; empty without one.
    private let values: [String]

    /// The limits of a result, in the order in which they first appear.
    package static func all(of result: WorkloadResult) -> [LimitSummary] {
        var summaries: [LimitSummary] = []
        for topology in result.topologies where topology.failure == nil {
            for verdict in topology.limits {
                if let index = summaries.firstIndex(where: { $0.limit == verdict.limit }) {
                    summaries[index].verdicts.append((topology, verdict))
                } else {
                    summaries.append(
                        LimitSummary(
                            limit: verdict.limit, verdicts: [(topology, verdict)],
                            values: result.sweep?.values ?? []))
                }
            }
        }
        return summaries
    }

    /// The limit's verdicts in words; a sweep has too many figures to show.
    ///
    /// `kept by siblings (38 ms); NOT by single-main (412 ms)`; in a sweep `kept by siblings at
    /// every value; NOT by single-main at 500 and 1000`.
    package var text: String {
        let parts = [("kept by ", true), ("NOT by ", false)].compactMap { words, isKept in
            let found = verdicts.filter { $0.verdict.isKept == isKept }
            let names =
                values.isEmpty
                ? found.map(LimitSummary.name)
                : SweepPoint.names(of: found.map(\.topology), values: values)
            return names.isEmpty ? nil : words + names.joined(separator: ", ")
        }
        return parts.joined(separator: "; ")
    }

    /// The topologies that keep all limits, as a sentence; `nil` without limits.
    ///
    /// `siblings and child-of-main keep all 3 limits.` A topology that failed keeps none: it has no
    /// figures to judge.
    package static func sentence(of result: WorkloadResult) -> String? {
        let judged = result.topologies.filter { $0.failure == nil && !$0.limits.isEmpty }
        let count = judged.map(\.limits.count).max() ?? 0
        guard count > 0, let most = judged.map(kept).max() else { return nil }
        let all = count == 1 ? "the limit" : count == 2 ? "both limits" : "all \(count) limits"
        let best = judged.filter { kept($0) == most }
        let names =
            result.sweep.map { SweepPoint.names(of: best, values: $0.values) }
            ?? best.map(\.variant)
        let subject = "\(TextLines.list(names)) \(names.count == 1 ? "keeps" : "keep")"
        guard most < count else { return "\(subject) \(all)." }
        return "No stack keeps \(all)"
            + (most == 0 ? "." : "; \(subject) the most, \(most) of \(count).")
    }

    private static func kept(_ topology: TopologyResult) -> Int {
        topology.limits.count(where: \.isKept)
    }

    /// `siblings (38 ms, worst 57)`; `chat-stack (worst 409 ms in fetch, median 57.5, kept in 5 of
    /// 8)`.
    private static func name(
        _ entry: (topology: TopologyResult, verdict: LimitVerdict)
    ) -> String {
        let variant = entry.topology.variant
        let verdict = entry.verdict
        guard let value = verdict.value else { return "\(variant) (no such figure)" }
        let unit = verdict.unit == "count" ? "" : " \(verdict.unit)"
        var parts = ["\(NumberText.short(value))\(unit)"]
        if let worst = verdict.worst, NumberText.short(worst) != NumberText.short(value) {
            let phase = verdict.worstPhase.map { " in \($0)" } ?? ""
            let number = NumberText.short(worst)
            // What broke the limit comes first.
            parts =
                verdict.isKept
                ? parts + ["worst \(number)\(phase)"]
                : ["worst \(number)\(unit)\(phase)", "median \(NumberText.short(value))"]
        }
        if !verdict.isKept, let kept = verdict.kept, let judged = verdict.judged, judged > 1 {
            parts.append("kept in \(kept) of \(judged)")
        }
        if !verdict.isKept, verdict.isKeptUndisturbed == true {
            parts.append("broken only where the machine disturbed it")
        }
        return "\(variant) (\(parts.joined(separator: ", ")))"
    }
}

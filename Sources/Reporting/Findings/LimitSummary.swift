import Results

/// One limit, and who keeps it.
package struct LimitSummary: Sendable {
    /// As written: `main.stall.max < 250ms`.
    package let limit: String
    package let verdicts: [(topology: String, verdict: LimitVerdict)]

    /// The limits of a result, in the order in which they first appear.
    package static func all(of result: WorkloadResult) -> [LimitSummary] {
        var order: [String] = []
        var verdicts: [String: [(topology: String, verdict: LimitVerdict)]] = [:]
        for topology in result.topologies where topology.failure == nil {
            for verdict in topology.limits {
                if verdicts[verdict.limit] == nil { order.append(verdict.limit) }
                verdicts[verdict.limit, default: []].append((topology.variant, verdict))
            }
        }
        return order.map { LimitSummary(limit: $0, verdicts: verdicts[$0] ?? []) }
    }

    /// `kept by siblings (38 ms); not by single-main (412 ms)`.
    package var text: String {
        let parts = [("kept by ", true), ("NOT by ", false)].compactMap { words, isKept in
            let names = verdicts.filter { $0.verdict.isKept == isKept }.map(LimitSummary.name)
            return names.isEmpty ? nil : words + names.joined(separator: ", ")
        }
        return parts.joined(separator: "; ")
    }

    private static func name(_ entry: (topology: String, verdict: LimitVerdict)) -> String {
        guard let value = entry.verdict.value else { return "\(entry.topology) (no such figure)" }
        let unit = entry.verdict.unit == "count" ? "" : " \(entry.verdict.unit)"
        return "\(entry.topology) (\(NumberText.short(value))\(unit))"
    }
}

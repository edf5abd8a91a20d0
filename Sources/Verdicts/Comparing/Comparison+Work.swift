import Results

extension Comparison {
    /// How many repetitions of each arm an exact comparison of any counter takes.
    package static let exactRepetitions = CounterEvidence.repetitions

    /// The counters of the whole run that repeat exactly in both arms, without the parts of a
    /// counter that lie on the main thread.
    package var counters: [ComparisonRow] {
        rows.filter { row in
            row.isCounted && row.isHeadline && row.verdict != .incomparable
                && Metric.mainWork.key(ofMetric: row.metric) == nil
        }
    }

    /// The counters that changed at all, those that changed by more than does not matter first.
    package var changedCounters: [ComparisonRow] {
        let changed = counters.filter { $0.verdict != .identical }
        return changed.filter { $0.verdict != .equivalent }
            + changed.filter { $0.verdict == .equivalent }
    }

    /// The counters that got worse, which the command fails for beside the gates.
    package var regressedCounters: [ComparisonRow] {
        counters.filter { $0.verdict == .regressed }
    }

    /// What a counter's change is a whole multiple of.
    package struct Multiple: Codable, Sendable, Hashable {
        /// How much more or less for each event; not zero.
        package var each: Int
        /// How many events.
        package var count: Int
        /// `commit`, `import-batch`: the event.
        package var event: String
    }

    /// The events of which a counter changed for each one: one statement more for each of 40
    /// commits.
    ///
    /// Events count whose number is the same in both arms. Of several the most frequent one is
    /// named, which has the smallest multiple. `nil` if the change is no multiple of any.
    package func multiple(of row: ComparisonRow) -> Multiple? {
        guard let before = row.baseline, let after = row.candidate, after != before else {
            return nil
        }
        let difference = Int((after - before).rounded())
        var found: Multiple?
        for event in rows where event.variant == row.variant && event.phase == row.phase {
            guard event.verdict == .identical, let count = event.baseline.map({ Int($0) }),
                count > 1, difference.isMultiple(of: count), count > found?.count ?? 0
            else { continue }
            if event.metric == Metric.storeCommits.name {
                found = Multiple(each: difference / count, count: count, event: "commit")
            } else if let kind = Metric.operation.key(ofMetric: event.metric),
                event.statistic == Statistic.count.rawValue
            {
                found = Multiple(each: difference / count, count: count, event: kind.rawValue)
            }
        }
        return found
    }
}

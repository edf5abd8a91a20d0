import Results
import Statistics

extension TopologyResult {
    /// The repetition for a chart that can show only one; `nil` if none has a measured phase.
    ///
    /// It is the repetition whose longest measured stretch is the median, the earlier of two.
    package var typicalRepetition: RepetitionResult? {
        guard failure == nil else { return nil }
        let ranked = countedRepetitions.compactMap { repetition -> (RepetitionResult, Int64)? in
            guard let time = repetition.record.measured else { return nil }
            let longest = repetition.record.stretches.filter { time.contains($0.began) }
                .map { $0.ended - $0.began }.max()
            return (repetition, longest ?? 0)
        }.sorted { ($0.1, $0.0.record.repetition) < ($1.1, $1.0.record.repetition) }
        return ranked.isEmpty ? nil : ranked[(ranked.count - 1) / 2].0
    }

    /// A repetition of this topology in words: `repetition 2 of 3`, with the mark of a disturbed
    /// one.
    func words(for repetition: RepetitionResult) -> String {
        "repetition \(repetition.record.repetition) of \(repetitions.count)"
            + (repetition.mark == .disturbed ? ", disturbed" : "")
    }

    /// The delay on the main queue in the phase of that name, of each repetition that counts.
    package func delays(in phase: String) -> DelayTail? {
        guard failure == nil else { return nil }
        let delays = countedRepetitions.compactMap { repetition -> DelayDistribution? in
            let record = repetition.record
            var lengths: [Int64] = []
            var total: Int64 = 0
            for recorded in record.phases where recorded.name == phase {
                let time = Interval(began: recorded.began, ended: recorded.ended)
                total += time.length
                lengths += record.stretches.compactMap {
                    Interval(began: $0.began, ended: $0.ended).clipped(to: time)?.length
                }
            }
            return total > 0 ? DelayDistribution(lengths: lengths, over: total) : nil
        }
        return delays.isEmpty ? nil : DelayTail(delays)
    }
}

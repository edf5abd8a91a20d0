import Results

/// The words for what bars beside a point span.
enum RepetitionBars {
    /// The fewest repetitions whose bars enclose the median with 95 % probability
    /// (`RepetitionSummary`); with fewer they span all values.
    private static let fewestOfInterval = 6

    /// - Parameter topologies: those of the chart.
    static func words(of topologies: [TopologyResult]) -> String {
        let counts = topologies.map(\.countedRepetitions.count)
        let (least, most) = (counts.min() ?? 1, counts.max() ?? 1)
        guard most > 1 else { return "one repetition each, so no bars" }
        if least >= fewestOfInterval { return "bars: 95 % interval of the median" }
        if most < fewestOfInterval {
            let number = least == most ? "\(most)" : "\(least) to \(most)"
            return "bars: the smallest to the largest of \(number) repetitions"
        }
        return "bars: 95 % interval of the median, or all values below "
            + "\(fewestOfInterval) repetitions"
    }
}

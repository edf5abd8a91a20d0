import Results
import Statistics

/// The figures over repetitions: medians, with how far they can be trusted.
package enum FigureSummary {
    /// What makes two figures of two repetitions the same one.
    private struct Key: Hashable {
        var metric: String
        var statistic: String
        var phase: String
        var role: String

        init(_ figure: Figure) {
            metric = figure.metric
            statistic = figure.statistic
            phase = figure.phase
            role = figure.role
        }
    }

    /// One figure for each that any repetition has, in the order of first appearance.
    ///
    /// Its `count` is the number of repetitions it rests on: one that lacks the figure, having too
    /// few samples for a quantile, adds nothing.
    package static func figures(over repetitions: [[Figure]]) -> [Figure] {
        var order: [Key] = []
        var groups: [Key: [Figure]] = [:]
        for figure in repetitions.joined() {
            let key = Key(figure)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(figure)
        }
        return order.compactMap { key in
            let group = groups[key]!
            guard let summary = RepetitionSummary(group.map(\.value)) else { return nil }
            var figure = group[0]
            figure.value = summary.median
            figure.low = summary.low
            figure.high = summary.high
            figure.count = summary.count
            return figure
        }
    }
}

import Results
import Statistics

/// The figures over repetitions: medians, with how far they can be trusted.
package enum FigureSummary {
    /// One figure for each that any repetition has, in the order of first appearance.
    ///
    /// Its `count` is the number of repetitions it rests on: one that lacks the figure, having too
    /// few samples for a quantile, adds nothing.
    package static func figures(over repetitions: [[Figure]]) -> [Figure] {
        var order: [Figure.Key] = []
        var groups: [Figure.Key: [Figure]] = [:]
        for figure in repetitions.joined() {
            let key = figure.key
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

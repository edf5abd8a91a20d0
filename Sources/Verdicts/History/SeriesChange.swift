import Results
import Statistics

/// A change of level in a history, and the commits that it lies between.
package struct SeriesChange: Codable, Sendable, Hashable {
    package var series: HistorySeries.Key
    /// The index of the first record of the new level.
    package var index: Int
    /// The last run of the old level, and the first of the new one: the cause is a commit after the
    /// first, up to the second.
    package var commitBefore: String
    package var commitAfter: String
    package var dateBefore: String
    package var dateAfter: String
    package var meanBefore: Double
    package var meanAfter: Double
    /// Of Student's t.
    package var probability: Double
    /// The difference that does not matter, in the figure's unit: the noise of two separate runs.
    ///
    /// 0 for figures without noise.
    package var tolerance: Double
    /// Improved or regressed; equivalent within the tolerance; inconclusive if neither way is
    /// better.
    package var verdict: Verdict

    init(_ point: ChangePoint, in series: HistorySeries) {
        let (before, after) = (series.records[point.index - 1], series.records[point.index])
        self.series = series.key
        index = point.index
        commitBefore = before.commit
        commitAfter = after.commit
        dateBefore = before.date
        dateAfter = after.date
        meanBefore = point.meanBefore
        meanAfter = point.meanAfter
        probability = point.probability
        let share = NoiseFloor.uncalibrated.share(of: series.key.metric, isPaired: false).value
        tolerance =
            series.isExact
            ? 0
            : max(share * abs(point.meanBefore), NoiseFloor.smallest(series.key.unit))
        let isHigher = point.meanAfter > point.meanBefore
        verdict =
            switch series.key.better {
            case _ where abs(point.meanAfter - point.meanBefore) <= tolerance: .equivalent
            case .neutral: .inconclusive
            case .lower: isHigher ? .regressed : .improved
            case .higher: isHigher ? .improved : .regressed
            }
    }

    /// By how much the change exceeds the tolerance, in the figure's unit; 0 or less within it.
    package var excess: Double { abs(meanAfter - meanBefore) - tolerance }

    /// The new level over the old; `nil` if the old level was 0.
    package var ratio: Double? { meanBefore > 0 ? meanAfter / meanBefore : nil }

    /// By how much it changed, as a share of the old level; infinite from 0.
    package var size: Double {
        meanBefore != 0 ? abs(meanAfter - meanBefore) / abs(meanBefore) : .infinity
    }
}

/// Finds the positions at which the level of a series changed: E-divisive, with Student's t for
/// permutations.
///
/// Candidates come from Matteson and James' energy statistic: a window is cut where it is largest,
/// and each part again, as long as t distinguishes the two sides at ten times the requested level.
/// Then candidates that do not divide their two neighbouring levels at the requested level are
/// removed, the one that explains least first, until all do. t in place of a permutation test makes
/// it deterministic and fast (Fleming et al., *Hunter: using change point detection to hunt for
/// performance regressions*, ICPE 2023); two passes, because a change beside a larger one shows
/// only once the series is cut there.
///
/// Its limits:
///
/// - It needs a few values of the new level, so it comes nights late. The comparison with a
///   baseline finds a change on the night that it happens.
/// - The cut is the position of the largest difference, and t does not account for that choice: of
///   series of pure noise a few in a hundred have a change, not one in a thousand. The tests
///   measure the share.
/// - It finds levels, not slopes: a trend comes out as a staircase.
/// - A series without noise changes wherever it stays changed for `minimumLength` values.
package struct ChangePoints: Sendable {
    /// The probability below which two levels count as different.
    package let level: Double
    /// The number of values that are cut at a time.
    ///
    /// Windows overlap by half, so that each change has neighbours on both sides in one of them; a
    /// long history cannot hide a new change.
    package let window: Int

    /// The fewest values that make a level.
    ///
    /// With two, one outlier among 40 values was a change in 8 of 100 series; with three, in 1 or
    /// 2.
    package static let minimumLength = 3
    /// By how much the first pass is less strict than the second.
    private static let weakness = 10.0

    /// - Precondition: 0 < `level` < 0.1; the window holds two levels.
    package init(level: Double = 0.001, window: Int = 50) {
        precondition(
            level > 0 && level * Self.weakness < 1, "a level of \(level) finds changes everywhere")
        precondition(window >= 2 * Self.minimumLength, "a window of \(window) holds no change")
        self.level = level
        self.window = window
    }

    /// The changes, from the first to the last.
    ///
    /// - Complexity: O(n · window) and O(c²·n) for c candidates.
    package func find(in values: [Double]) -> [ChangePoint] {
        var cuts = candidates(in: values)
        while true {
            let points = changePoints(at: cuts, in: values)
            let doubtful = points.indices.filter { points[$0].probability > level }
            guard
                let least = doubtful.min(by: {
                    explained(cuts, $0, values) < explained(cuts, $1, values)
                })
            else { return points }
            cuts.remove(at: least)
        }
    }

    /// The sum of squares that a cut explains: n·m/(n + m) · (difference of means)².
    ///
    /// The cut that explains least goes first, not the one with the largest probability: a true cut
    /// between two short levels has a large one until the false cuts beside it are gone.
    private func explained(_ cuts: [Int], _ index: Int, _ values: [Double]) -> Double {
        let (before, after) = levels(beside: index, of: cuts, in: values)
        let (n, m) = (Double(before.count), Double(after.count))
        let difference = after.mean - before.mean
        return n * m / (n + m) * difference * difference
    }

    private func levels(beside index: Int, of cuts: [Int], in values: [Double])
        -> (SampleMoments, SampleMoments)
    {
        let start = index > 0 ? cuts[index - 1] : 0
        let end = index + 1 < cuts.count ? cuts[index + 1] : values.count
        return (
            SampleMoments(values[start..<cuts[index]]), SampleMoments(values[cuts[index]..<end])
        )
    }

    private func changePoints(at cuts: [Int], in values: [Double]) -> [ChangePoint] {
        cuts.indices.map { index in
            let (before, after) = levels(beside: index, of: cuts, in: values)
            return ChangePoint(
                index: cuts[index], meanBefore: before.mean, meanAfter: after.mean,
                probability: Self.probability(before, after))
        }
    }

    /// The cuts of all windows, ascending, each once.
    private func candidates(in values: [Double]) -> [Int] {
        var cuts: Set<Int> = []
        var start = 0
        while true {
            let end = min(start + window, values.count)
            let piece = values[start..<end]
            cut(piece, EnergyDistances(piece), 0..<piece.count) { cuts.insert(start + $0) }
            if end == values.count { break }
            start += max(window / 2, 1)
        }
        return apart(cuts.sorted(), in: values)
    }

    /// Merges cuts that two windows found at neighbouring positions: the one that divides better
    /// stays.
    private func apart(_ cuts: [Int], in values: [Double]) -> [Int] {
        var cuts = cuts
        while let close = cuts.indices.dropFirst().first(where: {
            cuts[$0] - cuts[$0 - 1] < Self.minimumLength
        }) {
            let rivals = [close, close - 1].map { removed in
                var rest = cuts
                rest.remove(at: removed)
                return (rest, changePoints(at: rest, in: values)[close - 1].probability)
            }
            cuts = rivals[0].1 <= rivals[1].1 ? rivals[0].0 : rivals[1].0
        }
        return cuts
    }

    private func cut(
        _ piece: ArraySlice<Double>, _ distances: EnergyDistances, _ bounds: Range<Int>,
        found: (Int) -> Void
    ) {
        guard let best = distances.bestCut(in: bounds, minimum: Self.minimumLength) else { return }
        let offset = piece.startIndex
        let before = SampleMoments(piece[(offset + bounds.lowerBound)..<(offset + best.cut)])
        let after = SampleMoments(piece[(offset + best.cut)..<(offset + best.end)])
        guard Self.probability(before, after) <= level * Self.weakness else { return }
        found(best.cut)
        cut(piece, distances, bounds.lowerBound..<best.cut, found: found)
        cut(piece, distances, best.cut..<bounds.upperBound, found: found)
    }

    /// Student's t for two samples, with one variance for both: a level of two values hardly has
    /// one of its own.
    private static func probability(_ first: SampleMoments, _ second: SampleMoments) -> Double {
        let freedom = first.count + second.count - 2
        guard freedom > 0 else { return 1 }
        let squares =
            first.variance * Double(first.count - 1) + second.variance * Double(second.count - 1)
        let difference = abs(first.mean - second.mean)
        let error =
            (squares / Double(freedom) * (1 / Double(first.count) + 1 / Double(second.count)))
            .squareRoot()
        guard error > 0 else { return difference > 0 ? 0 : 1 }
        let distribution = StudentDistribution(degreesOfFreedom: Double(freedom))
        return min(1, 2 * distribution.upperTail(difference / error))
    }
}

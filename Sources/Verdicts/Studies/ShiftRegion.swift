import Statistics

/// The shifts for which a statement holds, and those for which it does not.
///
///     ratio < 1.5      ━━━━━━━━━━━━━━━━┫              holds: below ln 1.5
///                                      ┣━━━━━━━━━━━   does not: above
///     A over B         ┣━━━━━━━━━━━━━━━━━━━━━━━━━━━   holds: above 0
///                      ━━━━━━━┫                       does not: below what never matters
///     alike            ┣━━━━━━━━━━━━━━━┫              holds: within the margin
///                      ┫               ┣              does not: outside
struct ShiftRegion: Sendable, Hashable {
    /// The bounds between which the statement holds; infinite for none.
    let low: Double
    let high: Double
    /// The statement does not hold at this shift or below; −∞ for none.
    let below: Double
    /// The statement does not hold at this shift or above; ∞ for none.
    let above: Double

    /// Shifts that keep a bound.
    static func keeping(_ comparison: Limit.Comparison, _ bound: Double) -> ShiftRegion {
        comparison.isUpper
            ? ShiftRegion(low: -.infinity, high: bound, below: -.infinity, above: bound)
            : ShiftRegion(low: bound, high: .infinity, below: bound, above: .infinity)
    }

    /// Shifts above zero; those of the margin or less are none.
    static func upwards(margin: Double) -> ShiftRegion {
        ShiftRegion(low: 0, high: .infinity, below: margin, above: .infinity)
    }

    /// Shifts of the margin at most, either way.
    static func within(_ margin: Double) -> ShiftRegion {
        ShiftRegion(low: -margin, high: margin, below: -margin, above: margin)
    }

    /// Whether an estimate speaks for the statement; otherwise it speaks against it.
    func favours(_ estimate: ShiftEstimate) -> Bool {
        estimate.center > below && estimate.center < above
    }

    /// The two-sided probability of such values if the statement were the opposite of what the
    /// estimate speaks for.
    func probability(_ estimate: ShiftEstimate) -> Double {
        let isFor = favours(estimate)
        let sides =
            isFor
            ? max(
                low.isFinite ? estimate.probability(ofAtMost: low) : 0,
                high.isFinite ? estimate.probability(ofAtLeast: high) : 0)
            : min(
                below.isFinite ? estimate.probability(ofAtLeast: below) : 1,
                above.isFinite ? estimate.probability(ofAtMost: above) : 1)
        return min(1, 2 * sides)
    }

    /// The distance from an estimate to the bound that a verdict has to exclude.
    func distance(_ estimate: ShiftEstimate) -> Double {
        favours(estimate)
            ? min(estimate.center - low, high - estimate.center)
            : max(below - estimate.center, estimate.center - above)
    }
}

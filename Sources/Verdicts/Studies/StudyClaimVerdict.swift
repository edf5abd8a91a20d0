/// Whether a claim holds here, bound by bound.
package struct StudyClaimVerdict: Sendable {
    /// One bound and the figure that it was judged by.
    package struct Judged: Sendable {
        package let bound: StudyClaim.Bound
        /// The figure; `nil` if the run has none.
        package let value: Double?
        /// Of a figure its unit, of a ratio nothing.
        package let unit: String

        /// Whether the bound holds; `nil` without a figure.
        package var holds: Bool? {
            value.map { bound.comparison.holds($0, bound.bound) }
        }
    }

    package let claim: StudyClaim
    package let bounds: [Judged]

    init(_ claim: StudyClaim, _ figures: StudyFigures) {
        self.claim = claim
        bounds = claim.bounds.map { bound in
            guard let over = bound.over else {
                let figure = figures.figure(bound.metric, of: bound.arm)
                return Judged(bound: bound, value: figure?.value, unit: figure?.unit ?? "")
            }
            let ratio = figures.ratio(bound.metric, of: bound.arm, over: over)
            return Judged(bound: bound, value: ratio?.value, unit: "")
        }
    }

    /// Whether all of its bounds hold; `nil` if none is broken and one has no figure.
    package var holds: Bool? {
        if bounds.contains(where: { $0.holds == false }) { return false }
        return bounds.allSatisfy { $0.holds == true } ? true : nil
    }
}

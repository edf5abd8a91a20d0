extension TopologyResult {
    /// The share of a phase, in percent, from which on main counts as saturated.
    package static let saturation = 90.0

    /// Whether main was busy for so much of the headline phase that a cost which is a little off
    /// decides whether events queue up, so that a simulation knows no delays.
    package func isSaturated(in headlinePhase: String) -> Bool {
        HeadlineScope.figures(
            of: Metric.mainBusy[.share], in: summary, headlinePhase: headlinePhase
        ).contains { $0.value >= Self.saturation }
    }
}

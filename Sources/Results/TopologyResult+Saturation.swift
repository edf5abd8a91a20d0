extension TopologyResult {
    /// Whether main had no idle moment for half of the headline phase or longer.
    ///
    /// Then a cost that is a little off decides whether and when the queue drains, so that a
    /// simulation knows no delays.
    package func isSaturated(in headlinePhase: String) -> Bool {
        func value(of measure: Measure) -> Double? {
            HeadlineScope.figures(of: measure, in: summary, headlinePhase: headlinePhase).first?
                .value
        }
        guard let longest = value(of: Metric.mainStall[.max]),
            let busy = value(of: Metric.mainBusy[.total]),
            let percent = value(of: Metric.mainBusy[.share]), percent > 0
        else { return false }
        let phase = busy / (percent / 100)
        return longest >= phase / 2
    }
}

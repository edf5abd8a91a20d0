/// The loss by a crash at a random instant of a phase.
///
///     at_risk(t) = #{ edits: opened ≤ t < closed }
///     exposure   = (1/T) ∫ at_risk dt            the expected loss (Little's law: rate × mean lag)
///
/// Little, *A Proof for the Queuing Formula L = λW*, Operations Research 9 (1961). A window that
/// closes before it opens (committed before the app got the acknowledgement) is empty; one that
/// never closes lasts to the phase's end. One without edits, which were taken back, is none.
package struct LossFigures: Sendable, Hashable {
    /// at_risk over the phase, for charts.
    package let atRisk: StepFunction
    /// Expected loss at a random instant, in edits.
    package let exposure: Double
    /// In edits, each not exceeded for that share of the time.
    package let p50: Int
    /// In edits, not exceeded for 95 % of the time.
    package let p95: Int
    /// In edits, not exceeded for 99 % of the time.
    package let p99: Int
    /// The worst instant, in edits.
    package let max: Int
    /// The longest time that one edit was at risk, from its opening to its closing or the phase's
    /// end, in seconds.
    ///
    /// It counts windows that touch the phase, whole if they began earlier.
    package let longestWindowSeconds: Double
    /// The share of the phase in which anything was at risk, in percent.
    package let shareAtRiskPercent: Double
    /// Edits whose windows touch the phase.
    package let count: Int

    /// - Precondition: the phase has a length.
    package init(windows: [LossWindow], over phase: Interval) {
        var events: [StepFunction.Event] = []
        var longest: Int64 = 0
        var count = 0
        for window in windows where window.opened < phase.ended && window.edits > 0 {
            let closed = window.closed ?? Int64.max
            guard closed > window.opened, closed > phase.began else { continue }
            events.append(.init(time: window.opened, delta: window.edits))
            events.append(.init(time: closed, delta: -window.edits))
            longest = Swift.max(longest, Swift.min(closed, phase.ended) - window.opened)
            count += window.edits
        }
        atRisk = StepFunction(events: events, over: phase)
        exposure = atRisk.mean
        p50 = atRisk.quantile(0.50)
        p95 = atRisk.quantile(0.95)
        p99 = atRisk.quantile(0.99)
        max = atRisk.max
        longestWindowSeconds = Double(longest) / 1e9
        shareAtRiskPercent = 100 * atRisk.shareAboveZero
        self.count = count
    }
}

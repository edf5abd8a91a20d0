/// One statistic of one metric, with all that is fixed of its figures: `main.delay.p99`, in ms,
/// better when it is lower.
package struct Measure: Sendable, Hashable {
    /// The metric's name: `main.delay`.
    package let metric: String
    package let statistic: Statistic
    /// The unit that its figures are printed in.
    package let unit: MetricUnit
    /// Which way of change a reader hopes for.
    package let better: Polarity

    /// Whether the metric has no other statistic.
    package let isOnly: Bool

    /// The metric's name alone if that is unambiguous: `import.rate`.
    package var shortName: String { isOnly ? metric : name }

    /// The whole name, as limits, gates and tables write it: `main.delay.p99`.
    package var name: String { "\(metric).\(statistic.rawValue)" }
}

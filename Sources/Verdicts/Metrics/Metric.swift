import Results

/// A metric: its name, its statistics, and whether it exists for single roles.
package struct Metric: Sendable, Hashable {
    /// One statistic of a metric.
    package struct Statistic: Sendable, Hashable {
        /// `p99`, `max`, `total`, …
        package let name: String
        /// The unit that its figures are printed in.
        package let unit: MetricUnit
        /// Which way of change a reader hopes for.
        package let better: Better
    }

    /// Dotted, without the statistic: `main.delay`.
    package let name: String
    /// In the order in which files and messages list them.
    package let statistics: [Statistic]
    /// Whether figures exist for single roles.
    package let hasRoles: Bool
}

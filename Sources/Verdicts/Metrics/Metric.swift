import Results

/// A metric of DESIGN §7 or §8: its name and what is told of it.
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
    /// In the order of DESIGN's tables.
    package let statistics: [Statistic]
    /// Whether figures exist for single roles.
    package let hasRoles: Bool
}

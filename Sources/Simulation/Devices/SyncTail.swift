import Execution

/// How the time of a device's syncs scatters, with sources.
package struct SyncTail: Sendable, Hashable {
    /// A quantile and its multiple of the median.
    package struct Point: Sendable, Hashable {
        /// `p99.9`.
        package var name: String
        /// Above 0.5 and below 1.
        package var quantile: Double
        package var multiple: SourcedNumber
    }

    package let name: String
    package let points: [Point]
    package let cap: SourcedNumber
    package let latency: LatencyTail

    /// - Returns: `nil` unless quantiles and multiples rise up to the cap.
    package init?(name: String, points: [Point], cap: SourcedNumber) {
        let pairs = points.map { LatencyTail.Point($0.quantile, $0.multiple.value) }
        guard let latency = LatencyTail(pairs, cap: cap.value) else { return nil }
        self.name = name
        self.points = points
        self.cap = cap
        self.latency = latency
    }
}

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

    /// The tail with each sync's excess over the median multiplied.
    func stretched(by factor: Double) -> SyncTail {
        func stretched(_ number: SourcedNumber) -> SourcedNumber {
            var number = number
            number.value = 1 + (number.value - 1) * factor
            return number
        }
        let points = points.map {
            Point(name: $0.name, quantile: $0.quantile, multiple: stretched($0.multiple))
        }
        return SyncTail(name: name, points: points, cap: stretched(cap)) ?? self
    }

    /// The tail with each multiple moved in its range; itself where they would not rise then.
    func moved(_ move: (SourcedNumber) -> SourcedNumber) -> SyncTail {
        let points = points.map {
            Point(name: $0.name, quantile: $0.quantile, multiple: move($0.multiple))
        }
        return SyncTail(name: name, points: points, cap: move(cap)) ?? self
    }
}

import Foundation
import Statistics

/// The tail of the delay on the main queue over several repetitions: each quantile is the median
/// of the repetitions' quantiles, as in tables, limits and files.
package struct DelayTail: Sendable {
    /// One point of the curve.
    package struct Point: Sendable, Hashable {
        /// x, above zero.
        package let milliseconds: Double
        /// P(D > x): the share of arrivals that wait longer than x.
        package let probability: Double
    }

    /// Points of the curve, evenly spaced in the logarithm of the share: enough for any screen.
    private static let most = 240
    /// One arrival in a million: the last stretch falls to zero in a vertical.
    private static let rarest = 1e-6

    private let repetitions: [DelayDistribution]

    /// - Precondition: one repetition or more.
    package init(_ repetitions: [DelayDistribution]) {
        precondition(!repetitions.isEmpty, "a tail of no repetitions has no quantiles")
        self.repetitions = repetitions
    }

    /// The quantile `p`, in milliseconds.
    package func quantileMilliseconds(_ p: Double) -> Double {
        Sample(repetitions.map { $0.quantileMilliseconds(p) }).median ?? 0
    }

    /// The longest wait, in milliseconds.
    package var maxMilliseconds: Double {
        Sample(repetitions.map(\.maxMilliseconds)).median ?? 0
    }

    /// The curve, by ascending wait.
    ///
    /// - Parameter limit: a chart of many curves has fewer points for each.
    package func points(atMost limit: Int = .max) -> [Point] {
        let count = max(2, min(Self.most, limit))
        var points: [Point] = []
        // Beyond the share of time in which the queue is busy, an event does not wait.
        let busy = Sample(repetitions.map(\.share)).median ?? 0
        guard busy > Self.rarest else { return [] }
        let decades = log10(busy / Self.rarest)
        for step in 0..<count {
            let share = busy * pow(10, -decades * (Double(step) + 0.1) / Double(count))
            let wait = quantileMilliseconds(1 - share)
            guard wait > 0, wait != points.last?.milliseconds else { continue }
            points.append(Point(milliseconds: wait, probability: share))
        }
        return points
    }
}

import Glibc

/// How a call's time scatters above its median, as multiples of it at a few quantiles.
///
/// Storage has a narrow body and rare long stalls, which no normal and no exponential distribution
/// has. Between two quantiles the multiple is interpolated linearly in the logarithms of both axes;
/// up to the median it is 1.
///
///     multiple  36 ┤                         ●  cap
///               19 ┤                  ●
///              3.5 ┤           ●
///                1 ┼──────●
///                  └──────┴────┴──────┴──────┴▶
///                        .5   .99   .999    .9999
///
/// Stalls cluster in truth. Calls are drawn independently, which keeps the stalls' share and not
/// their runs.
package struct LatencyTail: Sendable, Hashable, Codable {
    /// A quantile and its multiple of the median.
    package struct Point: Sendable, Hashable, Codable {
        /// Above 0.5 and below 1.
        package var quantile: Double
        /// 1 or more.
        package var multiple: Double

        package init(_ quantile: Double, _ multiple: Double) {
            self.quantile = quantile
            self.multiple = multiple
        }
    }

    /// In the order of the quantiles.
    package let points: [Point]
    /// The largest multiple that a call has.
    package let cap: Double

    /// Makes a tail.
    ///
    /// - Returns: `nil` unless quantiles and multiples rise and the cap is not below the last
    ///   multiple.
    package init?(_ points: [Point], cap: Double) {
        var former = Point(0.5, 1)
        for point in points {
            guard point.quantile > former.quantile, point.quantile < 1,
                point.multiple >= former.multiple
            else { return nil }
            former = point
        }
        guard cap >= former.multiple, cap.isFinite else { return nil }
        self.points = points
        self.cap = cap
    }

    /// The multiple of the median at a quantile from 0 to 1.
    package func multiple(at quantile: Double) -> Double {
        guard quantile > 0.5 else { return 1 }
        guard quantile < 1 else { return cap }
        var below = Point(0.5, 1)
        for point in points {
            if quantile <= point.quantile {
                return Self.interpolated(quantile, from: below, to: point)
            }
            below = point
        }
        // Beyond the last quantile the last slope goes on, up to the cap.
        guard let last = points.last else { return 1 }
        let former = points.count > 1 ? points[points.count - 2] : Point(0.5, 1)
        return min(cap, Self.interpolated(quantile, from: former, to: last))
    }

    private static func interpolated(
        _ quantile: Double, from below: Point, to above: Point
    ) -> Double {
        let left = log(1 - below.quantile)
        let right = log(1 - above.quantile)
        let share = (log(1 - quantile) - left) / (right - left)
        return below.multiple * exp(share * log(above.multiple / below.multiple))
    }

    /// The time of one call whose median is given, in nanoseconds.
    func drawn(_ median: Int64, by random: inout RandomStream) -> Int64 {
        Int64((Double(median) * multiple(at: random.unit())).rounded())
    }
}

import Statistics

/// The times of syncs after little and after much was written, and what a device's file says of
/// them.
package struct SyncTimes: Sendable {
    /// The median of a sync with nothing to write, in nanoseconds.
    package let base: SourcedNumber
    /// Nanoseconds for each KiB since the file's last sync.
    package let kibibyte: SourcedNumber
    /// Quantiles of small syncs, as multiples of their median.
    private let points: [SyncTail.Point]
    private let cap: SourcedNumber

    /// The quantiles of the tail: a thousand syncs have no further one, fewer lack the last.
    private static let quantiles = [("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)]

    /// Makes the costs of measured times, in nanoseconds.
    ///
    /// - Parameter spells: how many parts of the measurement were left out, because the disk was
    ///   slow in all of each.
    /// - Precondition: there are at least 500 small ones and one large one, of more bytes.
    package init(
        small: [Int64], smallBytes: Int, large: [Int64], largeBytes: Int, spells: Int = 0
    ) {
        precondition(small.count >= 500, "a tail needs 500 syncs, and there are \(small.count)")
        precondition(!large.isEmpty && largeBytes > smallBytes, "large syncs are to be larger")
        let few = Sample(small.map { Double(max(1, $0)) })
        let many = Sample(large.map(Double.init))
        let median = few.median!
        let slope = (many.median! - median) * 1024 / Double(largeBytes - smallBytes)
        let left =
            switch spells {
            case 0: ""
            case 1: ", without a part in which the disk was slow"
            default: ", without \(spells) parts in which the disk was slow"
            }
        let source = Self.words(small.count, smallBytes) + left
        let both = "\(source), and \(Self.words(large.count, largeBytes))"
        // A disk that is done with much sooner than with little shows no price of a byte.
        let price = max(0, slope).rounded()
        kibibyte = SourcedNumber(price, mark: .measured, source: "median of \(both)")
        base = SourcedNumber(
            max(0, median - price * Double(smallBytes) / 1024).rounded(), mark: .measured,
            source: "median of \(both), less the price of what was written")
        func number(_ time: Double) -> SourcedNumber {
            SourcedNumber(
                min(max(1, time / median), Device.greatestMultiple), mark: .measured,
                source: source)
        }
        points = Self.quantiles.compactMap { name, quantile in
            few.quantile(quantile).map {
                SyncTail.Point(name: name, quantile: quantile, multiple: number($0))
            }
        }
        cap = number(few.max!)
    }

    /// The tail, under the name of its file.
    package func tail(named name: String) -> SyncTail {
        // Sorted values rise.
        SyncTail(name: name, points: points, cap: cap)!
    }

    private static func words(_ count: Int, _ bytes: Int) -> String {
        let size = bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
        return "\(count) appends of \(size), each synced"
    }
}

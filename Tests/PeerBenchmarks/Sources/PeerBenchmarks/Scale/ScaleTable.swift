import Foundation

/// The costs by size, and the power of the size that they grow with.
struct ScaleTable {
    let run: ScaleRun

    /// The slope of the least-squares line through the logarithms of total cost and size: 1 where
    /// an object costs the same in a store of any size.
    static func exponent(_ costs: [(size: Int, each: Double)]) -> Double {
        let points = costs.map { (x: log(Double($0.size)), y: log($0.each * Double($0.size))) }
        let count = Double(points.count)
        let middleX = points.reduce(0) { $0 + $1.x } / count
        let middleY = points.reduce(0) { $0 + $1.y } / count
        let covariance = points.reduce(0) { $0 + ($1.x - middleX) * ($1.y - middleY) }
        let variance = points.reduce(0) { $0 + ($1.x - middleX) * ($1.x - middleX) }
        return covariance / variance
    }

    var markdown: String {
        let rounds = run.importTimes[ScaleRun.sizes[0]]?.count ?? 0
        var lines = [
            "## From 10,000 objects to 10,000,000", "",
            """
            A store of typed objects of ten integers, one of them indexed: import in batches of \
            \(ScaleRun.batch.formatted()) with save and reset until the store is closed, then a \
            fetch of everything in pages of as many, every value read, with reset. \
            Microseconds for each object, medians of \(rounds) rounds; peaks are the highest of \
            all. \(Machine.description)
            """,
            "", "| objects | import | fetch | held from malloc, peak | resident set, peak |",
            "|---|---|---|---|---|",
        ]
        for size in ScaleRun.sizes {
            let peak = run.peaks[size] ?? ScaleRun.Peak()
            lines.append(
                String(
                    format: "| %@ | %.2f µs | %.2f µs | %.1f MB | %.1f MB |", size.formatted(),
                    Self.median(run.importTimes[size]) / 1e3,
                    Self.median(run.fetchTimes[size]) / 1e3,
                    Double(peak.allocated) / 1e6, Double(peak.resident) / 1e6))
        }
        lines += [
            "",
            String(
                format: """
                    The exponent of a line through the logarithms: %.3f for the import, %.3f for \
                    the fetch. Resident sets are those of one process for all sizes.
                    """,
                Self.exponent(costs(run.importTimes)), Self.exponent(costs(run.fetchTimes))),
            "", Machine.proviso,
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func costs(_ times: [Int: [Double]]) -> [(size: Int, each: Double)] {
        ScaleRun.sizes.map { ($0, Self.median(times[$0])) }
    }

    private static func median(_ values: [Double]?) -> Double {
        guard let sorted = values?.sorted(), !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

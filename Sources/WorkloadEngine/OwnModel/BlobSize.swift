import Execution
import Foundation

/// Sizes of which half are below the median, and one in a hundred above the 99th percentile:
/// log-normal, as file sizes are (Downey, *The structural cause of file size distributions*, 2001).
struct BlobSize {
    let median: Int
    let p99: Int

    /// The 99th percentile of the standard normal distribution.
    private static let quantile = 2.326
    /// What an attribute of a content may hold at most.
    private static let most = 16_777_216

    private var deviation: Double { log(Double(p99) / Double(median)) / Self.quantile }

    /// The mean of the distribution, without the cut at the top.
    var mean: Double { Double(median) * exp(deviation * deviation / 2) }

    func draw(from draws: inout RandomStream) -> Int {
        // The sum of twelve uniform numbers is normal enough up to three deviations, and the same
        // with any C library; what `exp` differs by in its last bit vanishes in whole bytes.
        let normal = (0..<12).reduce(-6.0) { sum, _ in sum + draws.unit() }
        return min(Int((Double(median) * exp(deviation * normal)).rounded()), Self.most)
    }
}

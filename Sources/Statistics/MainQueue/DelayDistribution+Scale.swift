import Foundation

extension DelayDistribution {
    /// `count` values from `low` to `high` with equal ratios.
    static func logSpaced(from low: Double, to high: Double, count: Int) -> [Double] {
        guard low < high else { return [high] }
        let ratio = log(high / low) / Double(count - 1)
        return (0..<count).map { low * exp(ratio * Double($0)) }
    }
}

/// Holm's correction: several tests, and one probability of being wrong anywhere.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
/// Statistics 6 (1979). It needs no independence, which metrics of one run do not have.
package enum Holm {
    /// The adjusted probabilities, in the order of the tests: those at most α are rejected, with
    /// a probability of at most α that any of them should not be.
    ///
    /// - Complexity: O(n log n).
    package static func adjusted(_ probabilities: [Double]) -> [Double] {
        let order = probabilities.indices.sorted {
            (probabilities[$0], $0) < (probabilities[$1], $1)
        }
        var adjusted = probabilities
        var largest = 0.0
        for (step, index) in order.enumerated() {
            let factor = Double(probabilities.count - step)
            largest = max(largest, min(1, factor * probabilities[index]))
            adjusted[index] = largest
        }
        return adjusted
    }
}

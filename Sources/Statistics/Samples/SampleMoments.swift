/// Mean and variance of a sample.
package struct SampleMoments: Sendable, Hashable {
    package let count: Int
    package let mean: Double
    /// The unbiased one, divided by n − 1; 0 for one value.
    ///
    /// Exactly 0 if all values are the same, though their mean may be off by a rounding.
    package let variance: Double

    /// - Precondition: there is a value.
    package init(_ values: some Collection<Double>) {
        precondition(!values.isEmpty, "no value has no mean: leave the figure out")
        count = values.count
        let first = values.first!
        guard values.contains(where: { $0 != first }) else {
            mean = first
            variance = 0
            return
        }
        let mean = values.reduce(0, +) / Double(count)
        self.mean = mean
        variance =
            values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Swift.max(count - 1, 1))
    }
}

/// How far predictions lie from what was measured, as shares of the measured values: 0.15 is 15 %.
///
/// The bias stands apart from the absolute error: predictions that are all too low by a tenth and
/// such that miss by a tenth either way are different things.
package struct PredictionError: Sendable, Hashable, Codable {
    /// How many predictions it rests on.
    package let count: Int
    package let meanAbsolute: Double
    /// The median of the absolute error.
    package let p50: Double
    /// `nil` with fewer than ten predictions.
    package let p90: Double?
    /// The mean with its sign: below zero where predictions are too low.
    package let bias: Double

    /// Compares predictions with measured values.
    ///
    /// - Returns: `nil` without values.
    /// - Precondition: the lists are of one length, and every measured value is above zero.
    package init?(measured: [Double], predicted: [Double]) {
        precondition(
            measured.count == predicted.count, "each value needs a prediction, and one has none")
        precondition(
            measured.allSatisfy { $0 > 0 }, "an error is a share of what was measured, never of 0")
        guard !measured.isEmpty else { return nil }
        let errors = zip(measured, predicted).map { $1 / $0 - 1 }
        let absolute = Sample(errors.map(abs))
        count = errors.count
        meanAbsolute = absolute.sorted.reduce(0, +) / Double(count)
        p50 = absolute.median!
        p90 = absolute.quantile(0.9)
        bias = errors.reduce(0, +) / Double(count)
    }
}

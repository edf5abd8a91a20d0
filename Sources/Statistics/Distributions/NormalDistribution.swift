import Foundation

/// The standard normal distribution.
package enum NormalDistribution {
    /// P(Z ≤ `x`).
    package static func cumulative(_ x: Double) -> Double {
        0.5 * erfc(-x / 2.0.squareRoot())
    }

    /// The density at `x`.
    package static func density(_ x: Double) -> Double {
        exp(-x * x / 2) / (2 * Double.pi).squareRoot()
    }

    /// The smallest x with P(Z ≤ x) ≥ `p`, to twelve digits or more.
    ///
    /// It starts from formula 26.2.23 of Abramowitz and Stegun, *Handbook of Mathematical
    /// Functions* (1964), which is right to 4.5e-4, and takes Halley's steps, each of which triples
    /// the digits that are right.
    ///
    /// - Precondition: 0 < `p` < 1.
    package static func quantile(_ p: Double) -> Double {
        precondition(p > 0 && p < 1, "a normal quantile is asked for at \(p); it is in 0..<1")
        // In the lower half, where the probability keeps its digits however small it is.
        guard p <= 0.5 else { return -quantile(1 - p) }
        let t = (-2 * log(p)).squareRoot()
        let numerator = 2.515517 + t * (0.802853 + t * 0.010328)
        let denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
        var x = numerator / denominator - t
        for _ in 0..<2 {
            let step = (cumulative(x) - p) / density(x)
            x -= step / (1 + x * step / 2)
        }
        return x
    }
}

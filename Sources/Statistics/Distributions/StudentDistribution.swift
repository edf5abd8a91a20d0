import Foundation

/// Student's t distribution.
///
/// Its tails are the regularised incomplete beta function I (NIST *Digital Library of Mathematical
/// Functions*, 8.17):
///
///     P(T > t) = ½ · I(ν / (ν + t²); ν/2, ½)        t ≥ 0
package struct StudentDistribution: Sendable, Hashable {
    /// ν; not necessarily whole (Welch's are not).
    package let degreesOfFreedom: Double
    /// ln B(ν/2, ½), which every tail and density begins with.
    private let logBeta: Double

    /// - Precondition: there is at least a little freedom: ν > 0.
    package init(degreesOfFreedom: Double) {
        precondition(
            degreesOfFreedom > 0,
            "\(degreesOfFreedom) degrees of freedom: a t distribution needs two values or more")
        self.degreesOfFreedom = degreesOfFreedom
        logBeta =
            Self.logGamma(degreesOfFreedom / 2) + Self.logGamma(0.5)
            - Self.logGamma(degreesOfFreedom / 2 + 0.5)
    }

    /// P(T > `t`), with its digits however small it is.
    package func upperTail(_ t: Double) -> Double {
        guard t >= 0 else { return 1 - upperTail(-t) }
        guard t.isFinite else { return 0 }
        let square = t * t
        let whole = degreesOfFreedom + square
        return 0.5
            * incompleteBeta(
                degreesOfFreedom / whole, complement: square / whole, degreesOfFreedom / 2, 0.5)
    }

    /// P(T ≤ `t`).
    package func cumulative(_ t: Double) -> Double { upperTail(-t) }

    /// The density at `t`.
    package func density(_ t: Double) -> Double {
        let ν = degreesOfFreedom
        return exp(-logBeta - log(ν) / 2 - (ν + 1) / 2 * log1p(t * t / ν))
    }

    /// The t with P(T ≤ t) = `p`.
    ///
    /// Newton's steps on the logarithm of the tail; a step that would leave the interval around the
    /// answer is replaced by a halving.
    ///
    /// - Precondition: 0 < `p` < 1.
    package func quantile(_ p: Double) -> Double {
        precondition(p > 0 && p < 1, "a quantile of t is asked for at \(p); it is in 0..<1")
        guard p > 0.5 else { return -upperQuantile(p) }
        return upperQuantile(1 - p)
    }

    /// The t ≥ 0 with P(T > t) = `tail`, for a tail of at most a half.
    ///
    /// - Precondition: 0 < `tail` ≤ ½.
    package func upperQuantile(_ tail: Double) -> Double {
        precondition(tail > 0 && tail <= 0.5, "a tail of \(tail) is not above 0 and up to ½")
        if tail == 0.5 { return 0 }
        var low = 0.0
        var high = 2.0
        while upperTail(high) > tail { (low, high) = (high, high * 2) }
        // The normal quantile with its first correction for ν: Abramowitz and Stegun 26.7.5.
        let z = -NormalDistribution.quantile(tail)
        var t = z + (z * z * z + z) / (4 * degreesOfFreedom)
        for _ in 0..<100 {
            if !(t > low && t < high) { t = (low + high) / 2 }
            let found = upperTail(t)
            if found > tail { low = t } else { high = t }
            let step = log(found / tail) * found / density(t)
            let next = t + step
            if abs(next - t) <= 1e-14 * max(t, 1) { return next }
            t = next
        }
        return t
    }

    /// I(x; a, b) of ν/2 and ½, in either order, by the continued fraction 8.17.22, evaluated by
    /// Lentz's method.
    ///
    /// - Parameter complement: 1 − x, handed in because near 1 the subtraction loses its digits.
    private func incompleteBeta(
        _ x: Double, complement: Double, _ a: Double, _ b: Double
    ) -> Double {
        if x <= 0 { return 0 }
        if complement <= 0 { return 1 }
        // The fraction converges fast on this side only; the other follows from the symmetry.
        guard x <= (a + 1) / (a + b + 2) else {
            return 1 - incompleteBeta(complement, complement: x, b, a)
        }
        let front = exp(a * log(x) + b * log(complement) - logBeta)
        return front / (a * Self.fraction(x, a, b))
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        // Replaces a denominator that vanishes: Lentz's method goes on from there.
        let tiny = 1e-300
        var value = 1.0
        var c = 1.0
        var d = 0.0
        // The terms needed grow with the square root of a; 10^4 reach any ν that samples have.
        for step in 1..<10_000 {
            let m = Double(step / 2)
            let coefficient: Double
            if step.isMultiple(of: 2) {
                coefficient = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            } else {
                coefficient = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            }
            d = 1 + coefficient * d
            c = 1 + coefficient / c
            if abs(d) < tiny { d = tiny }
            if abs(c) < tiny { c = tiny }
            d = 1 / d
            value *= c * d
            if abs(c * d - 1) < 1e-15 { break }
        }
        return value
    }

    private static func logGamma(_ x: Double) -> Double {
        let (value, _): (Double, Int) = lgamma(x)
        return value
    }
}

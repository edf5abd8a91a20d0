import Foundation

/// One axis of a chart: from values to pixels, with its ticks.
///
/// gnuplot gets the same scale as a formula, so that labels placed here stand where it draws.
struct Axis {
    enum Scale {
        case linear
        case logarithmic
        /// Linear about zero and logarithmic far from it, so that the axis can show a zero: asinh(x
        /// / unit).
        ///
        /// From three units on it is log(2x / unit) to within 3 %.
        case aroundZero(unit: Double)
    }

    let scale: Scale
    let low: Double
    let high: Double
    /// Its begin and end on the chart.
    let pixels: ClosedRange<Double>

    /// The pixel of a value; values outside the axis lie outside its pixels.
    func place(_ value: Double) -> Double {
        let share = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low))
        return pixels.lowerBound + share * (pixels.upperBound - pixels.lowerBound)
    }

    /// The value on the scale that gnuplot draws linearly.
    func scaled(_ value: Double) -> Double {
        switch scale {
        case .linear: value
        case .logarithmic: log10(value)
        case .aroundZero(let unit): asinh(value / unit)
        }
    }

    /// Round values for ticks from `low` to `high`: `steps`, such as 1, 2 and 5, times powers of
    /// ten from a thousandth to ten millions.
    static func decades(from low: Double, to high: Double, steps: [Double]) -> [Double] {
        (-3...7).flatMap { exponent in steps.map { $0 * pow(10, Double(exponent)) } }
            .filter { $0 >= low && $0 <= high }
    }

    /// The values of a linear axis that begins at zero, with at most `count` parts.
    static func steps(to high: Double, count: Int) -> [Double] {
        Array(stride(from: 0, through: high, by: step(for: high, count: count)))
    }

    /// The next number of two digits.
    static func roundedUp(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        let power = pow(10, log10(value).rounded(.down) - 1)
        return (value / power).rounded(.up) * power
    }

    /// A step that divides `span` into at most `count` round parts.
    static func step(for span: Double, count: Int) -> Double {
        guard span > 0 else { return 1 }
        let rough = span / Double(count)
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10
        return step * power
    }
}

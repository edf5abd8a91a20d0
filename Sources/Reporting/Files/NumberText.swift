import Foundation

/// Numbers as text: the same on every machine, with a point and no exponent.
package enum NumberText {
    /// The text for files: whole numbers exactly, others to six significant digits, without
    /// trailing zeros.
    ///
    /// Six digits are more than the lab's clocks resolve, and few enough that the error of binary
    /// fractions (0.1 + 0.2) stays out of the files. Infinities and NaN give the empty text.
    package static func exact(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        // Up to 2^53 a whole number is itself.
        if value == value.rounded(), abs(value) <= 9_007_199_254_740_992 {
            return String(Int64(value))
        }
        return trimmed(fixed(value, significant: 6))
    }

    /// The text for people: three significant digits, thousands set off, `<0.001` for a smaller
    /// value.
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        if value == 0 { return "0" }
        if abs(value) < 0.001 { return value > 0 ? "<0.001" : ">-0.001" }
        if abs(value) >= 100 { return grouped(value.rounded()) }
        return trimmed(fixed(value, significant: 3))
    }

    /// A ratio to two significant digits: more would not come out again in the next run.
    static func ratio(_ value: Double) -> String {
        value >= 10 ? grouped(value.rounded()) : trimmed(fixed(value, significant: 2))
    }

    /// A whole number with its thousands set off: `12,480`.
    package static func grouped(_ value: Double) -> String {
        let digits = Array(String(format: "%.0f", abs(value)))
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Nanoseconds as milliseconds, for files: exactly, for an instant minutes after the begin is
    /// as sharp as one in the first second.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(part)
        let zeros = String(repeating: "0", count: 6 - digits.count)
        return (nanoseconds < 0 ? "-" : "") + trimmed("\(whole).\(zeros)\(digits)")
    }

    private static func fixed(_ value: Double, significant: Int) -> String {
        guard value != 0 else { return "0" }
        let magnitude = Int(log10(abs(value)).rounded(.down))
        // Without a locale `String(format:)` writes C's point.
        return String(format: "%.*f", max(0, significant - 1 - magnitude), value)
    }

    /// Takes away the zeros at the end of a fraction, and a point with nothing after it.
    private static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text == "-0" ? "0" : text
    }
}

/// A decimal number and its unit, as written: `1.5s`, `20/s`, `4KiB`, `10k`, `0.25`, `5%`.
///
/// No exponent, no digit separators, and at most one blank between number and unit: one form for
/// the numbers that a user writes.
package struct Quantity: Sendable, Hashable {
    /// The number in its shortest form: `+1.50` is `1.5`, `.0` after the point is dropped.
    package let digits: String
    /// The unit; empty for a bare number.
    package let unit: String
    private let isNegative: Bool
    private let whole: String
    private let fraction: String

    /// Reads a quantity.
    ///
    /// - Returns: `nil` if the text does not begin with a number, or goes on with characters that
    ///   no unit has.
    package init?(_ text: String) {
        var rest = text[...]
        isNegative = rest.first == "-"
        if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: Substring = ""
        if rest.first == "." {
            fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard !whole.isEmpty else { return nil }
        if rest.first == " ", rest.count > 1 { rest = rest.dropFirst() }
        let isUnit = { (character: Character) in
            character.isLetter || character == "/" || character == "%"
        }
        guard rest.allSatisfy(isUnit) else { return nil }
        unit = String(rest)
        let significant = whole.drop { $0 == "0" }
        self.whole = significant.isEmpty ? "0" : String(significant)
        self.fraction = String(fraction.reversed().drop { $0 == "0" }.reversed())
        let isZero = self.whole == "0" && self.fraction.isEmpty
        digits =
            (isNegative && !isZero ? "-" : "") + self.whole
            + (self.fraction.isEmpty ? "" : ".\(self.fraction)")
    }

    /// The number without its unit.
    package var value: Double { Double(digits)! }

    /// The number times its unit's factor, exactly.
    ///
    /// - Returns: `nil` if the unit is not among the factors, or the product is not a whole number,
    ///   or does not fit.
    package func scaled(by factors: [String: Int64]) -> Int64? {
        // 10^18 is the largest power of ten in 64 bits.
        guard let factor = factors[unit], let whole = Int64(whole), fraction.count <= 18 else {
            return nil
        }
        let power = (0..<fraction.count).reduce(Int64(1)) { power, _ in power * 10 }
        let numerator = Int64(fraction) ?? 0
        // The fraction is below 1, so the quotient is below the factor and fits.
        let (part, remainder) = power.dividingFullWidth(numerator.multipliedFullWidth(by: factor))
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
        let (sum, overflows) = product.addingReportingOverflow(part)
        guard remainder == 0, !isTooLarge, !overflows else { return nil }
        return isNegative ? -sum : sum
    }
}

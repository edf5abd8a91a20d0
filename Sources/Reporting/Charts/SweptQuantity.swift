/// A swept value as a reader sees it: a number with a unit, or a word.
package enum SweptQuantity {
    /// Whether two values are numbers of one kind, so that a line between them means something.
    ///
    /// `100ms` and `1s` are, `idle 100ms` and `idle 1s` are; `1s` and `lifecycle` are not, nor are
    /// two words.
    package static func areAlike(_ first: String, _ second: String) -> Bool {
        guard let one = parts(first), let other = parts(second) else { return false }
        return one.word == other.word && kind(one.unit) == kind(other.unit)
    }

    /// Units that measure the same.
    private static let kinds: [[Substring]] = [
        ["ns", "us", "µs", "ms", "s", "m", "min", "h"], ["", "k", "M"],
        ["B", "KiB", "MiB", "GiB", "kB", "MB", "GB"],
    ]

    private static func kind(_ unit: Substring) -> Substring {
        kinds.first { $0.contains(unit) }?[0] ?? unit
    }

    /// The words before the number, and the unit behind it; `nil` for a value without a number.
    private static func parts(_ value: String) -> (word: String, unit: Substring)? {
        let words = value.split(separator: " ")
        guard let last = words.last, let digit = last.first, digit.isASCII, digit.isNumber else {
            return nil
        }
        let number = last.prefix { $0.isNumber || "._,".contains($0) }
        return (words.dropLast().joined(separator: " "), last[number.endIndex...])
    }
}

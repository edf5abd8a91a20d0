/// Prose as lines.
package enum TextLines {
    /// Breaks `text` between words into lines of at most `width`.
    ///
    /// The first line begins with `first`, each other with as many spaces, or with four if that
    /// would leave less than half of the width. A longer word stays whole, and so does a number
    /// with its unit.
    package static func wrapped(_ text: String, width: Int, first: String = "") -> [String] {
        let indent = String(repeating: " ", count: first.count <= width / 2 ? first.count : 4)
        var lines: [String] = []
        var line = first
        var isBare = true
        for word in words(of: text) {
            if !isBare, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isBare = true
            }
            line += isBare ? word : " \(word)"
            isBare = false
        }
        return lines + [line]
    }

    /// The words of a text; one that ends in a digit holds on to the next: `61 %`, `12 ms`.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            if words.last?.last?.isNumber == true, word.first?.isNumber == false {
                words[words.count - 1] += " \(word)"
            } else {
                words.append(String(word))
            }
        }
        return words
    }

    /// `a`, `a and b`, `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

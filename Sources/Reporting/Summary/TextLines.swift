/// Prose as lines.
enum TextLines {
    /// Breaks `text` between words into lines of at most `width`; the first line begins with
    /// `first`, each other with as many spaces. A word that is longer stays whole.
    static func wrapped(_ text: String, width: Int, first: String = "") -> [String] {
        let indent = String(repeating: " ", count: first.count)
        var lines: [String] = []
        var line = first
        var isBare = true
        for word in text.split(separator: " ") {
            if !isBare, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isBare = true
            }
            line += isBare ? String(word) : " \(word)"
            isBare = false
        }
        return lines + [line]
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

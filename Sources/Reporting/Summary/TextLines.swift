/// Prose as lines.
package enum TextLines {
    /// The width of text that no terminal shows: of a file, a log, a page with code.
    ///
    /// It is fixed, so that one run prints the same text on every machine, and has room for the
    /// tables of most runs.
    package static let fileWidth = 108

    /// Breaks `text` between words into lines of at most `width`.
    ///
    /// The first line begins with `first`, each other with as many spaces, or with four if that
    /// would leave less than half of the width. A longer word stays whole, so that it can be
    /// copied; and so does a number with its unit.
    package static func wrapped(_ text: String, width: Int, first: String = "") -> [String] {
        let isRoomy = first.count <= width / 2
        let indent = String(repeating: " ", count: isRoomy ? first.count : 4)
        var lines: [String] = []
        var line = first
        var isBare = true
        for word in words(of: text) {
            let isFull = line.count + (isBare ? 0 : 1) + word.count > width
            // What stands below a long beginning has more room than what stands behind it.
            if isFull, !isBare || !isRoomy && lines.isEmpty {
                lines.append(trimmed(line))
                line = indent
                isBare = true
            }
            line += isBare ? word : " \(word)"
            isBare = false
        }
        return lines + [line]
    }

    /// A text with spaces up to a width, behind it or before it.
    package static func padded(_ text: String, to width: Int, left: Bool = true) -> String {
        let filler = String(repeating: " ", count: max(0, width - text.count))
        return left ? text + filler : filler + text
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Breaks a name or path that is wider than a line, behind a mark of punctuation if there is
    /// one in the second half of the line.
    package static func broken(_ name: String, width: Int) -> [String] {
        guard name.count > width, width > 0 else { return [name] }
        var lines: [String] = []
        var rest = name[...]
        while rest.count > width {
            let head = rest.prefix(width)
            let place = head.lastIndex { ",:/ =+-".contains($0) }.map { head.index(after: $0) }
            let isLate = place.map { head[..<$0].count > width / 2 } ?? false
            let end = isLate ? place! : head.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return lines + [String(rest)]
    }

    /// A command to copy: as it is, or continued over lines as a shell reads it.
    package static func command(_ words: [String], width: Int, first: String) -> [String] {
        let whole = first + words.joined(separator: " ")
        guard whole.count > width else { return [whole] }
        let indent = String(repeating: " ", count: min(first.count, 8)) + "    "
        var lines: [String] = []
        var line = first + (words.first ?? "")
        for word in words.dropFirst() {
            if line.count + 1 + word.count + 2 > width {
                lines.append(line + " \\")
                line = indent + word
            } else {
                line += " " + word
            }
        }
        return lines + [line]
    }

    /// A list: each name with its text beside it, the texts below each other.
    package static func entries(_ entries: [(name: String, text: String)], width: Int) -> [String] {
        let longest = entries.map(\.name.count).max() ?? 0
        return entries.flatMap { name, text in
            wrapped(text, width: width, first: "  " + padded(name, to: longest) + "  ")
        }
    }

    /// The words of a text; one that ends in a digit holds on to the next: `61 %`, `12 ms`.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            // `OPTION=1` is a word like others.
            if let last = words.last, last.last?.isNumber == true, !last.contains("="),
                word.first?.isNumber == false
            {
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

import Results

/// The emphasis of words and marks on a terminal.
///
/// It is made of the finished text, so each emphasis repeats what a word or mark says already, and
/// escape sequences are in no file and no width.
package enum TextEmphasis: Int, CaseIterable, Sendable {
    /// The best figure, and those not told apart from it: bold.
    case best = 1
    /// Failed, not kept, regressed: red.
    case bad = 31
    /// Kept, improved: green.
    case good = 32
    /// Disturbed by the machine, or not decided: yellow.
    case doubtful = 33

    /// The text with emphasis, as escape sequences of a terminal.
    ///
    /// The machine's line stays as it is: programs split it at its spaces.
    package static func emphasized(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(MachineLine.beginning) ? String(line) : emphasized(line: line)
        }.joined(separator: "\n")
    }

    private static func emphasized(line: Substring) -> String {
        var text = ""
        // A line of checks begins with its state; elsewhere “ok” or “busy” is a word like others.
        var isFirst = true
        var rest = line
        while let start = rest.firstIndex(where: { $0 != " " }) {
            let end = rest[start...].firstIndex(of: " ") ?? rest.endIndex
            let isState = isFirst && start == line.startIndex && rest[end...].hasPrefix("  ")
            text += rest[..<start] + emphasized(word: rest[start..<end], isState: isState)
            rest = rest[end...]
            isFirst = false
        }
        return text + rest
    }

    private static func emphasized(word: Substring, isState: Bool) -> String {
        let core = word.trimmed(of: "(“", ",;:.”)")
        guard let emphasis = of(core) ?? (isState ? states[String(core)] : nil) else {
            return String(word)
        }
        let before = word[..<core.startIndex]
        let after = word[core.endIndex...]
        return before + "\u{1B}[\(emphasis.rawValue)m" + core + "\u{1B}[0m" + after
    }

    private static func of(_ word: Substring) -> TextEmphasis? {
        if let emphasis = words[String(word)] { return emphasis }
        if word.hasSuffix("†"), word.first != "†" { return .best }
        // A figure of repetitions that the machine disturbed.
        if word.hasPrefix("~"), word.dropFirst().first?.isNumber == true { return .doubtful }
        return nil
    }

    private static let words: [String: TextEmphasis] = [
        "NOT": .bad, "REGRESSED": .bad, "regressed": .bad, "INCOMPARABLE": .bad, "FAILED": .bad,
        "failed": .bad, "MISSED": .bad, "OTHER": .bad, "TRAPPED": .bad, "STUCK": .bad,
        "OVERDUE": .bad, "DIFFERS": .bad, "DIFFER": .bad, "DATA": .bad, "OPERATIONS": .bad,
        "RECOVERY": .bad, "OFF": .bad, "WRITTEN": .bad, "HOLD": .bad,
        "kept": .good, "improved": .good, "correct": .good,
        Mark.disturbed.rawValue: .doubtful, "inconclusive": .doubtful, "INTERRUPTED": .doubtful,
    ]

    /// Words at the beginning of a line, with two spaces behind them.
    private static let states: [String: TextEmphasis] = [
        "ok": .good, "broken": .bad, "doubt": .doubtful, "busy": .doubtful, "partly": .doubtful,
    ]
}

extension Substring {
    /// Without some characters at its beginning, and some at its end.
    fileprivate func trimmed(of before: String, _ after: String) -> Substring {
        var text = drop { before.contains($0) }
        while let last = text.last, after.contains(last) { text.removeLast() }
        return text
    }
}

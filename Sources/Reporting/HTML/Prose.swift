/// A sentence with its marked words, as Markdown marks them: `` `code` `` and `**strong**`.
///
/// Sentences are written once, for every file: Markdown takes them as they are, and a page of HTML
/// as runs of words, each of which its template escapes. A mark without its other end is text.
package struct Prose {
    /// Words of one kind; a template shows the one that is not `nil`.
    package struct Run: Sendable, Equatable {
        package var plain: String?
        package var code: String?
        package var strong: String?

        package init(plain: String? = nil, code: String? = nil, strong: String? = nil) {
            self.plain = plain
            self.code = code
            self.strong = strong
        }
    }

    package let runs: [Run]

    /// - Parameter marked: the sentence with its marks.
    package init(_ marked: String) {
        var runs: [Run] = []
        var plain = ""
        var rest = marked[...]
        while let mark = ["`", "**"].compactMap({ Self.next($0, in: rest) })
            .min(by: { $0.whole.lowerBound < $1.whole.lowerBound })
        {
            plain += rest[..<mark.whole.lowerBound]
            if !plain.isEmpty { runs.append(Run(plain: plain)) }
            plain = ""
            let words = String(rest[mark.inner])
            runs.append(mark.isCode ? Run(code: words) : Run(strong: words))
            rest = rest[mark.whole.upperBound...]
        }
        plain += rest
        if !plain.isEmpty { runs.append(Run(plain: plain)) }
        self.runs = runs
    }

    /// The sentence without its marks.
    package var text: String {
        runs.map { $0.plain ?? $0.code ?? $0.strong ?? "" }.joined()
    }

    private struct Mark {
        let whole: Range<Substring.Index>
        let inner: Range<Substring.Index>
        let isCode: Bool
    }

    /// The first words between two of a mark.
    private static func next(_ sign: String, in text: Substring) -> Mark? {
        guard let opening = text.firstRange(of: sign),
            let closing = text[opening.upperBound...].firstRange(of: sign),
            closing.lowerBound > opening.upperBound
        else { return nil }
        return Mark(
            whole: opening.lowerBound..<closing.upperBound,
            inner: opening.upperBound..<closing.lowerBound, isCode: sign == "`")
    }
}

/// A position in a comment that names a heading of an article.
///
///     the article's file ─┐            ┌─ its heading, in quotation marks
///                    Command.md, “Exit codes”
struct Citation: Hashable {
    /// The name of the article's file.
    let article: String
    let heading: String
    /// The line on which it begins, from 1.
    let line: Int

    /// The citations in a file's comments; one may go on in the next line of its comment.
    static func all(in file: SourceFile) -> [Citation] {
        let comments = file.isSwift ? file.comments : wholeLines(of: file)
        return comments.indices.flatMap { index -> [Citation] in
            let first = words(comments[index].text)
            var text = first
            for offset in 1...2 where index + offset < comments.count {
                let next = comments[index + offset]
                guard next.line == comments[index].line + offset else { break }
                text += " " + words(next.text)
            }
            // Most comments have no quotation mark, and a regular expression takes its time.
            guard text.utf8.contains(0xE2) else { return [] }
            return text.matches(of: /([A-Za-z]+\.md), “([^”]+)”/)
                .filter { $0.range.lowerBound < first.endIndex }
                .map {
                    Citation(
                        article: String($0.output.1), heading: String($0.output.2),
                        line: comments[index].line)
                }
        }
    }

    /// C and YAML: anything there that looks like a citation is in a comment.
    private static func wholeLines(of file: SourceFile) -> [(line: Int, text: String)] {
        file.lines.enumerated().map { ($0.offset + 1, String($0.element)) }
    }

    /// A line of a comment without the signs that begin it.
    private static func words(_ line: String) -> String {
        let signs: Set<Character> = ["/", "*", "#", " "]
        return String(line.drop(while: signs.contains))
    }
}

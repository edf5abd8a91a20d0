import Foundation

/// An article in Markdown: its headings, its links and the code that its prose names.
///
/// Listings are left out: between fences, and in lines that are indented by four blanks, a bracket
/// does not make a link, nor a sharp a heading.
struct Article: Sendable {
    /// A link, and where it stands.
    struct Link: Sendable, Hashable {
        /// As it is written: `Command.md#exit-codes`.
        let target: String
        /// From 1.
        let line: Int
    }

    /// From the root: `Sources/lab/lab.docc/Command.md`.
    let path: String
    /// The texts of the headings, without backquotes.
    let headings: [String]
    let links: [Link]
    /// What stands in single backquotes, with its lines.
    let code: [(text: String, line: Int)]
    let lineCount: Int

    init(path: String, text: String) {
        self.path = path
        var headings: [String] = []
        var links: [Link] = []
        var code: [(text: String, line: Int)] = []
        var isFenced = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                isFenced.toggle()
                continue
            }
            if isFenced || line.hasPrefix("    ") { continue }
            if line.hasPrefix("#") {
                let heading = line.drop { $0 == "#" }.replacing("`", with: "")
                headings.append(heading.trimmingCharacters(in: .whitespaces))
            }
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() where !place.isMultiple(of: 2) {
                code.append((String(part), index + 1))
            }
            // A link's text may hold code, and code may hold brackets: blank the code out.
            let prose = parts.enumerated()
                .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "code" }.joined()
            links += Self.targets(in: prose).map { Link(target: $0, line: index + 1) }
        }
        self.headings = headings
        self.links = links
        self.code = code
        lineCount = lines.count - (lines.last?.isEmpty == true ? 1 : 0)
    }

    /// The file's own name: `Command.md`.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The end of a link to a heading, as code hosts make it of the heading's text.
    var anchors: Set<String> {
        Set(
            headings.map { heading in
                let kept = heading.lowercased().filter {
                    $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " "
                }
                return kept.replacing(" ", with: "-")
            })
    }

    /// The targets of `[text](target)`, and `<doc:Name>` as the file that it means.
    private static func targets(in prose: String) -> [String] {
        let plain = prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        return plain + prose.matches(of: /<doc:([A-Za-z]+)>/).map { "\($0.output.1).md" }
    }
}

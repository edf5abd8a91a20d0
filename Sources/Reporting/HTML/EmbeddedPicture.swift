import Foundation

/// An SVG file as a part of a page: without the head of a file, and with names of its own.
///
/// gnuplot names its markers and plots alike in every picture; in one page a name stands once, or
/// a line of the second chart has the marker of the first.
package struct EmbeddedPicture {
    package let svg: String

    /// - Parameters:
    ///   - file: the file's text.
    ///   - name: the chart's; names in the picture that begin with it are its own already.
    package init(_ file: String, named name: String) {
        let start = file.firstRange(of: "<svg")?.lowerBound ?? file.startIndex
        var text = String(file[start...])
        for opening in ["id=\"", "id='", "href=\"#", "href='#", "url(#"] {
            text = Self.prefixed(text, after: opening, with: name)
        }
        while text.last?.isNewline == true { text.removeLast() }
        svg = Self.withoutStyles(text)
    }

    /// The same look by attributes: a page's policy lets no `style` of an element apply.
    private static func withoutStyles(_ text: String) -> String {
        text.replacing(/\ style=(?:'([^']*)'|"([^"]*)")/) { match in
            let declarations = match.1 ?? match.2 ?? ""
            return declarations.split(separator: ";").map { declaration in
                let parts = declaration.split(separator: ":", maxSplits: 1)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                return parts.count == 2 ? " \(parts[0])='\(parts[1])'" : ""
            }.joined()
        }
    }

    private static func prefixed(
        _ text: String, after opening: String, with name: String
    ) -> String {
        var parts = text.components(separatedBy: opening)
        for index in parts.indices.dropFirst() where !parts[index].hasPrefix("\(name)-") {
            parts[index] = "\(name)-" + parts[index]
        }
        return parts.joined(separator: opening)
    }
}

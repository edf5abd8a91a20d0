import Foundation

/// An SVG file as a part of a page: without the head of a file, with names of its own, and without
/// what nothing in it uses.
///
/// gnuplot names its markers and plots alike in every picture; in one page a name stands once, or
/// a line of the second chart has the marker of the first. It writes each text in a group of its
/// own, each bar as a polygon of its own, and coordinates to a hundredth of a pixel: in a page all
/// that is half of its bytes (`PictureLines`, `PathText`).
package struct EmbeddedPicture {
    package let svg: String

    /// - Parameters:
    ///   - file: the file's text.
    ///   - name: of the picture in its page; every name inside begins with it.
    package init(_ file: String, named name: String) {
        let start = file.firstRange(of: "<svg")?.lowerBound ?? file.startIndex
        var text = PictureLines.joined(Self.withoutStyles(String(file[start...])))
        text = Self.shortened(text)
        for opening in ["id=\"", "id='", "href=\"#", "href='#", "url(#"] {
            text = text.replacingOccurrences(of: opening, with: "\(opening)\(name)-")
        }
        text = text.replacing(/aria-labelledby="([^"]*)"/) { match in
            let names = match.1.split(separator: " ").map { "\(name)-\($0)" }
            return "aria-labelledby=\"\(names.joined(separator: " "))\""
        }
        while text.last?.isNewline == true { text.removeLast() }
        svg = text
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

    /// Shortens coordinates, writes colours in six digits, and leaves out ends and joins of lines
    /// that are the default.
    private static func shortened(_ text: String) -> String {
        var text = text.replacing(/\ (d|points) ?= ?'([^']*)'/) { match in
            " \(match.1)='\(coordinates(match.2))'"
        }.replacing(/rgb\( *([0-9]+), *([0-9]+), *([0-9]+)\)/) { match in
            let parts = [match.1, match.2, match.3].map { part in
                let digits = String(Int(part) ?? 0, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            return "#" + parts.joined()
        }
        let defaults = " stroke-linecap=\"butt\" stroke-linejoin=\"miter\""
        let others = [" stroke-linecap=\"round\"", " stroke-linecap=\"square\""]
        if !others.contains(where: text.contains) {
            text = text.replacingOccurrences(of: defaults, with: "")
        }
        return text
    }

    private static func coordinates(_ text: Substring) -> String {
        if let path = PathText.shortened(text) { return path }
        var points = text.replacing(/\.(\d)\d/) { $0.1 == "0" ? "" : ".\($0.1)" }
        while points.last == " " { points.removeLast() }
        return String(points)
    }
}

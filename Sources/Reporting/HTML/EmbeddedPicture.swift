import Foundation

/// An SVG file as a part of a page: without the head of a file, with names of its own, and without
/// what nothing in it uses.
///
/// gnuplot names its markers and plots alike in every picture; in one page a name stands once, or
/// a line of the second chart has the marker of the first. It writes coordinates to a hundredth of
/// a pixel; a tenth is enough.
package struct EmbeddedPicture {
    package let svg: String

    /// - Parameters:
    ///   - file: the file's text.
    ///   - name: of the picture in its page; every name inside begins with it.
    package init(_ file: String, named name: String) {
        let start = file.firstRange(of: "<svg")?.lowerBound ?? file.startIndex
        var text = Self.withoutStyles(String(file[start...]))
        text = Self.withoutUnused(text)
        text = Self.joined(text)
        text = Self.shortened(text)
        for opening in ["id=\"", "id='", "href=\"#", "href='#", "url(#"] {
            text = text.replacing(opening, with: "\(opening)\(name)-")
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

    /// Leaves out gnuplot's markers that no line of the picture refers to; they stand a line each.
    private static func withoutUnused(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var count = 0
        // A marker may be the only one that refers to another.
        while count != lines.count {
            count = lines.count
            let used = Set(
                lines.flatMap { $0.matches(of: /href='#(gp[A-Za-z0-9]+)'/).map(\.1) })
            lines.removeAll { line in
                guard let name = line.firstMatch(of: /\ id='(gp[A-Za-z0-9]+)'/)?.1 else {
                    return false
                }
                return line.hasSuffix("/>") && !used.contains(name)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Draws a filled shape and its outline at once: gnuplot writes both, each with all corners.
    private static func joined(_ text: String) -> String {
        let filled =
            #/
            <g\ stroke='none'\ shape-rendering='crispEdges'>\s*
            <polygon\s+fill\ =\ '([^']*)'\ points\ =\ '([^\ ']*)\ ([^']*)'\/>\s*
            <\/g>\s*
            <path\ stroke='([^']*)'\s+d='M([^\ ']*)\ [^']*Z\s*'\/>
            /#
        return text.replacing(filled) { match in
            let (_, fill, first, rest, stroke, start) = match.output
            guard first == start else { return String(match.0) }
            return "<polygon fill='\(fill)' stroke='\(stroke)' points = '\(first) \(rest)'/>"
        }
    }

    /// Takes the second decimal from coordinates, writes colours in six digits, and leaves out
    /// blanks that separate nothing.
    private static func shortened(_ text: String) -> String {
        text.replacing(/(d|points) ?= ?'([^']*)'/) { match in
            var points = match.2.replacing(/\.(\d)\d/) { $0.1 == "0" ? "" : ".\($0.1)" }
            while points.last == " " { points.removeLast() }
            return "\(match.1)='\(points)'"
        }.replacing(/rgb\( *([0-9]+), *([0-9]+), *([0-9]+)\)/) { match in
            let parts = [match.1, match.2, match.3].map { part in
                let digits = String(Int(part) ?? 0, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            return "#" + parts.joined()
        }.split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

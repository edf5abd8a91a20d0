/// gnuplot's SVG line by line, with fewer of them: the same picture.
///
///     markers and filters that nothing refers to                    ─▶ left out
///     <g …> and </g> with nothing between                           ─▶ left out
///     <g transform=…>, <text>, </g>                                 ─▶ <text transform=…>
///     a filled polygon in a group of its own, and its outline       ─▶ one polygon
///     polygons that follow each other and look the same             ─▶ one path
enum PictureLines {
    static func joined(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { line in
            line.drop { $0 == "\t" || $0 == " " }
        }.filter { !$0.isEmpty }
        let known = withoutUnused(lines.flatMap(separated))
        return withOnePath(withoutGroups(withOutlines(known))).joined(separator: "\n")
    }

    /// gnuplot ends one element and begins another in a line now and then.
    private static func separated(_ line: Substring) -> [Substring] {
        guard line.utf8.contains(UInt8(ascii: "\t")), let place = line.firstRange(of: ">\t<") else {
            return [line]
        }
        let rest = line[line.index(before: place.upperBound)...]
        return [line[...place.lowerBound]] + separated(rest)
    }

    // MARK: What nothing uses

    /// Leaves out gnuplot's markers and filters that nothing refers to.
    private static func withoutUnused(_ lines: [Substring]) -> [Substring] {
        var lines = lines
        var count = 0
        // A marker may be the only one that refers to another.
        while count != lines.count {
            count = lines.count
            let used = Set(lines.flatMap(references))
            lines.removeAll { line in
                guard line.hasSuffix("/>"), let name = name(in: line, after: " id='") else {
                    return false
                }
                return name.hasPrefix("gp") && !used.contains(name)
            }
            guard
                let filter = lines.firstIndex(where: { line in
                    line.hasPrefix("<filter")
                        && name(in: line, after: " id='").map { !used.contains($0) } ?? false
                }), let end = lines[filter...].firstIndex(of: "</filter>")
            else { continue }
            lines.removeSubrange(filter...end)
        }
        return lines
    }

    /// The names that a line refers to: `href='#gpPt3'`, `url(#textbox)`.
    private static func references(in line: Substring) -> [Substring] {
        // Colours have the sign, too: most lines refer to nothing.
        guard line.hasPrefix("<use") || line.utf8.contains(UInt8(ascii: "(")) else { return [] }
        return line.split(separator: "#").dropFirst().map { rest in
            rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
    }

    private static func name(in line: Substring, after opening: String) -> Substring? {
        guard line.utf8.contains(UInt8(ascii: "'")), let place = line.firstRange(of: opening)
        else { return nil }
        return line[place.upperBound...].prefix { $0 != "'" }
    }

    // MARK: Groups

    /// Draws a filled shape and its outline at once: gnuplot writes both, each with all corners.
    private static func withOutlines(_ lines: [Substring]) -> [Substring] {
        var result: [Substring] = []
        var place = 0
        while place < lines.count {
            if place + 3 < lines.count,
                let joined = outlined(lines[place...(place + 3)].map { $0 })
            {
                result.append(joined)
                place += 4
            } else {
                result.append(lines[place])
                place += 1
            }
        }
        return result
    }

    private static func outlined(_ lines: [Substring]) -> Substring? {
        guard lines[0] == "<g stroke='none' shape-rendering='crispEdges'>", lines[2] == "</g>",
            let shape = lines[1].wholeMatch(
                of: #/<polygon\s+fill = '([^']*)'\s+points = '([^ ']*) ([^']*)'\/>/#),
            let outline = lines[3].wholeMatch(
                of: #/<path stroke='([^']*)'\s+d='M([^ ']*) [^']*Z\s*'\/>/#),
            shape.2 == outline.2
        else { return nil }
        return "<polygon fill='\(shape.1)' stroke='\(outline.1)' points='\(shape.2) \(shape.3)'/>"
    }

    /// Leaves out groups of nothing, and gives a text the attributes of its group.
    private static func withoutGroups(_ lines: [Substring]) -> [Substring] {
        var result: [Substring] = []
        for line in lines {
            guard line == "</g>", let last = result.last else {
                result.append(line)
                continue
            }
            if isGroup(last) {
                result.removeLast()
            } else if result.count > 1, last.hasPrefix("<text>"), last.hasSuffix("</text>"),
                result[result.count - 2].hasPrefix("<g transform="),
                isGroup(result[result.count - 2])
            {
                let attributes = result[result.count - 2].dropFirst("<g".count).dropLast()
                result.removeLast(2)
                result.append("<text\(attributes)>\(last.dropFirst("<text>".count))")
            } else {
                result.append(line)
            }
        }
        return result
    }

    /// Whether a line is the begin of a group, and nothing else.
    private static func isGroup(_ line: Substring) -> Bool {
        line.hasPrefix("<g ") && line.utf8.count(where: { $0 == UInt8(ascii: "<") }) == 1
            && line.hasSuffix(">") && !line.hasSuffix("/>")
    }

    // MARK: Polygons

    private static let points = " points = '"

    /// Draws polygons of one look that follow each other as one path.
    private static func withOnePath(_ lines: [Substring]) -> [Substring] {
        var result: [Substring] = []
        var place = 0
        while place < lines.count {
            guard let look = look(of: lines[place]) else {
                result.append(lines[place])
                place += 1
                continue
            }
            let same = lines[place...].prefix { self.look(of: $0) == look }
            let shapes = same.map { line in
                line.dropFirst(look.count + points.count).dropLast("'/>".count)
            }
            if same.count > 1, let path = PathText.filled(shapes) {
                if !path.isEmpty { result.append("<path\(look.dropFirst(8)) d='\(path)'/>") }
            } else {
                result += same
            }
            place = same.endIndex
        }
        return result
    }

    /// A polygon's element up to its corners.
    private static func look(of line: Substring) -> Substring? {
        guard line.hasPrefix("<polygon"), line.hasSuffix("'/>"),
            let place = line.firstRange(of: points)
        else { return nil }
        return line[..<place.lowerBound]
    }
}

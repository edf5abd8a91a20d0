/// Corners of lines as the shortest `d` of a path: in tenths of a pixel, each from the one before.
///
///     M91.9,458 L111.4,458 L111.4,457.9  ─▶  M91.9 458h19.5v-0.1
///
/// A tenth of a pixel is enough; sums of tenths as whole numbers do not drift.
struct PathText {
    /// A corner, in tenths of a pixel.
    struct Point: Equatable {
        var x: Int
        var y: Int
    }

    private(set) var text = ""
    private var last: Point?
    /// Whether the last command was `l` or `m`, whose letter need not be said again.
    private var repeats: Character?

    /// Begins a line at a corner.
    mutating func move(to point: Point) {
        guard let last else {
            text += "M\(Self.number(point.x)) \(Self.number(point.y))"
            self.last = point
            return
        }
        append("m", [point.x - last.x, point.y - last.y])
        self.last = point
    }

    /// Draws to a corner; a line of no length only where the path would have none otherwise.
    mutating func line(to point: Point) {
        guard let last else { return move(to: point) }
        let (dx, dy) = (point.x - last.x, point.y - last.y)
        switch (dx, dy) {
        case (_, 0): append("h", [dx])
        case (0, _): append("v", [dy])
        default: append("l", [dx, dy])
        }
        self.last = point
    }

    /// Closes the line; the next one begins with a move from `start`, its first corner.
    mutating func close(at start: Point) {
        text += "z"
        repeats = nil
        last = start
    }

    /// A filled bar, in tenths of a pixel.
    mutating func addBar(left: Int, right: Int, bottom: Int, top: Int) {
        let start = Point(x: left, y: bottom)
        move(to: start)
        line(to: Point(x: right, y: bottom))
        line(to: Point(x: right, y: top))
        line(to: Point(x: left, y: top))
        close(at: start)
    }

    private mutating func append(_ command: Character, _ numbers: [Int]) {
        // Numbers behind an `m` are lines, and so need their letter.
        let isRepeated = repeats == command && command != "m"
        if !isRepeated { text.append(command) }
        for (place, number) in numbers.enumerated() {
            let words = Self.number(number)
            if (place > 0 || isRepeated) && !words.hasPrefix("-") { text += " " }
            text += words
        }
        repeats = command
    }

    /// `12.3`, `-0.5`, `7`: of tenths.
    static func number(_ tenths: Int) -> String {
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
}

extension PathText {
    /// The same lines, shorter.
    ///
    /// - Parameter d: absolute `M`, `L` and `Z` alone, as gnuplot writes them.
    /// - Returns: `nil` for a path with other commands.
    static func shortened(_ d: Substring) -> String? {
        var path = PathText()
        var start: Point?
        for word in d.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 10 }) {
            switch word.first {
            case UInt8(ascii: "Z"), UInt8(ascii: "z"):
                guard let begin = start else { return nil }
                guard word.count == 1 else { return nil }
                path.close(at: begin)
            case UInt8(ascii: "M"):
                guard let point = point(word.dropFirst()) else { return nil }
                start = point
                path.move(to: point)
            case UInt8(ascii: "L"):
                guard start != nil, let point = point(word.dropFirst()) else { return nil }
                path.line(to: point)
            default: return nil
            }
        }
        return path.text
    }

    /// Filled shapes as one path; those without an area are left out.
    ///
    /// - Parameter shapes: the `points` of polygons.
    /// - Returns: `nil` where one is not read.
    static func filled(_ shapes: [Substring]) -> String? {
        var path = PathText()
        for shape in shapes {
            var corners: [Point] = []
            for word in shape.utf8.split(separator: UInt8(ascii: " ")) {
                guard let point = point(word) else { return nil }
                corners.append(point)
            }
            guard Set(corners.map(\.x)).count > 1, Set(corners.map(\.y)).count > 1 else { continue }
            path.move(to: corners[0])
            for corner in corners.dropFirst() where corner != path.last { path.line(to: corner) }
            path.close(at: corners[0])
        }
        return path.text
    }

    /// `91.93,458.04`.
    private static func point(_ text: Substring.UTF8View) -> Point? {
        let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2, let x = tenths(parts[0]), let y = tenths(parts[1]) else {
            return nil
        }
        return Point(x: x, y: y)
    }

    private static func tenths(_ text: Substring.UTF8View) -> Int? {
        guard let words = String(text), let value = Double(words), value.magnitude < 1e6 else {
            return nil
        }
        return Int((value * 10).rounded())
    }
}

/// The colours and marks of the topologies of one chart, each by its name.
///
/// A topology of the catalogue always looks the same. A stack of a user's own takes its look from a
/// digest of its name, and a variant (`private-writer:flush=5s`) keeps the colour of its topology
/// with another point and dash. Names decide, never places: a chart with other topologies beside it
/// shows a topology as before.
///
///     siblings           green, ▲, dotted       fixed
///     siblings:pool=2    green, other two       a digest of the whole name
///     chat-stack         indigo, wine or olive  a digest of the name
///
/// No reader needs the colour: points and dashes differ too, and names stand beside them.
package struct TopologyMarks: Sendable {
    /// The look of one topology: a colour, a point and a dash.
    package struct Mark: Sendable, Hashable {
        package let colour: String
        /// The colour's darker sister, for text: 4.5 : 1 against white.
        package let ink: String
        /// gnuplot's dash pattern.
        package let dash: String
        /// gnuplot's point type.
        package let point: Int
    }

    private let marks: [String: Mark]

    /// Gives each name its mark; the order of names does not matter.
    package init(_ names: some Sequence<String>) {
        var marks = Self.catalogue
        let names = Set(names)
        for own in Set(names.map(Self.topology)).sorted() where marks[own] == nil {
            marks[own] = Self.mark(ofOwn: own, beside: marks)
        }
        for variant in names.sorted() where marks[variant] == nil {
            let colour = marks[Self.topology(of: variant)]!
            marks[variant] = Self.mark(ofVariant: variant, colour, beside: marks)
        }
        self.marks = marks
    }

    /// The mark of one of the names.
    package subscript(name: String) -> Mark {
        guard let mark = marks[name] else {
            preconditionFailure("no mark for \(name): hand every name of the chart to init")
        }
        return mark
    }

    /// The names of the catalogue's topologies, which have fixed marks.
    package static var fixedNames: [String] { catalogue.keys.sorted() }

    /// The topology of a variant: `private-writer` of `private-writer:flush=5s`, and of
    /// `private-writer, batches of 50`.
    private static func topology(of variant: String) -> String {
        String(variant.prefix { !":, ".contains($0) })
    }

    // MARK: Choice

    private static func mark(ofOwn name: String, beside marks: [String: Mark]) -> Mark {
        let start = digest(name)
        let taken = Set(marks.filter { catalogue[$0.key] == nil }.values.map(\.colour))
        // A fourth stack of one's own shares a colour, and differs by its point and dash.
        let colour =
            rotated(ownColours, by: start).first { !taken.contains($0.line) }
            ?? ownColours[start % ownColours.count]
        return free(colour.line, colour.ink, from: start / ownColours.count, beside: marks)
    }

    private static func mark(
        ofVariant name: String, _ base: Mark, beside marks: [String: Mark]
    ) -> Mark {
        free(base.colour, base.ink, from: digest(name), beside: marks)
    }

    /// A point and a dash that no other mark of the colour has; the least used once all are taken.
    private static func free(
        _ colour: String, _ ink: String, from start: Int, beside marks: [String: Mark]
    ) -> Mark {
        let others = marks.values.filter { $0.colour == colour }
        func leastUsed<Value: Equatable>(_ values: [Value], _ own: (Mark) -> Value) -> Value {
            let uses = rotated(values, by: start).map { value in
                (value, others.count { own($0) == value })
            }
            let fewest = uses.map(\.1).min() ?? 0
            return uses.first { $0.1 == fewest }!.0
        }
        return Mark(
            colour: colour, ink: ink, dash: leastUsed(dashes, \.dash),
            point: leastUsed(points, \.point))
    }

    private static func rotated<Value>(_ values: [Value], by start: Int) -> [Value] {
        let start = start % values.count
        return Array(values[start...] + values[..<start])
    }

    /// The same in every run and on every machine, unlike `hashValue` (Fowler, Noll and Vo, 1a).
    private static func digest(_ name: String) -> Int {
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return Int(hash >> 33)
    }

    // MARK: Looks

    private static let dashes = [
        "1", "(14,4)", "(3,3)", "(14,4,3,4)", "(8,3)", "(1,3)", "(20,5)", "(14,4,3,4,3,4)",
    ]

    /// Circle, square, triangles up and down, diamond and pentagon, first filled, then open.
    private static let points = [7, 5, 9, 11, 13, 15, 6, 4, 8, 10, 12, 14]

    /// Indigo, wine and olive of Paul Tol's *muted* scheme (2021), which no topology of the
    /// catalogue has.
    private static let ownColours = [
        (line: "#332288", ink: "#332288"), (line: "#882255", ink: "#882255"),
        (line: "#999933", ink: "#6B6B1F"),
    ]

    /// Topologies that work alike share a colour: what one adds to the other is in the open point.
    private static let catalogue: [String: Mark] = {
        func mark(_ colour: String, _ ink: String, _ dash: Int, _ point: Int) -> Mark {
            Mark(colour: colour, ink: ink, dash: dashes[dash], point: point)
        }
        typealias Colour = ChartStyle.Colour
        return [
            "single-main": mark(Colour.vermilion, "#B84E00", 0, 7),
            "private-writer": mark(Colour.blue, "#0068A3", 1, 5),
            "siblings": mark(Colour.green, "#007D5B", 2, 9),
            "siblings-refetch": mark(Colour.green, "#007D5B", 6, 8),
            "siblings-history": mark(Colour.green, "#007D5B", 0, 10),
            "siblings-pinned": mark(Colour.green, "#007D5B", 3, 3),
            "child-of-main": mark(Colour.orange, "#8F6300", 3, 13),
            "child-of-main-unsaved": mark(Colour.orange, "#8F6300", 4, 12),
            "private-child-only": mark(Colour.purple, "#A34D7C", 4, 11),
            "two-coordinators": mark(Colour.purple, "#A34D7C", 7, 6),
            "two-coordinators-history": mark(Colour.purple, "#A34D7C", 2, 2),
            "writer-main-worker": mark(Colour.sky, "#1B76A8", 5, 15),
            "writer-siblings": mark(Colour.sky, "#1B76A8", 0, 14),
            "container-background": mark(Colour.black, "#000000", 6, 4),
        ]
    }()
}

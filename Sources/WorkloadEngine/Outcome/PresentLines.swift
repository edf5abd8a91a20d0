/// The imported lines whose objects are stored, and the state of each.
struct PresentLines {
    private var older: [Range<Int>] = []
    private var newer: [Range<Int>] = []
    private var linked: [Range<Int>] = []
    private var marks: [Int: NoteValue] = [:]

    mutating func preload(_ lines: Range<Int>) { older.append(lines) }

    mutating func bring(_ lines: Range<Int>) { newer.append(lines) }

    mutating func link(_ lines: Range<Int>) { linked.append(lines) }

    mutating func mark(_ value: NoteValue) { marks[value.number] = value }

    /// Each once, in the order in which they came.
    ///
    /// - Complexity: O(lines · ranges of the preload and the second pass), which are few.
    var all: [PresentLine] {
        newer.joined().map {
            PresentLine(
                line: $0, isOlder: false, isLinked: Self.contain(linked, $0), mark: marks[$0])
        }
            + older.joined().filter { !Self.contain(newer, $0) }.map {
                PresentLine(line: $0, isOlder: true, isLinked: false, mark: marks[$0])
            }
    }

    private static func contain(_ ranges: [Range<Int>], _ line: Int) -> Bool {
        ranges.contains { $0.contains(line) }
    }
}

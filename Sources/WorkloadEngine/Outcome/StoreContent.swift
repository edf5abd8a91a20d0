/// The content of a store in a form that does not depend on the store: a line for each object, in
/// the order of natural keys.
///
/// A part without a key is ordered by its owner's and its place there. A line has all attributes
/// that the content describes and the keys of the partners, so that two contents are equal exactly
/// when their lines are.
package struct StoreContent: Sendable, Equatable {
    /// One object.
    package struct Row: Sendable, Equatable {
        /// Orders the rows of an entity; the same for two rows only in a store that is broken.
        package let key: Key
        let values: Values

        /// The object as text: `City 10570: geonameID 10570, name "Alvand", …`.
        package var line: String { values.line }

        /// The key follows from the values.
        package static func == (left: Row, right: Row) -> Bool { left.values == right.values }
    }

    /// A natural key: text or a number, and the place of a part.
    package struct Key: Sendable, Equatable, Comparable {
        let text: String
        let first: Int64
        let second: Int64

        init(text: String, _ second: Int64 = 0) {
            self.text = text
            first = 0
            self.second = second
        }

        init(_ first: Int64, _ second: Int64) {
            text = ""
            self.first = first
            self.second = second
        }

        package static func < (left: Key, right: Key) -> Bool {
            (left.first, left.second, left.text) < (right.first, right.second, right.text)
        }
    }

    /// For each entity its rows, in the order of their keys.
    let tables: [[Row]]

    /// The rows of an entity, in the order of their keys.
    package func rows(of entity: String) -> [Row] {
        tables.first { $0.first?.values.entity.name == entity } ?? []
    }

    /// The rows of each entity, in any order.
    package init(tables: [[Row]]) {
        // Rows that were made in order are most of them, and checking is cheaper than sorting.
        func ordered(_ rows: [Row]) -> [Row] {
            let isOrdered = zip(rows, rows.dropFirst()).allSatisfy { $0.key < $1.key }
            guard !isOrdered else { return rows }
            return rows.sorted { $0.key == $1.key ? $0.line < $1.line : $0.key < $1.key }
        }
        self.tables = tables.map(ordered)
    }

    package static func == (left: StoreContent, right: StoreContent) -> Bool {
        left.tables.count == right.tables.count
            && zip(left.tables, right.tables).allSatisfy { areEqual($0, $1) }
    }

    /// Whether two tables have equal rows.
    ///
    /// In place: an array's own comparison copies each row, which counts references to its key and
    /// its values. The comparison touches no right one that the left one is known to equal.
    static func areEqual(_ left: [Row], _ right: [Row]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                left.baseAddress == right.baseAddress
                    || left.indices.allSatisfy {
                        Values.areTwins(
                            .passUnretained(left[$0].values), .passUnretained(right[$0].values))
                            || left[$0].values == right[$0].values
                    }
            }
        }
    }

    /// How many objects there are.
    package var count: Int { tables.reduce(0) { $0 + $1.count } }

    /// How many of its objects another content lacks: by their keys, whatever their values.
    package func count(missingIn other: StoreContent) -> Int {
        var count = 0
        for (rows, others) in zip(tables, other.tables) {
            var rest = others[...]
            for row in rows {
                while let next = rest.first, next.key < row.key { rest.removeFirst() }
                // An object of the other that was matched is matched once.
                if rest.first?.key == row.key { rest.removeFirst() } else { count += 1 }
            }
        }
        return count
    }

    /// The SHA-256 of all lines, in hexadecimal.
    package var digest: String { Hash(self).digest }

    /// The differences from the expected content, in lines for a person to read.
    ///
    /// - Parameters:
    ///   - limit: lines at most; one more gives the number of omitted lines.
    ///   - isAsGood: whether a row other than the expected one is accepted instead.
    /// - Complexity: O(objects).
    package func differences(
        from expected: StoreContent, limit: Int = 20, isAsGood: (Row) -> Bool = { _ in false }
    ) -> [String] {
        var differences: [String] = []
        var more = 0
        func report(_ line: @autoclosure () -> String) {
            if differences.count < limit { differences.append(line()) } else { more += 1 }
        }
        for (actual, expected) in zip(tables, expected.tables) {
            var left = actual[...]
            var right = expected[...]
            // Both sides are sorted by key: a merge of the two finds every difference in one pass.
            while let a = left.first, let b = right.first {
                if a.key < b.key {
                    report("unexpected \(a.line)")
                    left.removeFirst()
                } else if b.key < a.key {
                    report("missing \(b.line)")
                    right.removeFirst()
                } else {
                    if a.values != b.values, !isAsGood(a) {
                        report("is \(a.line), expected \(b.line)")
                    }
                    left.removeFirst()
                    right.removeFirst()
                }
            }
            for row in left { report("unexpected \(row.line)") }
            for row in right { report("missing \(row.line)") }
        }
        if more > 0 { differences.append("… and \(more) more") }
        return differences
    }
}

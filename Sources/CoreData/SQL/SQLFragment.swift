/// A piece of a statement with the values of its parameters, in the order of the question marks.
///
/// Written as an interpolated literal, pieces take their bindings along:
///
///     let condition: SQLFragment = "\(column) < \(binding: .integer(3))"
package struct SQLFragment: Hashable, Sendable {
    package var text: String
    package var bindings: [SQLBinding]

    package init(_ text: String, bindings: [SQLBinding] = []) {
        self.text = text
        self.bindings = bindings
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(text)
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.fragment
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment("")

        package init(literalCapacity: Int, interpolationCount: Int) {
            fragment.text.reserveCapacity(literalCapacity + 12 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            fragment.text += literal
        }

        package mutating func appendInterpolation(_ part: SQLFragment) {
            fragment.text += part.text
            fragment.bindings += part.bindings
        }

        package mutating func appendInterpolation(binding: SQLBinding) {
            fragment.text += "?"
            fragment.bindings.append(binding)
        }

        /// Text that is part of the statement: names from the model, never values.
        package mutating func appendInterpolation(raw text: String) {
            fragment.text += text
        }

        package mutating func appendInterpolation(raw number: UInt) {
            fragment.text += String(number)
        }
    }
}

extension [SQLFragment] {
    /// How many terms one group has.
    ///
    /// SQLite parses `a OR b OR c` as a tree as deep as it has terms, and refuses depths above
    /// 1,000; groups of this size stay far below.
    private static let groupSize = 100

    /// The terms as a list, with commas between them.
    func listed() -> SQLFragment { inRow(", ") }

    /// The terms with `word`, an operator, between them; many terms are grouped.
    func joined(by word: String) -> SQLFragment {
        guard count > Self.groupSize else { return inRow(word) }
        return stride(from: 0, to: count, by: Self.groupSize).map { start -> SQLFragment in
            let group = Array(self[start..<Swift.min(start + Self.groupSize, count)])
            return "(\(group.inRow(word)))"
        }.joined(by: word)
    }

    private func inRow(_ word: String) -> SQLFragment {
        var result = SQLFragment("")
        for (index, part) in enumerated() {
            if index > 0 { result.text += word }
            result.text += part.text
            result.bindings += part.bindings
        }
        return result
    }
}

/// A predicate format that cannot be read: what is wrong, and where.
///
/// Apple's framework raises an Objective-C exception for it; `NSPredicate(format:)` traps with this
/// text, and `PredicateParser` throws it.
package struct PredicateFormatError: Error, Equatable, CustomStringConvertible {
    /// What was expected, or what is wrong.
    package let message: String
    /// The whole format.
    package let format: String
    /// Where, in Unicode scalars from the format's start; its count when the format ends too early.
    package let position: Int

    /// The message, the line of the format that it is about, and a caret below the place.
    package var description: String {
        let scalars = Array(format.unicodeScalars)
        let start = scalars[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let end = scalars[position...].firstIndex(of: "\n") ?? scalars.count
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars[start..<end])
        // Tabs are kept in the caret's indentation, so that it stands below its place.
        let indentation = scalars[start..<position].map { $0 == "\t" ? "\t" : " " }.joined()
        return """
            Unable to parse the predicate format at position \(position): \(message)
            \(String(line))
            \(indentation)^
            """
    }
}
